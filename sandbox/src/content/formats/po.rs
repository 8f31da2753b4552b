//! Gettext: messages with contexts, plurals, and comments that describe them.

use std::collections::{BTreeMap, HashMap};

use super::text::{escape, unquote};
use super::{Codec, Entry, Fault, Found, Reading, Writing};
use crate::state::Text;

pub(super) const CODEC: Codec = Codec { read, write, plurals: true };

/// Between context and message in the name of a key whose message has several contexts in its file.
const GLUE: char = '\u{4}';
/// The rule of a file by the first and the number of its forms.
const RULES: [(&str, usize, &str); 4] = [
    ("other", 1, "0"),
    ("one", 3, SLAVIC),
    ("one", 4, SLAVIC),
    ("zero", 6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"),
];
const SLAVIC: &str =
    "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)";

/// The texts of a message by their keywords.
#[derive(Debug, Default)]
struct Message<'t> {
    comments: Vec<&'t str>,
    texts: BTreeMap<&'t str, String>,
    /// The last keyword.
    last: &'t str,
}

fn read(text: &str, reading: &Reading<'_>) -> Found {
    let mut entries = Vec::new();
    let mut message = Message::default();
    for (index, line) in text.lines().chain([""]).enumerate() {
        let line = line.trim();
        let ends = ["#", "msgctxt", "msgid "].iter().any(|start| line.starts_with(start));
        if message.last.starts_with("msgstr") && (ends || line.is_empty()) {
            entries.push(std::mem::take(&mut message).entry(reading.plural_forms));
        }
        message.add(line).map_err(|reason| Fault::new(index + 1, reason))?;
    }
    if !message.texts.is_empty() {
        return Err(Fault::new(text.lines().count(), "the last message has no msgstr"));
    }
    let mut times: HashMap<String, usize> = HashMap::new();
    for entry in &entries {
        *times.entry(entry.name.clone()).or_default() += 1;
    }
    // The message without an id is the header.
    entries.retain(|entry| !entry.name.is_empty());
    for entry in &mut entries {
        if times[&entry.name] > 1 && !entry.context.is_empty() {
            entry.name = format!("{}{GLUE}{}", entry.context, entry.name);
        }
    }
    Ok(entries)
}

impl<'t> Message<'t> {
    /// Adds a line: a comment, a keyword with its text, or more of the text before.
    fn add(&mut self, line: &'t str) -> Result<(), &'static str> {
        if line.is_empty() {
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('#') {
            // Others have references, flags, older and obsolete messages.
            self.comments.extend(comment.strip_prefix(['.', ' ']).map(str::trim));
            return Ok(());
        }
        let place = line.find('"').ok_or("expected a quoted text")?;
        let (keyword, quoted) = (line[..place].trim(), &line[place..]);
        let (text, rest) = unquote(quoted)?;
        let is_known = matches!(keyword, "msgctxt" | "msgid" | "msgid_plural" | "msgstr")
            || (keyword.starts_with("msgstr[") && keyword.ends_with(']'));
        match keyword {
            _ if !rest.is_empty() => return Err("expected nothing after the text"),
            "" if !self.last.is_empty() => {}
            _ if !is_known => return Err("expected msgctxt, msgid, msgid_plural or msgstr"),
            _ if self.texts.contains_key(keyword) => return Err("expected msgstr before this"),
            _ if keyword.starts_with("msgstr") && !self.texts.contains_key("msgid") => {
                return Err("expected msgid before msgstr");
            }
            _ => self.last = keyword,
        }
        self.texts.entry(self.last).or_default().push_str(&text);
        Ok(())
    }

    fn entry(mut self, forms: &[String]) -> Entry {
        let mut take = |keyword| self.texts.remove(keyword);
        let name = take("msgid").unwrap_or_default();
        let (context, plural) = (take("msgctxt").unwrap_or_default(), take("msgid_plural"));
        let mut said = self.texts.into_values();
        let text = match plural {
            Some(_) => Text::Forms(forms.iter().cloned().zip(said).collect()),
            None => Text::Plain(said.next().unwrap_or_default()),
        };
        Entry {
            description: self.comments.join("\n"),
            context,
            plural_name: plural.filter(|plural| *plural != name).unwrap_or_default(),
            ..Entry::new(name, text)
        }
    }
}

fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let forms = forms(entries, writing.plural_forms);
    let first = forms.first().map_or("", |form| form);
    let rule = RULES.iter().find(|(known, count, _)| *known == first && *count == forms.len());
    let mut text = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Language: {}\\n\"\n\"MIME-Version: 1.0\\n\"\n\
         \"Content-Type: text/plain; charset=UTF-8\\n\"\n\
         \"Content-Transfer-Encoding: 8bit\\n\"\n\"Plural-Forms: nplurals={}; plural={};\\n\"\n",
        writing.iso,
        forms.len(),
        rule.map_or("(n != 1)", |(.., rule)| rule),
    );
    for entry in entries {
        text.push('\n');
        text.extend(entry.description.lines().map(|line| format!("#. {line}\n")));
        let mut line = |keyword: &str, said: &str| {
            text.push_str(&format!("{keyword} \"{}\"\n", escape(said, "\\\"", "", |_| false)));
        };
        let (context, id) = entry.name.split_once(GLUE).unwrap_or((&entry.context, &entry.name));
        if !context.is_empty() {
            line("msgctxt", context);
        }
        line("msgid", id);
        let said = match &entry.text {
            Text::Plain(said) => {
                line("msgstr", said);
                continue;
            }
            Text::Forms(said) => said,
        };
        line("msgid_plural", if entry.plural_name.is_empty() { id } else { &entry.plural_name });
        for (index, form) in forms.iter().enumerate() {
            let found = said.iter().find(|(known, _)| known == form);
            line(&format!("msgstr[{index}]"), found.map_or("", |(_, text)| text));
        }
    }
    text
}

/// Returns the forms of a file. A language with `many` has `other` only for fractions, and catalogs
/// do not have that form, unless a text has it.
fn forms<'f>(entries: &[Entry], of_language: &'f [String]) -> &'f [String] {
    let is_other = |(form, text): &(String, String)| form == "other" && !text.is_empty();
    let has_other = entries.iter().any(|entry| match &entry.text {
        Text::Forms(forms) => forms.iter().any(is_other),
        Text::Plain(_) => false,
    });
    match of_language {
        [whole @ .., last]
            if last == "other" && !has_other && whole.iter().any(|it| it == "many") =>
        {
            whole
        }
        all => all,
    }
}
