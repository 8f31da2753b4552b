//! XLIFF: written in 1.2, and read in 1.2 and 2.0.

use std::fmt::Write as _;

use roxmltree::Node;

use super::{Entry, Fault, Found, Reading, Writing, xml};
use crate::content::names::is_same_code;
use crate::state::Text;

/// What marks a group as the forms of a plural.
const PLURALS: &str = "x-gettext-plurals";

/// The languages of a file.
#[derive(Debug, Clone, Copy)]
struct Languages {
    /// Whether the source texts are in the language of the upload.
    source_is_target: bool,
    /// Whether they are in the base language.
    source_is_base: bool,
}

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Found {
    let document = xml::parse(text, "xliff")?;
    let root = document.root_element();
    let mut entries = Vec::new();
    for file in xml::elements(root).filter(|node| node.tag_name().name() == "file") {
        // Version 2 says the languages once for all files.
        let source = file.attribute("source-language").or(root.attribute("srcLang"));
        let source = source.unwrap_or_default();
        let base = reading.languages.first();
        let languages = Languages {
            source_is_target: is_same_code(source, &reading.language.iso),
            source_is_base: base.is_some_and(|base| is_same_code(source, &base.iso)),
        };
        group(file, languages, &mut entries)?;
    }
    Ok(entries)
}

fn group(node: Node<'_, '_>, languages: Languages, entries: &mut Vec<Entry>) -> Result<(), Fault> {
    for child in xml::elements(node) {
        match child.tag_name().name() {
            "trans-unit" | "unit" => entries.push(unit(child, languages)?),
            "group" if child.attribute("restype") == Some(PLURALS) => {
                entries.push(plural(child, languages)?);
            }
            "group" | "body" => group(child, languages, entries)?,
            _ => {}
        }
    }
    Ok(())
}

fn name<'n>(node: Node<'n, '_>) -> Result<&'n str, Fault> {
    let named = node.attribute("resname").or(node.attribute("name"));
    named.map_or_else(|| xml::attribute(node, "id"), Ok)
}

fn unit(node: Node<'_, '_>, languages: Languages) -> Result<Entry, Fault> {
    let said = |name| {
        // Version 2 cuts texts into segments.
        let segments = xml::elements(node).filter(|it| it.tag_name().name() == "segment");
        let parts = std::iter::once(node).chain(segments);
        let parts: Vec<_> = parts.filter_map(|part| xml::element(part, name)).collect();
        let texts = parts.iter().map(|part| xml::inner(*part).into_text());
        (!parts.is_empty()).then(|| texts.collect::<String>())
    };
    let source = said("source").ok_or_else(|| xml::fault(node, "expected a <source>"))?;
    let text = match said("target") {
        Some(target) => target,
        None if languages.source_is_target => source.clone(),
        None => String::new(),
    };
    let mut entry = Entry {
        description: notes(node),
        context: context(node),
        ..Entry::plain(name(node)?, text)
    };
    if languages.source_is_base && !languages.source_is_target {
        entry.source = source;
    }
    Ok(entry)
}

fn notes(node: Node<'_, '_>) -> String {
    let inner = xml::element(node, "notes").unwrap_or(node);
    let notes = xml::elements(inner).filter(|it| it.tag_name().name() == "note");
    let notes: Vec<_> = notes.map(|note| xml::inner(note).into_text()).collect();
    notes.join("\n")
}

fn context(node: Node<'_, '_>) -> String {
    let group = xml::element(node, "context-group");
    let context = group.and_then(|group| xml::element(group, "context"));
    context.map_or_else(String::new, |context| xml::inner(context).into_text())
}

/// A plural: a unit for each form, named after it.
fn plural(node: Node<'_, '_>, languages: Languages) -> Result<Entry, Fault> {
    let units = xml::elements(node).filter(|it| it.tag_name().name() == "trans-unit");
    let forms = units.map(|node| {
        let form = unit(node, languages)?;
        Ok((form.name, form.text.plain().to_owned()))
    });
    let forms: Result<_, Fault> = forms.collect();
    Ok(Entry {
        description: notes(node),
        context: context(node),
        ..Entry::new(name(node)?, Text::Forms(forms?))
    })
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let mut text = format!(
        "{}<xliff version=\"1.2\" xmlns=\"{}\" xmlns:xliff=\"{}\">\n  <file original=\"{}\" \
         source-language=\"{}\" target-language=\"{}\" datatype=\"plaintext\">\n    <body>\n",
        xml::HEAD,
        xml::XLIFF,
        xml::XLIFF,
        xml::value(writing.filename),
        xml::value(writing.base),
        xml::value(writing.iso),
    );
    for entry in entries {
        let name = xml::value(&entry.name);
        let about = about(entry);
        // Writing into a text cannot fail.
        let _ = match &entry.text {
            Text::Plain(said) => {
                let said = pair(&entry.source, said);
                let start = format!("<trans-unit id=\"{name}\" resname=\"{name}\"");
                writeln!(text, "      {start} xml:space=\"preserve\">{said}{about}</trans-unit>")
            }
            Text::Forms(forms) => {
                let start =
                    format!("<group restype=\"{PLURALS}\" id=\"{name}\" resname=\"{name}\">");
                let _ = writeln!(text, "      {start}{about}");
                for (form, said) in forms {
                    let (form, said) = (xml::value(form), pair(said, said));
                    let start = format!("<trans-unit id=\"{name}[{form}]\" resname=\"{form}\"");
                    let _ = writeln!(
                        text,
                        "        {start} xml:space=\"preserve\">{said}</trans-unit>"
                    );
                }
                writeln!(text, "      </group>")
            }
        };
    }
    text.push_str("    </body>\n  </file>\n</xliff>\n");
    text
}

fn pair(source: &str, target: &str) -> String {
    let (source, target) = (xml::content(source), xml::content(target));
    format!("<source>{source}</source><target>{target}</target>")
}

fn about(entry: &Entry) -> String {
    let mut about = String::new();
    if !entry.context.is_empty() {
        let context = xml::escape(&entry.context);
        about = format!(
            "<context-group purpose=\"information\"><context context-type=\"x-context\">\
             {context}</context></context-group>"
        );
    }
    if !entry.description.is_empty() {
        let _ = write!(about, "<note>{}</note>", xml::escape(&entry.description));
    }
    about
}
