//! Gettext: messages with contexts, plurals, and comments that describe them.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::text::unescape;
use super::{Entry, Fault, Found, Reading, Writing};
use crate::state::Text;

/// Between context and message in the name of a key whose message has several contexts in its file.
const GLUE: char = '\u{4}';
const KEYWORDS: [&str; 4] = ["msgctxt", "msgid", "msgid_plural", "msgstr"];

/// The keywords of a message with their texts, in the order of the file.
#[derive(Debug, Default)]
struct Message {
    description: Vec<String>,
    parts: Vec<(String, String)>,
}

impl Message {
    fn get(&self, keyword: &str) -> Option<&str> {
        let part = self.parts.iter().find(|(known, _)| known == keyword);
        part.map(|(_, text)| text.as_str())
    }

    fn texts(&self) -> impl Iterator<Item = &String> {
        let texts = self.parts.iter().filter(|(keyword, _)| keyword.starts_with("msgstr"));
        texts.map(|(_, text)| text)
    }

    fn id(&self) -> &str {
        self.get("msgid").unwrap_or_default()
    }
}

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Found {
    let messages = messages(text)?;
    let mut times: HashMap<&str, usize> = HashMap::new();
    for message in &messages {
        *times.entry(message.id()).or_default() += 1;
    }
    let entries = messages.iter().map(|message| {
        let id = message.id();
        let context = message.get("msgctxt").unwrap_or_default();
        let name = match times.get(id).is_some_and(|times| *times > 1) && !context.is_empty() {
            true => format!("{context}{GLUE}{id}"),
            false => id.to_owned(),
        };
        let plural = message.get("msgid_plural");
        let text = match plural {
            None => Text::Plain(message.texts().next().cloned().unwrap_or_default()),
            Some(_) => {
                let forms = forms(&reading.language.plural_forms).into_iter();
                Text::Forms(forms.zip(message.texts().cloned()).collect())
            }
        };
        Entry {
            description: message.description.join("\n"),
            context: context.to_owned(),
            plural_name: plural.filter(|plural| *plural != id).unwrap_or_default().to_owned(),
            ..Entry::new(name, text)
        }
    });
    // The one without an id is the header.
    Ok(entries.filter(|entry| !entry.name.is_empty()).collect())
}

/// Returns the forms of a language, in the order of its texts.
fn forms(of_language: &[String]) -> Vec<String> {
    match of_language {
        [] => vec!["one".to_owned(), "other".to_owned()],
        forms => forms.to_vec(),
    }
}

fn messages(text: &str) -> Result<Vec<Message>, Fault> {
    let mut messages = Vec::new();
    let mut message = Message::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let ends = ["#", "msgctxt", "msgid "].iter().any(|start| line.starts_with(start));
        if (line.is_empty() || ends) && message.texts().next().is_some() {
            messages.push(std::mem::take(&mut message));
        }
        if line.is_empty() {
            continue;
        }
        if let Some(comment) = line.strip_prefix('#') {
            // Others say where a message is from, what it was before, or that it is gone.
            let described = comment.strip_prefix('.').or(comment.strip_prefix(' '));
            message.description.extend(described.map(|text| text.trim().to_owned()));
            continue;
        }
        add(&mut message, line).map_err(|reason| Fault::new(index + 1, reason))?;
    }
    match (message.texts().count(), message.parts.len()) {
        (0, 0) => {}
        (0, _) => return Err(Fault::new(text.lines().count(), "the last message has no msgstr")),
        _ => messages.push(message),
    }
    Ok(messages)
}

/// Adds a line to a message: a keyword with its text, or more of the text before.
fn add(message: &mut Message, line: &str) -> Result<(), &'static str> {
    let place = line.find('"').ok_or("expected a quoted text")?;
    let (keyword, quoted) = (line[..place].trim(), &line[place..]);
    let text = unquote(quoted).ok_or("unclosed text: missing quote")?;
    let is_form = keyword.starts_with("msgstr[") && keyword.ends_with(']');
    if keyword.starts_with("msgstr") && message.get("msgid").is_none() {
        return Err("expected msgid before msgstr");
    }
    match message.parts.last_mut() {
        Some((_, before)) if keyword.is_empty() => before.push_str(&text),
        _ if is_form || KEYWORDS.contains(&keyword) => {
            message.parts.push((keyword.to_owned(), text));
        }
        _ => return Err("expected msgctxt, msgid, msgid_plural or msgstr before the text"),
    }
    Ok(())
}

fn unquote(text: &str) -> Option<String> {
    let mut chars = text.strip_prefix('"')?.chars();
    let mut unquoted = String::new();
    loop {
        unquoted.push(match chars.next()? {
            '"' => break,
            '\\' => unescape(chars.next()?),
            letter => letter,
        });
    }
    chars.all(char::is_whitespace).then_some(unquoted)
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let forms = forms(&writing.language.plural_forms);
    let used = used(&forms, entries);
    let mut text = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Language: {}\\n\"\n\"MIME-Version: 1.0\\n\"\n\
         \"Content-Type: text/plain; charset=UTF-8\\n\"\n\
         \"Content-Transfer-Encoding: 8bit\\n\"\n\"Plural-Forms: {}\\n\"\n",
        writing.iso,
        rule(used)
    );
    // Writing into a text cannot fail.
    let mut line = |keyword: &str, said: &str| {
        let said = super::text::quote(said, "", |_| false);
        let _ = writeln!(text, "{keyword} {said}");
    };
    for entry in entries {
        let (context, id) = entry.name.split_once(GLUE).unwrap_or((&entry.context, &entry.name));
        let comments = entry.description.lines().map(|line| format!("\n#. {line}"));
        match context {
            "" => line(&format!("{}\nmsgid", comments.collect::<String>()), id),
            context => {
                line(&format!("{}\nmsgctxt", comments.collect::<String>()), context);
                line("msgid", id);
            }
        }
        let said = match &entry.text {
            Text::Plain(said) => {
                line("msgstr", said);
                continue;
            }
            Text::Forms(said) => said,
        };
        line("msgid_plural", if entry.plural_name.is_empty() { id } else { &entry.plural_name });
        for (index, form) in used.iter().enumerate() {
            let found = said.iter().find(|(known, _)| known == form);
            line(&format!("msgstr[{index}]"), found.map_or("", |(_, text)| text));
        }
    }
    text
}

/// Returns the forms that a file has: `other` of a language that has another form for all whole
/// numbers only if a text has it.
fn used<'f>(forms: &'f [String], entries: &[Entry]) -> &'f [String] {
    let said = entries.iter().any(|entry| match &entry.text {
        Text::Forms(said) => said.iter().any(|(form, text)| form == "other" && !text.is_empty()),
        Text::Plain(_) => false,
    });
    match forms {
        [whole @ .., last] if last == "other" && !said && forms.iter().any(|it| it == "many") => {
            whole
        }
        all => all,
    }
}

/// Returns the rule which form goes with which number.
fn rule(forms: &[String]) -> String {
    let names: Vec<&str> = forms.iter().map(String::as_str).collect();
    let rule = match &*names {
        [_] => "0",
        ["one", "few", ..] => {
            "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)"
        }
        ["zero", "one", "two", "few", "many", ..] => {
            "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"
        }
        _ => "(n != 1)",
    };
    format!("nplurals={}; plural={rule};", forms.len())
}
