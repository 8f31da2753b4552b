//! Plurals in formats that have none: a key for each form, named after both.

use super::{Entry, NESTING};
use crate::rules::plural::FORMS;
use crate::state::Text;

/// The forms of one entry as entries; a plain one as it is.
pub(in crate::content) fn split(mut entry: Entry) -> Vec<Entry> {
    let mut names: Vec<String> = Vec::new();
    for text in texts(&entry) {
        if let Text::Forms(forms) = text {
            for (form, _) in forms {
                if !names.contains(form) {
                    names.push(form.clone());
                }
            }
        }
    }
    if names.is_empty() {
        entry.text = entry.text.into_plural(false);
        return vec![entry];
    }
    let of = |text: &Text, form: &str| match text {
        Text::Plain(text) => Text::Plain(text.clone()),
        Text::Forms(forms) => {
            let found = forms.iter().find(|(known, _)| known == form);
            Text::Plain(found.map(|(_, text)| text.clone()).unwrap_or_default())
        }
    };
    let forms = names.iter().map(|form| {
        let others = entry.others.iter();
        Entry {
            name: format!("{}{NESTING}{form}", entry.name),
            text: of(&entry.text, form),
            others: others.map(|(iso, text)| (iso.clone(), of(text, form))).collect(),
            ..entry.clone()
        }
    });
    forms.collect()
}

fn texts(entry: &Entry) -> impl Iterator<Item = &Text> {
    let others = entry.others.iter().map(|(_, text)| text);
    std::iter::once(&entry.text).chain(others)
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

/// The key and the form that a name is made of.
fn form(name: &str) -> Option<(&str, &str)> {
    let split = name.rsplit_once(NESTING);
    split.filter(|(key, form)| FORMS.contains(form) && !key.is_empty())
}

fn belongs(group: &[Entry], name: &str) -> bool {
    let (Some((key, _)), Some(first)) = (form(name), group.first()) else {
        return false;
    };
    form(&first.name).is_some_and(|(known, _)| known == key)
        && group.iter().all(|entry| entry.name != name)
}

fn close(group: &mut Vec<Entry>, folded: &mut Vec<Entry>) {
    let entries = std::mem::take(group);
    let forms = || entries.iter().filter_map(|entry| Some((form(&entry.name)?.1, entry)));
    let is_plural = entries.len() > 1 && forms().any(|(form, _)| form == "other");
    let Some(first) = entries.first().filter(|_| is_plural) else {
        folded.extend(entries);
        return;
    };
    let gather = |of: &dyn Fn(&Entry) -> Option<String>| {
        let forms = forms().filter_map(|(form, entry)| Some((form.to_owned(), of(entry)?)));
        Text::Forms(forms.collect())
    };
    let others = first.others.iter().map(|(iso, _)| {
        let text = gather(&|entry| {
            let mut others = entry.others.iter();
            let (_, text) = others.find(|(known, _)| known == iso)?;
            Some(text.plain().to_owned())
        });
        (iso.clone(), text)
    });
    folded.push(Entry {
        name: form(&first.name).map_or_else(String::new, |(key, _)| key.to_owned()),
        text: gather(&|entry| Some(entry.text.plain().to_owned())),
        others: others.collect(),
        ..first.clone()
    });
}
