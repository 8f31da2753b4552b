//! A page taken apart: every `<` that is no tag is escaped, so that all tags can be told.

/// A tag that begins an element, and its attributes.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Tag<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|one| one.0 == name).map(|one| one.1)
    }
}

/// All tags that begin an element, in their order.
pub(super) fn tags(page: &str) -> Vec<Tag<'_>> {
    let inner = page.split('<').skip(1).map(|tag| tag.split_once('>').unwrap().0);
    inner.filter(|tag| !tag.starts_with('/')).map(tag).collect()
}

fn tag(inner: &str) -> Tag<'_> {
    let (name, mut rest) = inner.split_once(' ').unwrap_or((inner, ""));
    let mut attributes = Vec::new();
    while let Some((name, value)) = rest.split_once("=\"") {
        let (value, after) = value.split_once('"').unwrap();
        attributes.push((name.trim(), value));
        rest = after;
    }
    assert_eq!(rest.trim_matches([' ', '/']), if inner.starts_with('!') { "html" } else { "" });
    Tag { name: name.trim_end_matches('/'), attributes }
}

/// What is read on the page, without its style, with one space between words.
pub(super) fn words(page: &str) -> String {
    let page = match page.split_once("</style>") {
        Some((_, body)) => body,
        None => page,
    };
    let mut text = String::new();
    for part in page.split('<').skip(1) {
        let (tag, words) = part.split_once('>').unwrap();
        let is_inline = ["a", "b", "code", "em", "span", "strong", "wbr"]
            .iter()
            .any(|name| tag.trim_start_matches('/').split(' ').next() == Some(name));
        text.push_str(if is_inline { "" } else { " " });
        text.push_str(words);
    }
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let text = escapes.iter().fold(text, |text, (escape, plain)| text.replace(escape, plain));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
