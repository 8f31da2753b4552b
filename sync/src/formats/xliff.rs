//! XLIFF 1.2 and 2.0: the targets, by the names of their units, or else by their ids.
//!
//! A target is unfinished if its state is `new`, `initial` or `needs-..`. `approved="no"` says what
//! a missing attribute does, so it says nothing. Units in several segments are not translated.

use std::collections::HashMap;

use roxmltree::Node as Element;

use super::{Format, Kind, Node, Splice, State, Style, SyntaxError, Text, Tree, xml};

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
            let Tree { nodes, inner } = units(body, &mut |key| {
                is_apart &= *files.entry(key.to_owned()).or_insert(at) == at;
            })?;
            let name = file.attribute("original").or(file.attribute("id")).unwrap_or_default();
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
        let written = xml::encode(style, node, text, true, &mut str::to_owned)?;
        let before = &style.source[node.span.start..node.value.start];
        let tag = before.rfind('<').map_or("", |at| &before[at..]);
        if !node.value.is_empty() || !(tag.starts_with("</") || tag.ends_with("/>")) {
            return Ok(written);
        }
        // A target is written as its source is.
        let name = tag.trim_matches(['<', '/', '>']).split_whitespace().next().unwrap_or_default();
        let before = &before[..before.rfind(&format!("<{name}")).unwrap_or_default()];
        let space = &before[before.trim_end().len()..];
        let name = name.replace("seg-", "").replace("source", "target");
        Ok(format!("{space}<{name}>{written}</{name}>"))
    }

    fn finish(&self, source: &str, node: &Node) -> Vec<Splice> {
        let before = &source[..node.value.start];
        let states = ["target", "segment"].iter().filter_map(|tag| {
            let tag = node.span.start + before[node.span.start..].rfind(&format!("<{tag}"))?;
            let end = before[tag..].find('>').map_or(before.len(), |end| tag + end);
            let at = tag + before[tag..end].find(" state=")? + " state=\"".len();
            let end = at + before[at..].find(['"', '\''])?;
            is_unfinished(&before[at..end]).then(|| (at..end, "translated".to_owned()))
        });
        states.collect()
    }

    fn localize(&self, mut source: String, lang: &str, _: &str) -> String {
        let mut splices = Vec::new();
        // Its languages are those of BCP 47.
        let lang = lang.replace('_', "-");
        if let Ok(document) = xml::parse(&source, "xliff") {
            for element in document.descendants() {
                let names = [("source-language", "target-language"), ("srcLang", "trgLang")];
                for (from, to) in names {
                    let from = element.attribute_node(from).map(|it| it.range().end);
                    let old = element.attribute_node(to).map(|it| (it.range_value(), lang.clone()));
                    let new = from.map(|at| (at..at, format!(" {to}=\"{lang}\"")));
                    splices.extend(old.or(new));
                }
            }
        }
        splices.into_iter().rev().for_each(|(range, new)| source.replace_range(range, &new));
        source
    }
}

fn is_unfinished(state: &str) -> bool {
    matches!(state, "new" | "initial") || state.starts_with("needs-")
}

/// Reads the units in a file or group, and calls a function with their keys.
fn units(parent: Element<'_, '_>, each: &mut dyn FnMut(&str)) -> Result<Tree, SyntaxError> {
    xml::members(parent, |element| {
        let at = element.range().start;
        Ok(Some(match element.tag_name().name() {
            "trans-unit" | "unit" => {
                let node = unit(element)?;
                each(&node.name);
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
    let state = if translate == Some("no") || segments.len() > 1 {
        State::Fixed
    } else if states.any(|it| it.attribute("state").is_some_and(is_unfinished)) {
        State::Unfinished
    } else {
        State::Ready
    };
    let original = Some(Text::One(xml::plain(source)));
    Ok(Node { state, original, ..Node::new(key, key_at, value, Kind::Text(text)) })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{created, fails, read, updated};
    use super::*;

    fn file(original: &str, units: &str) -> String {
        format!(
            "  <file original='{original}' source-language='en'><body>\n{units}  </body></file>\n"
        )
    }

    fn xliff(files: &str) -> String {
        format!("<xliff version='1.2' xmlns='urn:x'>\n{files}</xliff>\n")
    }

    fn unit(id: &str, target: &str) -> String {
        format!("    <trans-unit id='{id}'>\n      <source>A</source>{target}\n    </trans-unit>\n")
    }

    #[test]
    fn targets_have_a_state() {
        let first = "<trans-unit id='a' approved='no'><source/><target state='needs-l10n'>X\
            </target></trans-unit><group translate='no'><note/><trans-unit id='b'><source/>\
            <target>X</target></trans-unit></group><trans-unit id='c' resname='d'><source/>\
            <alt-trans><target>X</target></alt-trans></trans-unit><trans-unit id='e'><source/>\
            <target state='translated'>1 <x id='1'/></target></trans-unit>";
        assert_eq!(read(&Xliff, &xliff(&file("f", first))), "a~X|b#X|d=|e=1 <x id='1'/>");
        let second = "<xliff srcLang='en'><file><unit id='a' name='n'><segment state='initial'>\
            <source/><target>X</target></segment></unit><unit id='b'><segment><source/></segment>\
            <segment><source/></segment></unit></file></xliff>";
        assert_eq!(read(&Xliff, second), "n~X|b#");
        let new = "<xliff srcLang='en' trgLang=\"de\"><file><unit id='a' name='n'>\
            <segment state='translated'><source/><target>Y</target></segment></unit></file>\
            </xliff>";
        assert_eq!(created(&Xliff, second, &[("n", "Y")]), new);
    }

    #[test]
    fn a_new_text_is_finished() {
        for row in
            "<target state='new' a='b'>X</target> => <target state='translated' a='b'>_</target>
<!-- c --><note/> => |      <target>_</target><!-- c --><note/>
<target state='needs-l10n' /> => <target state='translated'>_</target>
<target></target> => <target>_</target>"
                .lines()
        {
            let (old, new) = row.split_once(" => ").unwrap();
            let new = new.replace('|', "\n").replace('_', "B &amp; <x id='1'/>");
            let [old, new] = [old, &new].map(|target| xliff(&file("f", &unit("a", target))));
            assert_eq!(updated(&Xliff, &old, &old, &[("a", "B &amp; <x id='1'/>")]), new);
        }
        let old = "<y:xliff xmlns:y='u'><y:file><y:unit id='a'><y:source/></y:unit></y:file>\
            </y:xliff>";
        let new = old.replace("<y:source/>", "<y:source/><y:target>B</y:target>");
        assert_eq!(updated(&Xliff, old, old, &[("a", "B")]), new);
    }

    #[test]
    fn units_stay_in_their_file() {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|id| unit(id, ""));
        let [new_b, new_c] = ["b", "c"].map(|id| unit(id, "\n      <target>X</target>"));
        let [one, two] =
            [["1", &a, &b], ["2", &c, &d]].map(|[id, x, y]| file(id, &format!("{x}{y}")));
        let base = xliff(&(one.clone() + &two));
        let new = xliff(&(file("1", &(a.clone() + &new_b)) + &file("2", &(new_c.clone() + &d))));
        let own = xliff(&(file("1", &a) + &file("2", &d)));
        assert_eq!(updated(&Xliff, &own, &base, &[("b", "X"), ("c", "X")]), new);
        let lone = xliff(&(one.clone() + &file("2", &new_c)));
        assert_eq!(updated(&Xliff, &xliff(&one), &base, &[("c", "X")]), lone);
        let lone = xliff(&file("2", &new_c)).replace("'en'", "'en' target-language=\"de\"");
        assert_eq!(created(&Xliff, &base, &[("c", "X")]), lone);
        assert!(Xliff.localize(base.clone(), "pt_BR", "").contains(" target-language=\"pt-BR\""));
        assert_eq!(read(&Xliff, &base.replace("'c'", "'a'")), "1::a=|1::b=|2::a=|2::d=");
        fails(&Xliff, &[(&base.replace("'b'", "'a'"), 6, "`a` is in line 3")]);
        fails(&Xliff, &[("<xliff><file>\n<unit id='a'/></file></xliff>", 2, "<source>")]);
    }
}
