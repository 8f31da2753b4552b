//! Plurals in ICU syntax: `{count, plural, one {a file} other {# files}}`.

use super::Entry;
use crate::rules::plural::FORMS;
use crate::state::Text;

/// What a plural counts, where nothing says how that is called.
const VARIABLE: &str = "count";

/// What the plural of an entry counts.
pub(super) fn variable(entry: &Entry) -> &str {
    match is_variable(&entry.plural_name) {
        true => &entry.plural_name,
        false => VARIABLE,
    }
}

fn is_variable(name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    !name.is_empty() && name.chars().all(is_part)
}

/// Writes the plural of an entry as one text.
pub(super) fn spell_out(entry: &mut Entry) {
    if let Text::Forms(forms) = &entry.text {
        let said = forms.iter().map(|(form, text)| format!(" {form} {{{text}}}"));
        let said: String = said.collect();
        entry.text = Text::Plain(format!("{{{}, plural,{said}}}", variable(entry)));
    }
}

/// Makes a plural of the text of an entry, when it is one as a whole.
pub(super) fn detect(entry: &mut Entry) {
    if let Text::Plain(text) = &entry.text
        && let Some((variable, forms)) = parse(text)
    {
        variable.clone_into(&mut entry.plural_name);
        entry.text = Text::Forms(forms);
    }
}

/// What a plural counts, and its forms.
fn parse(text: &str) -> Option<(String, Vec<(String, String)>)> {
    let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let (variable, rest) = inner.split_once(',')?;
    let (kind, mut rest) = rest.split_once(',')?;
    let variable = variable.trim();
    if kind.trim() != "plural" || !is_variable(variable) {
        return None;
    }
    let mut forms: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (form, after) = rest.split_once('{')?;
        let form = match form.trim() {
            "=0" => "zero",
            "=1" => "one",
            "=2" => "two",
            form => form,
        };
        let end = closing(after)?;
        if !FORMS.contains(&form) || forms.iter().any(|(known, _)| known == form) {
            return None;
        }
        forms.push((form.to_owned(), after[..end].to_owned()));
        rest = &after[end + 1..];
    }
    let is_whole = forms.iter().any(|(form, _)| form == "other");
    is_whole.then(|| (variable.to_owned(), forms))
}

/// Where the brace is that closes what was opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(index),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
