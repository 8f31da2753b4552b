//! Plurals of Apple's platforms.
//!
//! The text around the only variable of an entry belongs to each form, for the forms are the texts
//! that users see. With several variables each is an entry, and so is the text around them.

use std::rc::Rc;

use roxmltree::Node;

use crate::formats::elements::{Outer, OuterKind, splice};
use crate::formats::xml::{self, Found, Place, Source, Style, Unit, Xml};
use crate::formats::{EntryState, SyntaxError, Text};

const FORMAT: &str = "NSStringLocalizedFormatKey";

pub(crate) const STRINGSDICT: Xml = Xml { parse, write };

fn dict<'n, 'd>(source: &'n Source<'d>) -> Result<Node<'n, 'd>, SyntaxError> {
    let root = source.root();
    let missing = || source.error(root, "expected <dict> in <plist>".to_owned());
    xml::named(root, "dict").next().ok_or_else(missing)
}

struct Pair<'n, 'd> {
    key: Node<'n, 'd>,
    name: String,
    value: Node<'n, 'd>,
}

fn pairs<'n, 'd>(
    source: &Source<'_>,
    dict: Node<'n, 'd>,
) -> Result<Vec<Pair<'n, 'd>>, SyntaxError> {
    let mut nodes = xml::elements(dict);
    let mut pairs = Vec::new();
    while let Some(key) = nodes.next() {
        let name = xml::text(key);
        let value = nodes.next().filter(|value| !value.has_tag_name("key"));
        let Some(value) = value.filter(|_| key.has_tag_name("key")) else {
            return Err(source.error(key, "expected a <key> and its value".to_owned()));
        };
        pairs.push(Pair { key, name, value });
    }
    Ok(pairs)
}

fn parse(text: &str) -> Result<Found<'_>, SyntaxError> {
    let source = xml::parse(text, "plist")?;
    let mut units = Vec::new();
    for pair in pairs(&source, dict(&source)?)? {
        entry(&source, &pair, &mut units)?;
    }
    source.is_unique(&units)?;
    let content = source.content(dict(&source)?);
    Ok(Found { content, units, empty: Vec::new(), source })
}

fn entry(
    source: &Source<'_>,
    pair: &Pair<'_, '_>,
    units: &mut Vec<Unit>,
) -> Result<(), SyntaxError> {
    let key = pair.name.clone();
    if pair.value.has_tag_name("string") {
        units.push(unit(source, key, pair)?);
        return Ok(());
    }
    let inner = pairs(source, pair.value)?;
    let mut parts = Vec::new();
    let mut format = None;
    for part in inner {
        if part.value.has_tag_name("dict") {
            parts.push(variable(source, &part)?);
        } else if part.name == FORMAT {
            format = Some(unit(source, format!("{key}::{FORMAT}"), &part)?);
        }
    }
    match (&mut *parts, &mut format) {
        ([], _) => {
            return Err(source.error(pair.key, format!("`{key}` has no variable with forms")));
        }
        ([only], format) if format.as_ref().is_none_or(|it| around(it, only).is_some()) => {
            if let Some((format, [before, after])) =
                format.as_ref().and_then(|format| Some((format, around(format, only)?)))
            {
                for place in &mut only.places {
                    place.text = format!("{before}{}{after}", place.text);
                }
                let form = |place: &Place| (place.form.clone(), place.text.clone());
                only.entry.text = Text::Forms(only.places.iter().map(form).collect());
                only.entry.value.start = only.entry.value.start.min(format.entry.value.start);
                only.entry.value.end = only.entry.value.end.max(format.entry.value.end);
                let name = only.entry.key.clone();
                let reference = reference(&format.places[0].text, &name).unwrap_or_default();
                only.on_set = vec![(format.entry.value.clone(), reference)];
            }
            only.entry.span = span(source, pair);
            only.entry.line = source.line(pair.key);
            only.entry.key = key;
            units.append(&mut parts);
        }
        _ => {
            let outer = Rc::new(Outer {
                id: key.clone(),
                kind: OuterKind::Whole,
                span: span(source, pair),
                end: source.last(&source.content(pair.value)),
            });
            let variables = parts.into_iter().map(|mut unit| {
                unit.entry.key = format!("{key}::{}", unit.entry.key);
                unit
            });
            let format = format.map(|mut format| {
                let text = &format.places[0].text;
                let ranges = references(text).map(|(range, _)| (range, String::new()));
                let rest = splice(text, 0..text.len(), ranges.collect());
                if !rest.contains(char::is_alphabetic) {
                    format.entry.state = EntryState::Fixed;
                }
                format
            });
            let all = format.into_iter().chain(variables);
            units.extend(all.map(|unit| Unit { outer: Some(Rc::clone(&outer)), ..unit }));
        }
    }
    Ok(())
}

fn span(source: &Source<'_>, pair: &Pair<'_, '_>) -> std::ops::Range<usize> {
    source.span(pair.key.range().start..pair.value.range().end)
}

fn unit(source: &Source<'_>, key: String, pair: &Pair<'_, '_>) -> Result<Unit, SyntaxError> {
    let place = source.place(pair.value, xml::text(pair.value));
    let mut unit = source.unit(key, pair.key, place);
    unit.entry.span = span(source, pair);
    Ok(unit)
}

fn variable(source: &Source<'_>, pair: &Pair<'_, '_>) -> Result<Unit, SyntaxError> {
    let mut places = Vec::new();
    // Variants by width or device are no quantities.
    let is_plural = !pair.name.starts_with("NSString");
    for form in pairs(source, pair.value)? {
        if form.name.starts_with("NSString") {
            continue;
        }
        if is_plural {
            source.quantity(form.key, &form.name)?;
        }
        places.push(Place {
            name: source.content(form.key),
            span: span(source, &form),
            form: form.name,
            ..source.place(form.value, xml::text(form.value))
        });
    }
    let mut unit = source.plural(pair.name.clone(), pair.key, places)?;
    unit.entry.span = span(source, pair);
    Ok(unit)
}

/// Returns where `%#@name@` and `%1$#@name@` stand in a text, and their names.
fn references(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    text.match_indices("#@").filter_map(|(at, _)| {
        let name = text[at + 2..].split_once('@')?.0;
        let before = text[..at].trim_end_matches('$');
        let start = before.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let start = if before.len() == at { before } else { start };
        start.ends_with('%').then(|| (start.len() - 1..at + 3 + name.len(), name))
    })
}

fn reference(text: &str, name: &str) -> Option<String> {
    let found = references(text).find(|(_, found)| *found == name)?;
    Some(text[found.0].to_owned())
}

/// Returns the text before and behind the variable, if there is only this one.
fn around(format: &Unit, variable: &Unit) -> Option<[String; 2]> {
    let text = &*format.places.first()?.text;
    let mut found = references(text);
    let (range, name) = found.next()?;
    let is_only = found.next().is_none() && name == variable.entry.key;
    is_only.then(|| [text[..range.start].to_owned(), text[range.end..].to_owned()])
}

fn write(source: &str, unit: &Unit, text: &Text, style: &Style) -> String {
    let write = |place: &Place, content: &str, text: &str| xml::plain(place, content, text, style);
    let ([(format, reference)], Text::Forms(forms)) = (&*unit.on_set, text) else {
        return xml::value(source, unit, text, &write);
    };
    // The text around the variable stays if all forms have it.
    let format_text = xml::unescape(&source[format.clone()]);
    let (before, after) = format_text.split_once(&**reference).unwrap_or_default();
    let inner = |text: &str| {
        text.strip_prefix(before).and_then(|text| text.strip_suffix(after)).map(str::to_owned)
    };
    let inside: Option<Vec<_>> =
        forms.iter().map(|(form, text)| Some((form.clone(), inner(text)?))).collect();
    let mut unit = unit.clone();
    match inside {
        Some(inside) => {
            unit.on_set.clear();
            for place in &mut unit.places {
                place.text = inner(&place.text).unwrap_or_default();
            }
            xml::value(source, &unit, &Text::Forms(inside), &write)
        }
        None => {
            // No form keeps its bytes.
            unit.places.iter_mut().for_each(|place| place.text.push('\0'));
            xml::value(source, &unit, text, &write)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Edit;
    use crate::formats::xml::tests::{edits, entry, fails, forms, one, reads};

    fn file(format: &str, forms: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>
<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://a/PropertyList-1.0.dtd\">
<plist version=\"1.0\">
<dict>
\t<!-- Days -->
\t<key>n</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>{format}</string>
\t\t<key>days</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
{forms}\t\t</dict>
\t</dict>
</dict>
</plist>
"
        )
    }

    fn form(form: &str, text: &str) -> String {
        format!("\t\t\t<key>{form}</key>\n\t\t\t<string>{text}</string>\n")
    }

    #[test]
    fn the_forms_of_one_variable_are_an_entry() {
        let [old_one, old_other] = [form("one", "%d day"), form("other", "%d days")];
        let source = file("%#@days@ left", &(old_one.clone() + &old_other));
        reads(&STRINGSDICT, &source, &["n=one:%d day left|other:%d days left"]);
        // The text around stays where all forms have it.
        let text =
            forms(&[("one", "%d & left"), ("few", "%d few left"), ("other", "%d days left")]);
        let few = form("few", "%d few");
        let new = form("one", "¦%d day¦%d &amp;¦") + "¦¦" + &few + "¦" + &old_other;
        let set = [Edit::Set { key: "n", text: &text }];
        edits(&STRINGSDICT, "", &file("%#@days@ left", &new), &set);
        let text = forms(&[("other", "noch %d")]);
        let new = format!("¦{old_one}¦¦{}", form("other", "¦%d days¦noch %d¦"));
        let set = [Edit::Set { key: "n", text: &text }];
        edits(&STRINGSDICT, "", &file("¦%#@days@ left¦%#@days@¦", &new), &set);
        let insert = [Edit::Insert { key: "n", text: &text, after: None }];
        let (head, rest) = source.split_once("\t<!--").unwrap();
        let (entry, _) = rest.split_once("</dict>\n</plist>").unwrap();
        let entry =
            entry.replace(&old_one, "").replace("%d days", "noch %d").replace("@ left", "@");
        edits(&STRINGSDICT, &source, &format!("{head}¦¦\t<!--{entry}¦</dict></plist>"), &insert);
    }

    #[test]
    fn several_variables_are_entries() {
        let more = form("other", "%d days")
            + "\t\t</dict>\n\t\t<key>hours</key>\n\t\t<dict>\n"
            + &form("other", "¦%d h¦%d Std.¦");
        let marked = file("%1$#@days@, %2$#@hours@", &more);
        let base = file("%1$#@days@ and %2$#@hours@", &more.replace("¦%d h¦%d Std.¦", "%d h"));
        reads(
            &STRINGSDICT,
            &base,
            &[
                "n::NSStringLocalizedFormatKey=%1$#@days@ and %2$#@hours@",
                "n::days=other:%d days",
                "n::hours=other:%d h",
            ],
        );
        let fixed = base.replace(" and ", ", ");
        let format = entry(&STRINGSDICT, &fixed, "n::NSStringLocalizedFormatKey");
        assert_eq!(format.state, EntryState::Fixed);
        let text = forms(&[("other", "%d Std.")]);
        edits(&STRINGSDICT, &base, &marked, &[Edit::Set { key: "n::hours", text: &text }]);
        edits(&STRINGSDICT, &base, &base, &[Edit::Remove { key: "n::hours" }]);
        let plain = "<plist><dict>\n¦¦<key>a</key><string>b</string>\n¦</dict></plist>";
        let text = one("b");
        let base = "<plist><dict>\n<key>a</key><string>x</string></dict></plist>";
        edits(&STRINGSDICT, base, plain, &[Edit::Insert { key: "a", text: &text, after: None }]);
    }

    #[test]
    fn mistakes_have_a_line() {
        fails(&STRINGSDICT, &file("%#@days@", &form("lots", "x")), 14, "unknown quantity `lots`");
        fails(&STRINGSDICT, &file("%#@days@", ""), 10, "`days` has no forms");
        let twice = form("one", "x") + &form("one", "x");
        fails(&STRINGSDICT, &file("%#@days@", &twice), 10, "`one` twice");
        fails(
            &STRINGSDICT,
            "<plist><dict>\n<key>a</key><key>b</key></dict></plist>",
            2,
            "its value",
        );
        fails(
            &STRINGSDICT,
            "<plist><dict><key>a</key><string/>\n<key>a</key><string/></dict></plist>",
            2,
            "duplicate",
        );
    }
}
