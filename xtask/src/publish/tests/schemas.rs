//! Schemas as the page tells them: types, limits, values, and what they hold.

use super::super::document::Document;
use super::{document, words_at};

/// What is said of one schema.
fn said(schema: &str) -> String {
    let rest = "Named: {type: string, nullable: true, description: It has a name.}";
    words_at(&format!("components: {{schemas: {{{rest}, It: {schema}}}}}\n"), "schema-It")
}

/// The type of a schema in words.
fn kind(schema: &str) -> String {
    let root = document("components: {schemas: {Named: {type: string, nullable: true}}}\n");
    let schema = yaml_serde::from_str(schema).unwrap();
    let kind = Document::new(&root).kind(&schema).into_string();
    super::html::words(&format!("<p>{kind}"))
}

#[test]
fn a_type_is_told_in_a_few_words() {
    let named = "{$ref: '#/components/schemas/Named'}";
    let types = [
        ("{type: integer, format: int64}", "integer (int64)"),
        ("{type: string, nullable: true}", "string or null"),
        (named, "Named or null"),
        (&format!("{{type: array, items: {named}}}"), "list of (Named or null)"),
        ("{type: array, items: {type: boolean}}", "list of boolean"),
        ("{type: object}", "object"),
        ("{properties: {a: {}}}", "object"),
        ("{type: object, additionalProperties: {type: integer}}", "object with values: integer"),
        ("{type: object, additionalProperties: true}", "object"),
        (&format!("{{allOf: [{named}], nullable: true}}"), "Named, or null"),
        (&format!("{{anyOf: [{named}, {{type: string}}]}}"), "Named, string, or null"),
        ("{oneOf: [{title: Yes, type: boolean}, {type: integer}]}", "Yes or integer"),
        (
            "{oneOf: [{type: boolean}, {type: string}, {type: integer}]}",
            "boolean, string, or integer",
        ),
        (
            "{type: array, items: {oneOf: [{type: boolean}, {type: string}]}}",
            "list of (boolean or string)",
        ),
        ("{}", "any value"),
    ];
    for (schema, words) in types {
        assert_eq!(kind(schema), words, "{schema}");
    }
}

#[test]
fn null_is_told_once_for_the_whole() {
    let null = "{type: string, nullable: true, enum: [null]}";
    let list = "{$ref: '#/components/schemas/List'}";
    let types = [
        (
            format!("{{anyOf: [{list}, {{type: integer, format: int32}}, {null}]}}"),
            "List, any other integer, or null",
        ),
        (format!("{{anyOf: [{list}, {null}]}}"), "List, or null"),
        (
            format!("{{anyOf: [{{type: array, items: {list}}}, {{type: object}}, {null}]}}"),
            "(list of List), object, or null",
        ),
        (
            "{type: array, nullable: true, items: {type: string}}".to_owned(),
            "list of string, or null",
        ),
        (
            "{type: object, nullable: true, additionalProperties: {type: array, items: {}}}"
                .to_owned(),
            "object with values: (list of any value), or null",
        ),
        ("{$ref: '#/components/schemas/Open'}".to_owned(), "Open or null"),
    ];
    let root = document(&format!(
        "components: {{schemas: {{List: {{type: integer, enum: [1]}}, \
         Open: {{anyOf: [{list}, {null}]}}}}}}\n"
    ));
    for (schema, words) in types {
        let value = yaml_serde::from_str(&schema).unwrap();
        let kind = Document::new(&root).kind(&value).into_string();
        assert_eq!(super::html::words(&format!("<p>{kind}")), words, "{schema}");
    }
    let text = said(&format!("{{oneOf: [{{type: string, pattern: a}}, {null}]}}"));
    assert_eq!(text, "It string, or null string Pattern: a");
}

#[test]
fn properties_are_a_table_with_their_marks_limits_and_what_they_hold() {
    let text = said(
        "{type: object, required: [b], properties: {
            a: {type: string, deprecated: true, x-provenance: observed, description: Of a.},
            b: {type: integer, minimum: 0, maximum: 9, default: 3, x-provenance: documented},
            c: {$ref: '#/components/schemas/Named'},
            d: {type: object, properties: {e: {type: string, pattern: '^x$'}}},
            f: {type: array, maxItems: 2, items: {type: string, enum: [g, ''], description: Of g.}},
            h: {type: string, minLength: 1, default: ''},
            i: {type: boolean, uniqueItems: false, default: false}}}",
    );
    let expected = "It object Property Type Description \
        a deprecated observed string Of a. \
        b required integer Default: 3 Minimum: 0 Maximum: 9 \
        c Named or null It has a name. \
        d object Property Type Description e string Pattern: ^x$ \
        f list of string Maximum entries: 2 Each entry: Of g. Values: g or \"\" \
        h string Default: \"\" Minimum length: 1 \
        i boolean Default: false";
    assert_eq!(text, expected);
}

#[test]
fn values_are_told_with_their_names() {
    let text = said("{type: integer, enum: [1, 2], x-enum-varnames: [One, Two]}");
    assert_eq!(text, "It integer Values: 1 (One) or 2 (Two)");
}

#[test]
fn alternatives_are_told_where_there_is_more_to_say_than_their_types() {
    let plain = said("{anyOf: [{type: string}, {$ref: '#/components/schemas/Named'}]}");
    assert_eq!(plain, "It string, Named, or null");
    let text = said("{oneOf: [{title: Flag, type: boolean}, {type: integer, enum: [0, 1]}]}");
    assert_eq!(text, "It Flag or integer Flag: boolean integer Values: 0 or 1");
}

#[test]
fn what_tells_alternatives_apart_is_told() {
    let text = said(
        "{oneOf: [{$ref: '#/components/schemas/Named'}], discriminator:
            {propertyName: type, mapping: {n: '#/components/schemas/Named', m: Named}}}",
    );
    assert_eq!(text, "It Named, or null Told apart by type n: Named m: Named");
}

#[test]
fn other_properties_are_told() {
    assert_eq!(
        said("{type: object, additionalProperties: false}"),
        "It object No other properties."
    );
    assert_eq!(
        said("{type: object, additionalProperties: {type: string, description: A word.}}"),
        "It object with values: string Each value: A word."
    );
}

const USED: &str = "
x-sent: &sent {$ref: '#/components/schemas/Sent'}
paths:
  /a:
    put:
      operationId: change
      requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/Outer'}}}}
      responses: {'200': {$ref: '#/components/responses/Inner'}}
      callbacks: {c: {d: {put: {requestBody: {content: {a/b: {schema: *sent}}}}}}}
  /b: {get: {operationId: read, responses: {'200': {$ref: '#/components/responses/Inner'}}}}
components:
  responses: {Inner: {content: {a/b: {schema: {$ref: '#/components/schemas/Inner'}}}}}
  schemas:
    Outer: {properties: {a: {$ref: '#/components/schemas/Inner'}}}
    Inner: {properties: {a: {$ref: '#/components/schemas/Outer'}}}
    Sent: {type: string}
    Unused: {type: string}
";

#[test]
fn who_uses_a_schema_is_told_also_where_it_is_within_another() {
    let users = |name: &str| {
        let text = words_at(USED, &format!("schema-{name}"));
        text.find("In ").map(|at| text[at..].to_owned()).unwrap_or_default()
    };
    for name in ["Outer", "Inner"] {
        assert_eq!(users(name), "In requests of change In answers of change, read");
    }
    assert_eq!(users("Sent"), "In callbacks of change");
    assert_eq!(users("Unused"), "");
}

#[test]
fn a_short_list_of_values_is_told_where_it_is_used() {
    let long: Vec<String> = (0..13).map(|number| number.to_string()).collect();
    let root = format!(
        "components: {{schemas: {{
            Role: {{type: integer, enum: [1, 2, 3], x-enum-varnames: [Manager, Developer, Other]}},
            Open: {{anyOf: [{{$ref: '#/components/schemas/Role'}}, {{type: integer}}]}},
            Long: {{type: integer, enum: [{}]}},
            Of: {{properties: {{
                a: {{$ref: '#/components/schemas/Role'}},
                b: {{type: array, items: {{$ref: '#/components/schemas/Open'}}}},
                c: {{$ref: '#/components/schemas/Long'}},
                d: {{anyOf: [
                    {{title: Known, type: string, enum: [e, f]}}, {{type: string}}]}}}}}}}}}}\n",
        long.join(", ")
    );
    assert_eq!(
        words_at(&root, "schema-Of"),
        "Of object Property Type Description \
         a Role Values: 1 (Manager), 2 (Developer) or 3 (Other) \
         b list of Open Each entry: Values: 1 (Manager), 2 (Developer), 3 (Other) or any other \
         c Long \
         d Known or any other string Values: e, f or any other"
    );
}
