//! XLIFF 1.2 and 2.0: the targets, by the names of their units, or else by their ids.
//!
//! A target is unfinished if its state is `new`, `initial` or `needs-..`. `approved="no"` says what
//! a missing attribute does, so it says nothing. Units in several segments are not translated. Tags
//! in a text are elements if the source or the old target has such elements, otherwise text.

use std::collections::HashMap;
use std::ops::Range;

use roxmltree::Node as Element;

use super::{
    Features, Format, Kind, NewText, Node, Splice, State, Style, SyntaxError, Text, Tree, xml,
};

#[derive(Debug)]
pub(super) struct Xliff;

impl Format for Xliff {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let document = xml::parse(source, "xliff")?;
        let root = document.root_element();
        let (mut files, mut is_apart) = (HashMap::new(), true);
        let mut tree = xml::members(root, |file| {
            if file.tag_name().name() != "file" {
                return Ok(None);
            }
            let at = file.range().start;
            let body = xml::child(file, "body").unwrap_or(file);
            let name = file.attribute("original").or(file.attribute("id")).unwrap_or_default();
            let Tree { nodes, inner } = units(body, &mut |node| {
                is_apart &= *files.entry(node.name.clone()).or_insert(at) == at;
                node.service = Some((node.name.clone(), name.to_owned()));
            })?;
            Ok(Some(Node::new(name, at..at, inner, Kind::Section(nodes))))
        })?;
        // Names are unique within a file only.
        for node in tree.nodes.iter_mut().filter(|_| !is_apart) {
            if let Kind::Section(nodes) = &mut node.kind {
                node.kind = Kind::Map(std::mem::take(nodes));
            }
        }
        Ok(tree)
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let unit = &style.source[node.span.start..node.value.end];
        let texts = unit.split_once("source").map_or("", |(_, texts)| texts);
        let texts = xml::without_cdata(texts);
        let is_element = |name: &str| texts.split('<').skip(1).any(|it| xml::name(it) == name);
        let written = xml::encode(style, node, text, Some(&is_element), &mut str::to_owned)?;
        if !lacks_target(style.source, node) {
            return Ok(written);
        }
        // A target is written as its source is.
        let before = &style.source[node.span.start..node.value.start];
        let at = before.rfind("<source").ok_or("its <source> has a prefix: remove that")?;
        let space = &before[before[..at].trim_end().len()..at];
        Ok(format!("{space}<target>{written}</target>"))
    }

    fn features(&self) -> Features {
        Features { has_states: true, ..Features::default() }
    }

    fn mark(&self, source: &str, node: &Node, new: &NewText, splices: &mut Vec<Splice>) {
        let target = tag(source, node, "<target").filter(|_| !lacks_target(source, node));
        let segment = tag(source, node, "<segment");
        let unfinished = if segment.is_some() { "initial" } else { "needs-review-translation" };
        let state = segment.as_ref().or(target.as_ref()).and_then(|tag| {
            let at = tag.start + source[tag.clone()].find(" state=")? + " state='".len();
            Some(at..at + source[at..].find(['"', '\''])?)
        });
        let was_unfinished = state.as_ref().is_some_and(|it| is_unfinished(&source[it.clone()]));
        let value = if new.is_unfinished { unfinished } else { "translated" };
        let mut attributes = String::new();
        match (state, segment) {
            _ if was_unfinished == new.is_unfinished => {}
            (Some(at), _) => splices.push((at, value.to_owned())),
            (None, Some(tag)) => splices.push((tag.end..tag.end, format!(" state=\"{value}\""))),
            (None, None) => attributes = format!(" state=\"{value}\""),
        }
        if matches!(&new.text, Text::One(text) if loses_space(source, node, text)) {
            attributes += " xml:space=\"preserve\"";
        }
        if let Some(tag) = target {
            splices.push((tag.end..tag.end, attributes));
        } else if let Some((_, written)) = splices.first_mut() {
            // The value is a new target.
            written.insert_str(written.find('>').unwrap_or(written.len()), &attributes);
        }
    }

    fn complete(&self, old: &str, base: &str, text: String, _: Option<&str>) -> String {
        xml::complete(old, base, text)
    }

    fn localize(&self, mut source: String, lang: &str) -> String {
        let Ok(document) = xml::parse(&source, "xliff") else { return source };
        let mut splices = Vec::new();
        // Its languages are those of BCP 47.
        let lang = lang.replace('_', "-");
        for element in document.descendants() {
            for (from, to) in [("source-language", "target-language"), ("srcLang", "trgLang")] {
                let from = element.attribute_node(from).map(|it| it.range().end);
                let old = element.attribute_node(to).map(|it| (it.range_value(), lang.clone()));
                let new = from.map(|at| (at..at, format!(" {to}=\"{lang}\"")));
                splices.extend(old.or(new));
            }
        }
        splices.into_iter().rev().for_each(|(range, new)| source.replace_range(range, &new));
        source
    }
}

/// Returns what starts with the last `<` before the value.
fn last_tag<'s>(source: &'s str, node: &Node) -> &'s str {
    let before = &source[node.span.start..node.value.start];
    before.rfind('<').map_or("", |at| &before[at..])
}

/// Whether the value is behind the source, so that the target is written with it.
fn lacks_target(source: &str, node: &Node) -> bool {
    let tag = last_tag(source, node);
    node.value.is_empty() && (tag.starts_with("</") || tag.ends_with("/>"))
}

/// Whether programs may normalize the white space of a text, unless its target says otherwise.
fn loses_space(source: &str, node: &Node, text: &str) -> bool {
    let is_declared =
        |name| tag(source, node, name).is_some_and(|it| source[it].contains(" xml:space="));
    let has_space = text.contains(['\t', '\r', '\n']) || text.contains("  ") || text.trim() != text;
    has_space && !["<trans-unit", "<unit", "<target"].into_iter().any(is_declared)
}

/// Returns where a start tag is before the text, without what closes it.
fn tag(source: &str, node: &Node, name: &str) -> Option<Range<usize>> {
    let at = node.span.start + source[node.span.start..node.value.start].rfind(name)?;
    Some(at..at + xml::start_tag(&source[at..]).len())
}

fn is_unfinished(state: &str) -> bool {
    matches!(state, "new" | "initial") || state.starts_with("needs-")
}

/// Reads the units in a file or group, and calls a function with them.
fn units(parent: Element<'_, '_>, each: &mut dyn FnMut(&mut Node)) -> Result<Tree, SyntaxError> {
    xml::members(parent, |element| {
        let at = element.range().start;
        Ok(Some(match element.tag_name().name() {
            "trans-unit" | "unit" => {
                let mut node = unit(element)?;
                each(&mut node);
                node
            }
            "group" => {
                let Tree { nodes, inner } = units(element, each)?;
                let name = format!("<{}", element.attribute("id").unwrap_or_default());
                Node::new(name, at..at, inner, Kind::Section(nodes))
            }
            _ => return Ok(None),
        }))
    })
}

fn unit(unit: Element<'_, '_>) -> Result<Node, SyntaxError> {
    let key = ["resname", "name"].into_iter().find(|name| unit.has_attribute(*name));
    let (key, key_at) = xml::attribute(unit, key.unwrap_or("id"))?;
    let segments: Vec<_> = xml::elements(unit).filter(|it| it.has_tag_name("segment")).collect();
    let segment = segments.first().copied().unwrap_or(unit);
    let source = xml::child(segment, "source");
    let source = source.ok_or_else(|| xml::error(unit, format!("`{key}` needs a <source>")))?;
    let target = xml::child(segment, "target");
    let end = xml::child(segment, "seg-source").unwrap_or(source).range().end;
    let value = target.map_or(end..end, xml::content);
    let text = target.map(xml::plain).unwrap_or_default();
    let mut states = target.into_iter().chain(segments.first().copied());
    let translate = unit.ancestors().find_map(|element| element.attribute("translate"));
    let state = if translate == Some("no") {
        State::Fixed
    } else if segments.len() > 1 {
        State::Variant
    } else if states.any(|it| it.attribute("state").is_some_and(is_unfinished)) {
        State::Unfinished
    } else {
        State::Ready
    };
    let original = Some(Text::One(xml::plain(source)));
    let has_elements = target.is_some_and(xml::has_elements);
    let note = xml::notes(xml::child(unit, "notes").unwrap_or(unit), "note");
    let node = Node::new(key, key_at, value, Kind::Text(text));
    Ok(Node { state, original, has_elements, note, ..node })
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
    use super::*;

    fn xliff(files: &str) -> String {
        format!("<xliff version='1.2' xmlns='urn:x'>\n{files}</xliff>\n")
    }

    fn in_file(name: &str, units: &str) -> String {
        let head = format!("  <file original='{name}' source-language='en'><body>\n");
        [&*head, units, "  </body></file>\n"].concat()
    }

    fn unit(id: &str, target: &str) -> String {
        format!("    <trans-unit id='{id}'>\n      <source>A</source>{target}\n    </trans-unit>\n")
    }

    /// A file with one unit.
    fn one(target: &str) -> String {
        xliff(&in_file("f", &unit("a", target)))
    }

    #[test]
    fn targets_have_a_state() {
        let first = "<trans-unit id='a' approved='no'><source/><target state='needs-l10n'>X\
            </target></trans-unit><group translate='no'><note/><trans-unit id='b'><source/>\
            <target>X</target></trans-unit></group><trans-unit id='c' resname='d'><source/>\
            <alt-trans><target>X</target></alt-trans></trans-unit><trans-unit id='e'><source/>\
            <target state='translated'>1 <x id='1'/></target></trans-unit>";
        assert_eq!(read(&Xliff, &xliff(&in_file("f", first))), "a~X|b#X|d=|e=1 <x id='1'/>");
        let second = "<xliff srcLang='en'><file><unit id='a' name='n'><segment state='initial'>\
            <source/><target>X</target></segment></unit><unit id='b'><segment><source/></segment>\
            <segment><source/></segment></unit></file></xliff>";
        assert_eq!(read(&Xliff, second), "n~X|b^");
        let notes = first.replacen("<source/>", "<note>A</note><source/><note>B</note>", 1);
        let notes = file(&Xliff, &xliff(&in_file("f", &notes)));
        assert_eq!(notes.entries()[0].comment, "A\nB");
        let new = "<xliff srcLang='en' trgLang=\"de\"><file><unit id='a' name='n'>\
            <segment state='translated'><source/><target>Y</target></segment></unit></file>\
            </xliff>";
        assert_eq!(created(&Xliff, second, &[("n", "Y")]), new);
    }

    #[test]
    fn a_new_text_is_finished() {
        let rows = "<target state='new' b=''>X</target> => a=B & x => \
            <target state='translated' b=''>B &amp; x</target>
<!-- c --><note/> => a=B => ¶      <target>B</target><!-- c --><note/>
<target state='needs-l10n' /> => a=B => <target state='translated'>B</target>
<target></target> => a=B => <target>B</target>";
        edits(&Xliff, &one(""), one, rows);
    }

    #[test]
    fn an_unfinished_text_has_a_state() {
        let segment = "<xliff><file id='f'><unit id='a'><segment><source>A</source></segment>\
            </unit></file></xliff>";
        let initial = segment.replace("<segment>", "<segment state=\"initial\">");
        let initial = initial.replace("</source>", "</source><target>B</target>");
        let review = "state=\"needs-review-translation\"";
        for (old, new) in [
            (one("<target>X</target>"), one(&format!("<target {review}>B</target>"))),
            (one(""), one(&format!("\n      <target {review}>B</target>"))),
            (one("<target state=\"final\"/>"), one(&format!("<target {review}>B</target>"))),
            (one("<target state='new'>B</target>"), one("<target state='new'>B</target>")),
            (segment.to_owned(), initial.clone()),
            (initial.replace("initial", "reviewed"), initial),
        ] {
            assert_eq!(unfinished(&Xliff, &old, ("a", "B")), new);
        }
    }

    #[test]
    fn elements_of_the_source_are_elements() {
        let rows = "A <x id='1' b='&lt;a&gt;'/> | X => a=B <x id='1' b='&lt;a&gt;'/> => \
            A <x id='1' b='&lt;a&gt;'/> | B <x id='1' b='&lt;a&gt;'/>
<x/> | X => a=R&D &gt; <x/>&#39; => <x/> | R&amp;D > <x/>'
A | X => a=<b>B</b> => A | &lt;b&gt;B&lt;/b&gt;
A | <g id='1'>X</g> => a=<g id='1'/> => A | <g id='1'/>
&lt;x/> | X => a=<x/> => &lt;x/> | &lt;x/&gt;
<![CDATA[<x/>]]> | X => a=<x/> => <![CDATA[<x/>]]> | &lt;x/&gt;
<x/><![CDATA[<]]> | X => a=<x/>&lt; => <x/><![CDATA[<]]> | <x/>&lt;";
        let file = |texts: &str| {
            let (source, target) = texts.split_once(" | ").unwrap();
            one(&format!("<target>{target}</target>")).replace(">A<", &format!(">{source}<"))
        };
        edits(&Xliff, &one(""), file, rows);
        let old = one("<target><x id='1'/></target>");
        refuses(&Xliff, &old, &old, ("a", "<b><x id='1'/></b>"), "no element <b>");
        refuses(&Xliff, &old, &old, ("a", "<x id='1'>"), "expected 'x'");
    }

    #[test]
    fn white_space_is_preserved() {
        let space = " xml:space=\"preserve\"";
        let preserved =
            |text: &str| one(text).replace("<trans-unit", &format!("<trans-unit{space}"));
        for text in ["a\nb", "a\tb", "a  b", " a"] {
            for target in ["<target>X</target>", "<target state='new'/>", ""] {
                let [new, kept] = [one(target), preserved(target)]
                    .map(|old| updated(&Xliff, &old, &old, &[("a", text)]));
                assert!(new.contains(&format!("{space}>{text}</target>")), "{new}");
                assert_eq!(kept.matches(space).count(), 1, "{kept}");
            }
        }
    }

    #[test]
    fn units_stay_in_their_file() {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|id| unit(id, ""));
        let [new_b, new_c] = ["b", "c"].map(|id| unit(id, "\n      <target>X</target>"));
        let file = |name: &str, units: [&str; 2]| in_file(name, &units.concat());
        let first = file("1", [&a, &b]);
        let base = xliff(&(first.clone() + &file("2", [&c, &d])));
        let new = xliff(&(file("1", [&a, &new_b]) + &file("2", [&new_c, &d])));
        let own = xliff(&(in_file("1", &a) + &in_file("2", &d)));
        assert_eq!(updated(&Xliff, &own, &base, &[("b", "X"), ("c", "X")]), new);
        let lone = in_file("2", &new_c);
        let new = xliff(&(first.clone() + &lone));
        assert_eq!(updated(&Xliff, &xliff(&first), &base, &[("c", "X")]), new);
        let empty = xliff(&lone.replace(&format!(">\n{new_c}  </body>"), "/>"));
        assert_eq!(updated(&Xliff, &empty, &base, &[("c", "X")]), xliff(&lone));
        let new = xliff(&lone).replace("'en'", "'en' target-language=\"de\"");
        assert_eq!(created(&Xliff, &base, &[("c", "X")]), new);
        assert!(Xliff.localize(base.clone(), "pt_BR").contains(" target-language=\"pt-BR\""));
        assert_eq!(read(&Xliff, &base.replace("'c'", "'a'")), "1::a=|1::b=|2::a=|2::d=");
        fails(&Xliff, &[(&base.replace("'b'", "'a'"), 6, "`a` is in line 3")]);
        fails(&Xliff, &[("<xliff><file>\n<unit id='a'/></file></xliff>", 2, "<source>")]);
    }
}
