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
        let is_single = xml::elements(root).filter(|it| it.has_tag_name("file")).count() == 1;
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
            let name = if is_single { "" } else { name };
            Ok(Some(xml::node(name, at..at, inner, Kind::Section(nodes))))
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
        let written = xml::encode(style, node, text, &mut str::to_owned)?;
        let before = &style.source[node.span.start..node.value.start];
        let tag = before.rfind('<').map_or("", |at| &before[at..]);
        if !node.value.is_empty() || !(tag.starts_with("</") || tag.ends_with("/>")) {
            return Ok(written);
        }
        // A target is written as its source is.
        let name = tag.trim_matches(['<', '/', '>']).split_whitespace().next().unwrap_or_default();
        let before = &before[..before.rfind(&format!("<{name}")).unwrap_or_default()];
        let space = &before[before.trim_end().len()..];
        let prefix = name.rfind(':').map_or("", |at| &name[..=at]);
        Ok(format!("{space}<{prefix}target>{written}</{prefix}target>"))
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

    fn complete(&self, source: String, base: &str) -> String {
        xml::declare(source, base, "xliff")
    }

    fn localize(&self, mut source: String, lang: &str, _: &str) -> String {
        let mut splices = Vec::new();
        if let Ok(document) = xml::parse(&source, "xliff") {
            for element in document.descendants() {
                let names = [("source-language", "target-language"), ("srcLang", "trgLang")];
                for (from, to) in names {
                    let from = element.attribute_node(from).map(|it| it.range().end);
                    let old =
                        element.attribute_node(to).map(|it| (it.range_value(), lang.to_owned()));
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
                xml::node(&name, at..at, inner, Kind::Section(nodes))
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
    Ok(Node { state, original, ..xml::node(key, key_at, value, Kind::Text(text)) })
}
