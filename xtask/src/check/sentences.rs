//! The sentences of a text, and what they quote.

/// Words whose dot ends no sentence. Those with a dot inside, such as `e.g.`, are known by it.
const ABBREVIATIONS: [&str; 5] = ["approx.", "cf.", "etc.", "resp.", "vs."];

/// The sentences of a Markdown text, markers of lists and quotes left out.
///
/// A sentence ends with its paragraph, its item, its cell of a table or its fenced block; or with a
/// full stop that a space follows, outside of code and not that of an abbreviation.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let blocks = blocks(text);
    let sentences = blocks.iter().flat_map(|block| split(block));
    sentences.map(str::to_owned).collect()
}

/// The paragraphs, items and cells, each in one line.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut fenced = false;
    for line in text.lines() {
        let line = line.trim().trim_start_matches("> ");
        let fence = line.starts_with("```") || line.starts_with("~~~");
        fenced ^= fence;
        if fence || line.is_empty() {
            blocks.push(String::new());
        } else if line.starts_with('|') && !fenced {
            blocks.extend(line.split('|').map(|cell| cell.trim().to_owned()));
        } else {
            match marker(line).filter(|_| !fenced) {
                Some(rest) => blocks.push(rest.to_owned()),
                None => join(&mut blocks, line),
            }
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn join(blocks: &mut [String], line: &str) {
    if let Some(block) = blocks.last_mut() {
        if !block.is_empty() {
            block.push(' ');
        }
        block.push_str(line);
    }
}

/// What follows the marker of an item or a heading.
fn marker(line: &str) -> Option<&str> {
    let (marker, rest) = line.split_once(' ')?;
    let number = marker.strip_suffix(['.', ')']);
    let ordered = number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    let heading = marker.bytes().all(|byte| byte == b'#');
    (ordered || heading || ["-", "*", "+"].contains(&marker)).then_some(rest.trim_start())
}

fn split(block: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut in_code) = (0, false);
    for (index, letter) in block.char_indices() {
        if letter == '`' {
            in_code = !in_code;
        }
        let next = index + letter.len_utf8();
        if letter == ' ' && !in_code && ends(&block[start..index], &block[next..]) {
            found.push(block[start..index].trim());
            start = next;
        }
    }
    found.push(block[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a sentence ends before a space.
fn ends(before: &str, after: &str) -> bool {
    let word = before.rsplit(' ').next().unwrap_or_default();
    let word = word.trim_end_matches(['*', '_', ')', ']', '"', '\'', '”', '’']);
    let Some(inner) = word.strip_suffix('.') else {
        return word.ends_with(['!', '?']);
    };
    let bare = word.trim_start_matches(['(', '*', '_', '"']).to_lowercase();
    let letters = inner.trim_start_matches(['(', '*', '_', '"']);
    let dotted = letters.contains('.') && letters.split('.').all(|part| part.chars().count() == 1);
    let abbreviated = dotted || ABBREVIATIONS.contains(&bare.as_str());
    !abbreviated || (bare == "etc." && !after.starts_with(char::is_lowercase))
}

/// What a sentence has in backticks.
pub(super) fn quoted(sentence: &str) -> impl Iterator<Item = &str> {
    let parts = sentence.split('`').skip(1).step_by(2);
    parts.map(str::trim)
}

/// The single words of a sentence that are emphasised, without their marks.
pub(super) fn emphasised(sentence: &str) -> impl Iterator<Item = &str> {
    let words = sentence.split_whitespace();
    words.filter_map(|word| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let around = |mark: char| word.contains(&format!("{mark}{bare}{mark}"));
        (!bare.is_empty() && (around('*') || around('_'))).then_some(bare)
    })
}

/// The words of a sentence that are not in backticks, in lower case.
pub(super) fn words(sentence: &str) -> Vec<String> {
    let text: Vec<&str> = sentence.split('`').step_by(2).collect();
    let letters = |letter: char| !letter.is_alphanumeric();
    let text = text.join(" ");
    let words = text.split(letters).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
