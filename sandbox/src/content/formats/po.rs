//! Gettext: messages with contexts, plurals, and comments that describe them.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::text::{octal, unescape};
use super::{Entry, Fault, Found, Reading, Writing};
use crate::state::Text;

/// Between context and message in the name of a key whose message has several contexts in its file.
const GLUE: char = '\u{4}';

/// A message as the lines of a file say it.
#[derive(Debug, Default)]
struct Message {
    description: Vec<String>,
    context: Option<String>,
    id: Option<String>,
    plural: Option<String>,
    texts: Vec<String>,
}

/// The part of a message that a line goes on with.
#[derive(Debug, Clone, Copy)]
enum Part {
    Context,
    Id,
    Plural,
    Text(usize),
}

/// The most forms a plural can have.
const MOST_FORMS: usize = 6;

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Found {
    let messages = messages(text)?;
    let mut times: HashMap<&str, usize> = HashMap::new();
    for message in &messages {
        *times.entry(message.id.as_deref().unwrap_or_default()).or_default() += 1;
    }
    let entries = messages.iter().map(|message| {
        let id = message.id.as_deref().unwrap_or_default();
        let context = message.context.as_deref().unwrap_or_default();
        let name = match times.get(id).is_some_and(|times| *times > 1) && !context.is_empty() {
            true => format!("{context}{GLUE}{id}"),
            false => id.to_owned(),
        };
        let text = match &message.plural {
            None => Text::Plain(message.texts.first().cloned().unwrap_or_default()),
            Some(_) => {
                let forms = forms(&reading.language.plural_forms).into_iter();
                Text::Forms(forms.zip(message.texts.iter().cloned()).collect())
            }
        };
        let plural_name = message.plural.clone().filter(|plural| plural != id);
        Entry {
            description: message.description.join("\n"),
            context: context.to_owned(),
            plural_name: plural_name.unwrap_or_default(),
            ..Entry::new(name, text)
        }
    });
    // The one without an id is the header.
    Ok(entries.filter(|entry| !entry.name.is_empty()).collect())
}

/// The forms of a language, in the order of its texts.
fn forms(of_language: &[String]) -> Vec<String> {
    match of_language {
        [] => vec!["one".to_owned(), "other".to_owned()],
        forms => forms.to_vec(),
    }
}

fn messages(text: &str) -> Result<Vec<Message>, Fault> {
    let mut messages = Vec::new();
    let mut message = Message::default();
    let mut part = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let starts = line.starts_with("msgctxt") || line.starts_with("msgid ");
        let complete = !message.texts.is_empty();
        if complete && (line.is_empty() || line.starts_with('#') || starts) {
            messages.push(std::mem::take(&mut message));
            part = None;
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
        let fault = |reason: &str| Fault::new(index + 1, reason);
        let quoted = match line.find('"') {
            Some(0) => line,
            Some(at) => {
                part = Some(self::part(line[..at].trim()).ok_or_else(|| {
                    fault("msgctxt, msgid, msgid_plural or msgstr is needed before the text")
                })?);
                &line[at..]
            }
            None => return Err(fault("a text between quotes is needed")),
        };
        let part = part.ok_or_else(|| fault("a text is nowhere to be put"))?;
        let text = unquote(quoted).ok_or_else(|| fault("the text is not closed by a quote"))?;
        message.add(part, &text).map_err(fault)?;
    }
    match (&message.id, message.texts.is_empty()) {
        (_, false) => messages.push(message),
        (Some(_), true) => {
            let last = text.lines().count();
            return Err(Fault::new(last, "the last message has no msgstr"));
        }
        (None, true) => {}
    }
    Ok(messages)
}

fn part(keyword: &str) -> Option<Part> {
    let index = keyword.strip_prefix("msgstr[");
    match keyword {
        "msgctxt" => Some(Part::Context),
        "msgid" => Some(Part::Id),
        "msgid_plural" => Some(Part::Plural),
        "msgstr" => Some(Part::Text(0)),
        _ => {
            let index: usize = index?.strip_suffix(']')?.trim().parse().ok()?;
            (index < MOST_FORMS).then_some(Part::Text(index))
        }
    }
}

impl Message {
    fn add(&mut self, part: Part, text: &str) -> Result<(), &'static str> {
        let place = match part {
            Part::Context => self.context.get_or_insert_default(),
            Part::Id => self.id.get_or_insert_default(),
            Part::Plural => self.plural.get_or_insert_default(),
            Part::Text(_) if self.id.is_none() => return Err("a msgid is needed before msgstr"),
            Part::Text(index) => {
                if self.texts.len() <= index {
                    self.texts.resize(index + 1, String::new());
                }
                &mut self.texts[index]
            }
        };
        place.push_str(text);
        Ok(())
    }
}

fn unquote(text: &str) -> Option<String> {
    let mut chars = text.strip_prefix('"')?.chars().peekable();
    let mut unquoted = String::new();
    loop {
        unquoted.push(match chars.next()? {
            '"' => break,
            '\\' => match chars.next()? {
                letter if letter.is_digit(8) => octal(letter.to_digit(8)?, &mut chars)?,
                letter => unescape(letter),
            },
            letter => letter,
        });
    }
    chars.all(char::is_whitespace).then_some(unquoted)
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let forms = forms(&writing.language.plural_forms);
    let used = used(&forms, entries);
    let header = format!(
        "Language: {}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n\
         Content-Transfer-Encoding: 8bit\nPlural-Forms: {}\n",
        writing.iso,
        rule(used)
    );
    let mut text = String::from("msgid \"\"\nmsgstr \"\"\n");
    for line in header.lines() {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "{}", quote(&format!("{line}\n")));
    }
    for entry in entries {
        text.push('\n');
        for line in entry.description.lines() {
            let _ = writeln!(text, "#. {line}");
        }
        let (context, id) = entry.name.split_once(GLUE).unwrap_or((&entry.context, &entry.name));
        if !context.is_empty() {
            let _ = writeln!(text, "msgctxt {}", quote(context));
        }
        let _ = writeln!(text, "msgid {}", quote(id));
        match &entry.text {
            Text::Plain(said) => {
                let _ = writeln!(text, "msgstr {}", quote(said));
            }
            Text::Forms(said) => {
                let plural = match &*entry.plural_name {
                    "" => id,
                    name => name,
                };
                let _ = writeln!(text, "msgid_plural {}", quote(plural));
                for (index, form) in used.iter().enumerate() {
                    let found = said.iter().find(|(known, _)| known == form);
                    let said = found.map_or("", |(_, text)| text);
                    let _ = writeln!(text, "msgstr[{index}] {}", quote(said));
                }
            }
        }
    }
    text
}

/// The forms that a file has: the one for fractions, of a language that has others for all whole
/// numbers, only where something is said in it.
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

/// Which form goes with which number.
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

fn quote(text: &str) -> String {
    super::text::quote(text, |letter| {
        letter.is_ascii_control().then(|| format!("\\{:03o}", u32::from(letter)))
    })
}
