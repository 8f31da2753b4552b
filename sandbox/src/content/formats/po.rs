//! Gettext: messages with contexts, plurals, and comments that describe them.

use std::collections::{BTreeMap, HashMap};

use super::text::{Token, escape, tokens};
use super::{Codec, Entry, Fault, File, Found};
use crate::state::Text;

pub(super) const CODEC: Codec = Codec { read, write, plurals: true };

/// Between context and message in the name of a key whose message has several contexts in its file.
const GLUE: char = '\u{4}';
/// Which form goes with which number, by the number of forms; others have `n != 1`.
const RULES: [(usize, &str); 3] = [
    (1, "0"),
    (3, "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)"),
    (6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"),
];

/// Returns the forms of a catalog. Of `many` and `other`, catalogs of most languages have the one
/// that whole numbers have.
fn forms(of_language: &[String]) -> Vec<&str> {
    let forms: Vec<&str> = of_language.iter().map(String::as_str).collect();
    match *forms {
        ["one", "few", "many", "other"] => vec!["one", "few", "many"],
        ["one", "many", "other"] => vec!["one", "other"],
        _ => forms,
    }
}

#[derive(Debug, Default)]
struct Message<'t> {
    comments: Vec<&'t str>,
    texts: BTreeMap<&'t str, String>,
    last: &'t str,
}

fn read(text: &str, file: &File<'_>) -> Found {
    let mut entries = Vec::new();
    let mut message = Message::default();
    for token in tokens(text, &[("#", "\n")]) {
        let (offset, token) = token?;
        let starts = matches!(token, Token::Comment(_) | Token::Word("msgctxt" | "msgid"));
        if starts && message.last.starts_with("msgstr") {
            entries.push(std::mem::take(&mut message).entry(file.plural_forms));
        }
        let added = message.add(token);
        added.map_err(|reason| Fault::at(text.as_bytes(), offset, reason))?;
    }
    if message.last.starts_with("msgstr") {
        entries.push(message.entry(file.plural_forms));
    } else if !message.texts.is_empty() {
        return Err(Fault::at(text.as_bytes(), text.len(), "the last message has no msgstr"));
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
    fn add(&mut self, token: Token<'t>) -> Result<(), &'static str> {
        match token {
            // Others have references, flags, older and obsolete messages.
            Token::Comment(comment) => {
                self.comments.extend(comment.strip_prefix(['.', ' ']).map(str::trim));
            }
            Token::Text(text) => {
                let before = self.texts.get_mut(self.last);
                before.ok_or("expected a keyword before the text")?.push_str(&text);
            }
            Token::Word(keyword) => {
                let is_form = keyword.starts_with("msgstr");
                if is_form && !self.texts.contains_key("msgid") {
                    return Err("expected msgid before msgstr");
                } else if !is_form && !["msgctxt", "msgid", "msgid_plural"].contains(&keyword) {
                    return Err("expected msgctxt, msgid, msgid_plural or msgstr");
                } else if self.texts.insert(keyword, String::new()).is_some() {
                    return Err("expected msgstr before the next message");
                }
                self.last = keyword;
            }
            Token::Mark(_) => return Err("expected a keyword or a quoted text"),
        }
        Ok(())
    }

    fn entry(mut self, of_language: &[String]) -> Entry {
        let mut take = |keyword| self.texts.remove(keyword);
        let name = take("msgid").unwrap_or_default();
        let (context, plural) = (take("msgctxt").unwrap_or_default(), take("msgid_plural"));
        let mut said = self.texts.into_values();
        let forms = forms(of_language).into_iter().map(str::to_owned);
        let text = match plural {
            Some(_) => Text::Forms(forms.zip(said).collect()),
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

fn write(entries: &[Entry], file: &File<'_>) -> String {
    let forms = forms(file.plural_forms);
    let rule = RULES.iter().find(|(count, _)| *count == forms.len());
    let mut text = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Language: {}\\n\"\n\"MIME-Version: 1.0\\n\"\n\
         \"Content-Type: text/plain; charset=UTF-8\\n\"\n\
         \"Content-Transfer-Encoding: 8bit\\n\"\n\"Plural-Forms: nplurals={}; plural={};\\n\"\n",
        file.iso,
        forms.len(),
        rule.map_or("(n != 1)", |(_, rule)| rule),
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
