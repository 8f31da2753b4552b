//! Plurals in formats that have none: a key for each form, named after both.

use super::{Entry, NESTING};
use crate::rules::plural::FORMS;
use crate::state::Text;

/// Returns the forms of one entry as entries; a plain one as it is.
pub(super) fn split(mut entry: Entry) -> Vec<Entry> {
    let forms = match std::mem::take(&mut entry.text) {
        Text::Forms(forms) if !forms.is_empty() => forms,
        text => return vec![Entry { text: text.into_plural(false), ..entry }],
    };
    let entries = forms.into_iter().map(|(form, text)| Entry {
        name: format!("{}{NESTING}{form}", entry.name),
        text: Text::Plain(text),
        ..entry.clone()
    });
    entries.collect()
}

/// Makes one plural of the forms that follow each other; `other` has to be among them, and one
/// more, or else they are keys that happen to be named like forms.
pub(super) fn fold(entries: Vec<Entry>) -> Vec<Entry> {
    let mut folded = Vec::with_capacity(entries.len());
    let mut group: Vec<Entry> = Vec::new();
    for entry in entries {
        if !belongs(&group, &entry.name) {
            close(&mut group, &mut folded);
        }
        match form(&entry.name) {
            Some(_) => group.push(entry),
            None => folded.push(entry),
        }
    }
    close(&mut group, &mut folded);
    folded
}

/// Returns the key and the form that a name is made of.
fn form(name: &str) -> Option<(&str, &str)> {
    let split = name.rsplit_once(NESTING);
    split.filter(|(key, form)| FORMS.contains(form) && !key.is_empty())
}

fn belongs(group: &[Entry], name: &str) -> bool {
    let key = |name| form(name).map(|(key, _)| key);
    let first = group.first().and_then(|first| key(&first.name));
    first.is_some() && first == key(name) && group.iter().all(|entry| entry.name != name)
}

fn close(group: &mut Vec<Entry>, folded: &mut Vec<Entry>) {
    let entries = std::mem::take(group);
    let forms = entries.iter().filter_map(|entry| {
        let (_, form) = form(&entry.name)?;
        Some((form.to_owned(), entry.text.plain().to_owned()))
    });
    let forms: Vec<_> = forms.collect();
    match entries.first() {
        Some(first) if forms.len() > 1 && forms.iter().any(|(form, _)| form == "other") => {
            let name = form(&first.name).map_or("", |(key, _)| key);
            folded.push(Entry { name: name.to_owned(), text: Text::Forms(forms), ..first.clone() });
        }
        _ => folded.extend(entries),
    }
}
