//! YAML as text, in which readers of version 1.1 see the same texts as those of version 1.2.

use serde_json::Value;

/// What version 1.1 takes for something else than a text, in lower case.
const WORDS: [&str; 17] = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<", ".inf", "+.inf",
    "-.inf", ".nan", "",
];
/// What numbers, dates and times are made of, in all the ways of version 1.1.
const NUMERIC: &str = "0123456789abcdefABCDEFxXoOtTzZ_,.:+- ";

/// The text of a tree of texts.
pub(super) fn print(tree: &Value) -> String {
    // Texts and objects of them serialize without fail.
    let text = yaml_serde::to_string(tree).unwrap_or_default();
    // The serializer quotes what version 1.2 would misread. What is to be quoted beside that is
    // written as a word that needs no quotes, and put in its place afterwards.
    let mut mark = "Q".to_owned();
    while text.contains(&mark) {
        mark.push('Q');
    }
    let mut quoted = Vec::new();
    let marked = marked(tree, &mark, &mut quoted);
    if quoted.is_empty() {
        return text;
    }
    let text = yaml_serde::to_string(&marked).unwrap_or_default();
    let parts = text.split(&*mark).enumerate();
    let parts = parts.map(|(turn, part)| match turn % 2 {
        0 => part.to_owned(),
        _ => {
            let number: Option<usize> = part.parse().ok();
            let found = number.and_then(|number| quoted.get(number));
            let found: &str = found.map_or("", |text| text);
            format!("'{}'", found.replace('\'', "''"))
        }
    });
    parts.collect()
}

/// A tree with numbered marks in the place of what has to be quoted.
fn marked(tree: &Value, mark: &str, quoted: &mut Vec<String>) -> Value {
    let word = |text: &str, quoted: &mut Vec<String>| {
        if !is_ambiguous(text) {
            return text.to_owned();
        }
        quoted.push(text.to_owned());
        format!("{mark}{}{mark}", quoted.len() - 1)
    };
    match tree {
        Value::String(text) => word(text, quoted).into(),
        Value::Array(values) => {
            let values = values.iter();
            values.map(|value| marked(value, mark, quoted)).collect()
        }
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, value)| {
                let name = word(name, quoted);
                (name, marked(value, mark, quoted))
            });
            members.collect()
        }
        other => other.clone(),
    }
}

/// Whether a text without quotes would be no text to a reader of version 1.1.
fn is_ambiguous(text: &str) -> bool {
    let is_symbol = || {
        // What has letters that cannot be printed is not written without quotes.
        let odd = |letter: char| {
            letter.is_control()
                || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        };
        text.starts_with(':') && !text.contains(odd)
    };
    let is_numeric = || {
        text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
            && text.contains(|letter: char| letter.is_ascii_digit())
            && text.chars().all(|letter| NUMERIC.contains(letter))
    };
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(text)) || is_symbol() || is_numeric()
}
