//! XLIFF 1.2 and 2.0: the targets, by the names of their units, or else by their ids.
//!
//! A unit without a target has the text of its source in a file of one language, and none in a
//! translation. In both a new text becomes its target. The segments of a unit are one text; a new
//! one is written to the first.

use std::collections::HashMap;
use std::rc::Rc;

use roxmltree::Node;

use crate::formats::elements::{Outer, OuterKind};
use crate::formats::xml::{self, Found, Place, Source, Style, Unit, Xml};
use crate::formats::{EntryState, SyntaxError, Text};

pub(crate) const XLIFF: Xml = Xml { parse, write };

fn parse(text: &str) -> Result<Found<'_>, SyntaxError> {
    let source = xml::parse(text, "xliff")?;
    let root = source.root();
    let (mut units, mut empty) = (Vec::new(), Vec::new());
    for file in xml::named(root, "file") {
        let languages = [
            file.attribute("source-language").or(root.attribute("srcLang")),
            file.attribute("target-language").or(root.attribute("trgLang")),
        ];
        let has_target =
            file.descendants().any(|node| is_unit(node) && segments(node).any(|s| s.1.is_some()));
        let is_translation = has_target || (languages[1].is_some() && languages[0] != languages[1]);
        let body = xml::named(file, "body").next().unwrap_or(file);
        let outer = Outer {
            id: file.attribute("original").or(file.attribute("id")).unwrap_or_default().to_owned(),
            kind: OuterKind::Section,
            span: source.span(file.range()),
            end: source.last(&source.content(body)),
        };
        let outer = Rc::new(outer);
        let from = units.len();
        for node in file.descendants().filter(|node| is_unit(*node)) {
            let unit = unit(&source, node, is_translation)?;
            units.push(Unit { outer: Some(Rc::clone(&outer)), ..unit });
        }
        if from == units.len() {
            empty.extend(Rc::into_inner(outer));
        }
    }
    // Names are unique within a file only.
    let mut names = HashMap::new();
    for unit in &units {
        let id = unit.outer.as_ref().map(|outer| outer.id.clone());
        let same: &mut Vec<_> = names.entry(unit.entry.key.clone()).or_default();
        if !same.contains(&id) {
            same.push(id);
        }
    }
    for unit in &mut units {
        if names.get(&unit.entry.key).is_some_and(|same| same.len() > 1) {
            let id = unit.outer.as_ref().map_or("", |outer| &*outer.id);
            unit.entry.key = format!("{id}::{}", unit.entry.key);
        }
    }
    source.is_unique(&units)?;
    let content = source.content(source.root());
    Ok(Found { content, units, empty, source })
}

fn is_unit(node: Node<'_, '_>) -> bool {
    node.is_element() && matches!(node.tag_name().name(), "trans-unit" | "unit")
}

/// Returns the sources and targets of a unit, of which version 2 may have several.
fn segments<'n, 'd>(
    unit: Node<'n, 'd>,
) -> impl Iterator<Item = (Node<'n, 'd>, Option<Node<'n, 'd>>)> {
    let parts = [unit].into_iter().chain(xml::named(unit, "segment"));
    parts.filter_map(|part| {
        let source = xml::named(part, "source").next()?;
        Some((source, xml::named(part, "target").next()))
    })
}

fn unit(
    source: &Source<'_>,
    node: Node<'_, '_>,
    is_translation: bool,
) -> Result<Unit, SyntaxError> {
    let key = node.attribute("resname").or(node.attribute("name"));
    let key = key.map_or_else(|| source.attribute(node, "id"), Ok)?;
    let mut places = Vec::new();
    let mut states = Vec::new();
    for (original, target) in segments(node) {
        let is_markup = xml::elements(original).next().is_some();
        let mut place = match target {
            Some(target) => source.place(target, xml::text(target)),
            None => {
                let text = if is_translation { String::new() } else { xml::text(original) };
                let last = xml::named(node, "seg-source").next().unwrap_or(original);
                let end = last.range().end;
                let name = original.range();
                Place { content: end..end, name, has_end: true, ..source.place(original, text) }
            }
        };
        place.is_markup |= is_markup;
        places.push(place);
        let holders = [target, original.parent()].into_iter().flatten();
        states.extend(holders.filter_map(|holder| holder.attribute_node("state")));
    }
    let Some(first) = places.first().cloned() else {
        return Err(source.error(node, format!("`{key}` needs a <source>")));
    };
    let mut unit = source.unit(key.to_owned(), node, first);
    unit.entry.text = Text::One(places.iter().map(|place| &*place.text).collect());
    let is_new = |state: &str| matches!(state, "new" | "initial") || state.starts_with("needs-");
    let unfinished = states.iter().filter(|state| is_new(state.value()));
    unit.on_set = unfinished.map(|one| (one.range_value(), "translated".to_owned())).collect();
    let rest = places.iter().skip(1).filter(|place| place.has_end);
    unit.on_set.extend(rest.map(|place| (place.content.clone(), String::new())));
    let is_missing = is_translation && segments(node).all(|segment| segment.1.is_none());
    let mut translate = node.ancestors().filter_map(|node| node.attribute("translate"));
    unit.entry.state = match translate.next() {
        Some("no") => EntryState::Fixed,
        _ if is_missing || states.iter().any(|state| is_new(state.value())) => {
            EntryState::Unfinished
        }
        _ => EntryState::Ready,
    };
    let ranges = unit.on_set.iter().map(|(range, _)| range.clone());
    unit.entry.value = ranges.fold(unit.entry.value, |value, range| {
        value.start.min(range.start)..value.end.max(range.end)
    });
    Ok(unit)
}

fn write(source: &str, unit: &Unit, text: &Text, style: &Style) -> String {
    xml::value(source, unit, text, &|place, content, text| {
        let written = xml::plain(place, content, text, style);
        if place.name.is_empty() {
            return written;
        }
        // A target is written as its source is.
        let start = place.name.start;
        let line = source[..start].trim_end().len();
        let name = source[start + 1..].split("source").next().unwrap_or_default();
        format!("{}<{name}target>{written}</{name}target>", &source[line..start])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Edit;
    use crate::formats::xml::tests::{edits, fails, one, reads};

    fn file(original: &str, body: &str) -> String {
        format!(
            "  <file original=\"{original}\" source-language=\"en\" target-language=\"de\">\n    \
             <body>\n{body}    </body>\n  </file>\n"
        )
    }

    fn xliff(files: &str) -> String {
        format!("<xliff version=\"1.2\" xmlns=\"urn:x\">\n{files}</xliff>\n")
    }

    fn unit(id: &str, target: &str) -> String {
        format!(
            "      <trans-unit id=\"{id}\">\n        <source>A</source>{target}\n      \
             </trans-unit>\n"
        )
    }

    #[test]
    fn targets_have_a_state() {
        let body = "<trans-unit id='a'><source>A</source>\
            <target state='needs-review-l10n'>X</target></trans-unit>\
            <group translate='no'><trans-unit id='b'><source>A</source><target>X</target>\
            </trans-unit></group><trans-unit id='c' resname='d'><source>A</source>\
            <alt-trans><target>X</target></alt-trans></trans-unit>\
            <trans-unit id='e'><source>A</source><target state='translated'>1 <x id='1'/>\
            </target></trans-unit>";
        reads(&XLIFF, &xliff(&file("f", body)), &["~a=X", "!b=X", "~d=", "e=1 <x id=\"1\"/>"]);
        let base = "<xliff><file><body><trans-unit id='a'><source>A</source></trans-unit></body>\
            </file></xliff>";
        reads(&XLIFF, base, &["a=A"]);
        let second = "<xliff srcLang='en' trgLang='de'><file id='f'><unit id='a' name='n'>\
            <segment state='initial'><source>A</source><target>X</target></segment></unit>\
            <unit id='b'><segment><source>A. </source><target>X. </target></segment>\
            <segment><source>B.</source><target>Y.</target></segment></unit></file></xliff>";
        reads(&XLIFF, second, &["~n=X", "b=X. Y."]);
    }

    #[test]
    fn a_new_text_is_finished() {
        let text = one("B & <x/>");
        let new = "B &amp; &lt;x/&gt;";
        for marked in [
            unit(
                "a",
                &format!(
                    "<target state=\"¦new¦translated¦\" a='b'>¦X¦{new}¦</target><note>n</note>"
                ),
            ),
            unit("a", &format!("¦¦\n        <target>{new}</target>¦\n        <note>x</note>")),
            unit("a", &format!("<target¦/>¦>{new}</target>¦")),
            unit("a", &format!("<target>¦¦{new}¦</target>")),
            unit("a", &format!("<target><![CDATA[¦x¦B & <x/>¦]]></target>")),
        ] {
            edits(&XLIFF, "", &xliff(&file("f", &marked)), &[Edit::Set { key: "a", text: &text }]);
        }
        let text = one("1 <x id=\"1\"/> &amp; 2");
        edits(
            &XLIFF,
            "",
            "<xliff><file><unit id='a'><segment state='¦initial¦translated¦'><source>A <x id='1'/>\
             </source><target>¦A¦1 <x id=\"1\"/> &amp; 2¦</target></segment></unit></file></xliff>",
            &[Edit::Set { key: "a", text: &text }],
        );
        edits(
            &XLIFF,
            "",
            "<xliff><file><unit id='a'><source>A</source >¦¦<target>1 &lt;x id=\"1\"/&gt; &amp;amp; \
             2</target>¦</unit></file></xliff>",
            &[Edit::Set { key: "a", text: &text }],
        );
        let two = one("Z.");
        edits(
            &XLIFF,
            "",
            "<xliff><file><unit id='a'><segment><source>A.</source><target>¦X.¦Z.¦</target>\
             </segment><segment><source>B.</source><target>¦Y.¦¦</target></segment></unit></file>\
             </xliff>",
            &[Edit::Set { key: "a", text: &two }],
        );
    }

    #[test]
    fn units_stay_in_their_file() {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|id| unit(id, ""));
        let base = xliff(&(file("1", &(unit("a", "") + &b)) + &file("2", &(c.clone() + &d))));
        let text = one("A");
        let done = |id| unit(id, "\n        <target>A</target>");
        let insert = |key, after| Edit::Insert { key, text: &text, after };
        // Into the file that lacks units, at its start, and with a file of its own.
        for (marked, edit) in [
            (file("1", &a) + &file("2", &format!("¦¦{}¦{d}", done("c"))), insert("c", Some("a"))),
            (file("1", &a) + &file("2", &format!("¦¦{}¦", done("c"))), insert("c", Some("a"))),
            (file("1", &a) + "¦¦" + &file("2", &done("d")) + "¦", insert("d", Some("a"))),
            (file("1", &format!("{a}¦¦{}¦", done("b"))), insert("b", Some("a"))),
        ] {
            edits(&XLIFF, &base, &xliff(&marked), &[edit]);
        }
        edits(
            &XLIFF,
            &base,
            &xliff(&file("1", &format!("¦{a}¦¦{b}"))),
            &[Edit::Remove { key: "a" }],
        );
        let twice = xliff(
            &(file("1", &unit("a", "<target>X</target>"))
                + &file("2", &unit("a", "<target>Y</target>"))),
        );
        reads(&XLIFF, &twice, &["1::a=X", "2::a=Y"]);
        fails(&XLIFF, &xliff(&file("1", &(unit("a", "") + &unit("a", "")))), 7, "duplicate `a`");
        fails(&XLIFF, "<xliff><file>\n<unit id='a'/></file></xliff>", 2, "<source>");
    }
}
