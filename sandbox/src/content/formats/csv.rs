//! CSV: a row for each key, a column for each language, and what is said of the keys beside them.

use super::{Entry, Fault, Found, Reading, Writing};
use crate::content::names::is_same_code;
use crate::state::Text;

/// What the columns that are no languages are called, and the first of these when they are written.
const KEY: [&str; 4] = ["key", "key_name", "name", "id"];
const TEXT: [&str; 4] = ["translation", "value", "text", "target"];
const DESCRIPTION: [&str; 4] = ["description", "comment", "comments", "notes"];
const CONTEXT: [&str; 1] = ["context"];

/// What a column holds.
#[derive(Debug, Clone, PartialEq)]
enum Column {
    Key,
    /// In the language of the upload.
    Text,
    /// In the language of this code.
    Language(String),
    Description,
    Context,
    /// Nothing that is known here.
    Other,
}

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Found {
    let delimiter = delimiter(text);
    let mut builder = csv::ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true);
    let mut reader = builder.delimiter(delimiter).from_reader(text.as_bytes());
    let mut columns: Option<Vec<Column>> = None;
    let mut entries = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            fault(line, "this is no row of CSV")
        })?;
        let line = row.position().map_or(1, csv::Position::line);
        let Some(columns) = &columns else {
            match header(&row, reading) {
                Some(header) => columns = Some(header),
                None => {
                    // No header: a key, and its text.
                    columns = Some(vec![Column::Key, Column::Text]);
                    entries.extend(entry(&row, columns.as_deref().unwrap_or_default(), line)?);
                }
            }
            continue;
        };
        entries.extend(entry(&row, columns, line)?);
    }
    Ok(entries)
}

fn fault(line: u64, reason: impl Into<String>) -> Fault {
    Fault::new(usize::try_from(line).unwrap_or(usize::MAX), reason)
}

/// What separates the columns: whatever the first line has most of.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |delimiter: u8| first.bytes().filter(|byte| *byte == delimiter).count();
    let most = [b'\t', b';', b','].into_iter().max_by_key(|it| count(*it));
    most.unwrap_or(b',')
}

/// The columns that a row names, when it is a header: it has a key, and texts.
fn header(row: &csv::StringRecord, reading: &Reading<'_>) -> Option<Vec<Column>> {
    let column = |name: &str| {
        let name = name.trim();
        let is = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(name));
        let mut languages = reading.languages.iter();
        if is_same_code(name, &reading.language.iso) {
            Column::Text
        } else if let Some(language) = languages.find(|it| is_same_code(name, &it.iso)) {
            Column::Language(language.iso.clone())
        } else if is(&KEY) {
            Column::Key
        } else if is(&TEXT) {
            Column::Text
        } else if is(&DESCRIPTION) {
            Column::Description
        } else if is(&CONTEXT) {
            Column::Context
        } else {
            Column::Other
        }
    };
    let columns: Vec<Column> = row.iter().map(column).collect();
    let has_texts =
        columns.iter().any(|column| matches!(column, Column::Text | Column::Language(_)));
    (columns.contains(&Column::Key) && (has_texts || columns.len() > 2)).then_some(columns)
}

/// What a row says; nothing when it is empty.
fn entry(row: &csv::StringRecord, columns: &[Column], line: u64) -> Result<Option<Entry>, Fault> {
    if row.iter().all(str::is_empty) {
        return Ok(None);
    }
    if row.len() > columns.len() {
        let (has, known) = (row.len(), columns.len());
        return Err(fault(line, format!("the row has {has} columns, and the first row {known}")));
    }
    let mut entry = Entry::default();
    for (column, cell) in columns.iter().zip(row) {
        match column {
            Column::Key => cell.clone_into(&mut entry.name),
            Column::Text => entry.text = Text::Plain(cell.to_owned()),
            Column::Language(iso) => {
                let text = Text::Plain(cell.to_owned());
                entry.others.push((iso.clone(), text));
            }
            Column::Description => cell.clone_into(&mut entry.description),
            Column::Context => cell.clone_into(&mut entry.context),
            Column::Other => {}
        }
    }
    match entry.name.is_empty() {
        true => Err(fault(line, "the row has no key")),
        false => Ok(Some(entry)),
    }
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let mut languages: Vec<&str> = Vec::new();
    for (iso, _) in entries.iter().flat_map(|entry| &entry.others) {
        if !languages.contains(&&**iso) {
            languages.push(iso);
        }
    }
    let has = |of: fn(&Entry) -> &String| entries.iter().any(|entry| !of(entry).is_empty());
    let (described, placed) = (has(|it| &it.description), has(|it| &it.context));
    let mut header = vec![KEY[0], writing.iso];
    header.extend(&languages);
    header.extend(described.then_some(DESCRIPTION[0]));
    header.extend(placed.then_some(CONTEXT[0]));

    let mut writer = csv::Writer::from_writer(Vec::new());
    // Rows of one length are written into memory without fail.
    let _ = writer.write_record(&header);
    for entry in entries {
        let mut row = vec![&*entry.name, entry.text.plain()];
        row.extend(languages.iter().map(|wanted| {
            let mut others = entry.others.iter();
            let found = others.find(|(iso, _)| iso == wanted);
            found.map_or("", |(_, text)| text.plain())
        }));
        row.extend(described.then_some(&*entry.description));
        row.extend(placed.then_some(&*entry.context));
        let _ = writer.write_record(&row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
