//! Writes the calls: a method of the client, and a struct with the arguments as plain data.

use std::fmt::Write as _;

use super::arguments::Type;
use super::docs::comment;
use super::model::Model;
use super::operations::{List, Operation, Pagination, Parameter, Properties, SERVERS, Start};
use super::schemas::{Field, Group};
use super::types::setters;
use super::writer::File;

pub(super) fn write(file: &mut File, operation: &Operation, model: &Model) {
    let fields = operation.body.as_ref().map_or(&[][..], |body| model.fields(body));
    let call = Call { operation, model, fields };
    file.item(&call.method());
    file.item(&call.structure());
    file.item(&call.implementation());
    file.item(&call.setters());
    for item in [call.list(), call.start(), call.poll()].into_iter().flatten() {
        file.item(&item);
    }
}

const BY_PAGE: &str = ", from `page` if it is set. Requests pages of `limit` items, or of 500. If \
    items are removed meanwhile, later ones move to earlier pages and are missed: to remove items, \
    or to change them so that they leave the list, [collect it first, or request page 1 until it \
    is empty](crate::guide::lists#change-what-you-list)";
const BY_CURSOR_OR_PAGE: &str = ": by cursor, from `cursor` if it is set; or by page number if \
    `page` is set, or `pagination` is `offset`. Requests pages of `limit` items, or of 500";
const BY_AFTER: &str =
    ": forward from `after`, or from the start, or backward from `before` if it is set";

struct Call<'m> {
    operation: &'m Operation,
    model: &'m Model,
    /// The fields of the body; none if it is a type of the crate.
    fields: &'m [Field],
}

impl Call<'_> {
    /// Returns the method of the client.
    fn method(&self) -> String {
        let Operation { function, call, parameters, body, .. } = self.operation;
        let (mut arguments, mut values) = (vec!["&self".to_owned()], Vec::new());
        for Parameter { name, ty, is_required, .. } in parameters {
            match is_required {
                true => {
                    arguments.push(format!("{name}: {}", ty.argument()));
                    values.push(ty.initializer(name));
                }
                false => values.push(format!("{name}: None")),
            }
        }
        match (body, self.required_fields()) {
            (Some(body), Some(required)) => {
                arguments.push(format!("fields: {required}"));
                values.push(format!("body: {body}::new(fields)"));
            }
            (Some(body), None) if self.fields.is_empty() => {
                arguments.push(format!("body: impl Into<{body}>"));
                values.push("body: body.into()".to_owned());
            }
            (Some(body), None) => {
                let names: Vec<_> = self.given().map(|field| field.name.as_str()).collect();
                let given = self.given().map(|it| format!("{}: {}", it.name, it.ty.argument()));
                arguments.extend(given);
                values.push(format!("body: {body}::new({})", names.join(", ")));
            }
            (None, _) => {}
        }
        if self.has_content() {
            values.push("content: Content::default()".to_owned());
        }
        let values: String = values.iter().map(|value| format!("{value}, ")).collect();
        format!(
            "impl Client {{
                 {}pub fn {function}({}) -> {call} {{
                     {call} {{ client: self.clone(), options: CallOptions::new(), {values} }}
                 }}
             }}",
            comment(&self.docs(), 4).trim_start(),
            arguments.join(", "),
        )
    }

    /// Returns the struct of the required fields of the body, if its `new` takes one.
    fn required_fields(&self) -> Option<String> {
        self.model.required_fields(self.operation.body.as_ref()?)
    }

    /// Returns the fields of the body that the caller must give.
    fn given(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.is_required)
    }

    fn docs(&self) -> String {
        let Operation { docs, method, path, parameters, .. } = self.operation;
        let mut arguments = String::new();
        for Parameter { name, docs, .. } in parameters.iter().filter(|it| it.is_required) {
            let _ = write!(arguments, "\n- `{name}`: {docs}");
        }
        match self.required_fields() {
            Some(required) => {
                let _ = write!(arguments, "\n- `fields`: See [`{required}`].");
            }
            None => {
                arguments.extend(self.given().map(|it| format!("\n- `{}`: {}", it.name, it.docs)))
            }
        }
        if !arguments.is_empty() {
            arguments = format!("\n\nArguments:\n{arguments}");
        }
        let method = method.to_uppercase();
        let group = self.model.groups.iter().find(|group| group.module == self.operation.group);
        let feature = group.map(Group::needs).unwrap_or_default();
        let server = SERVERS.iter().find(|(_, server)| *server == self.operation.server);
        let to = server.map(|(url, _)| {
            let setter = url.trim_matches(['{', '}']);
            format!(" to [`{setter}`](crate::ClientBuilder::{setter})")
        });
        let to = to.unwrap_or_default();
        format!("{docs}{arguments}\n\nSends `{method} {path}`{to}.{feature}")
    }

    fn structure(&self) -> String {
        let Operation { function, call, parameters, body, .. } = self.operation;
        let mut code = format!(
            "/// A call of [`Client::{function}`].
             #[derive(Debug, Clone)]
             #[must_use = \"a call does nothing until it is sent or streamed\"]
             pub struct {call} {{
                 pub(crate) client: Client,
                 pub(crate) options: CallOptions,\n"
        );
        for Parameter { name, ty, is_required, .. } in parameters {
            let _ = match is_required {
                true => writeln!(code, "pub(crate) {name}: {ty},"),
                false => writeln!(code, "pub(crate) {name}: Option<{ty}>,"),
            };
        }
        if let Some(body) = body {
            let _ = writeln!(code, "pub(crate) body: {body},");
        }
        if self.has_content() {
            code += "pub(crate) content: Content,\n";
        }
        code + "}"
    }

    /// Returns the properties of the operation, and the method that writes its request.
    fn implementation(&self) -> String {
        let Operation { id, call, path, server, properties, method, .. } = self.operation;
        let method = method.to_uppercase();
        let plain =
            format!("Operation::new({id:?}, &Method::{method}, {path:?}, Server::{server})");
        let properties = self::properties(properties);
        let value = match properties.is_empty() {
            true => plain,
            false => format!("Operation {{ {}, ..{plain} }}", properties.join(", ")),
        };
        let (write, body) = match self.operation.body {
            Some(_) => ("let body = to_json(&self.body);\n", "Some(body)"),
            None => ("", "None"),
        };
        let receiver = if self.takes_cursor() { "mut self" } else { "self" };
        format!(
            "impl {call} {{
                 pub(crate) const OPERATION: &'static Operation = &{value};

                 pub(crate) fn prepare({receiver}) -> Result<Call, Error> {{
                     let mut call = CallBuilder::new();
                     {}{write}call.build(self.client, Self::OPERATION, {body}, self.options)
                 }}
             }}",
            self.steps()
        )
    }

    /// Whether the service ignores a cursor without `pagination`.
    fn takes_cursor(&self) -> bool {
        let list = self.operation.list.as_ref();
        list.is_some_and(|list| list.pagination == Pagination::CursorOrPage)
    }

    /// Returns the statements that write the path and the query, and check the body.
    fn steps(&self) -> String {
        let mut steps = String::new();
        if self.takes_cursor() {
            steps += "if self.cursor.is_some() {
                          self.pagination.get_or_insert(\"cursor\".into());
                      }\n";
        }
        for part in self.operation.path.split_inclusive('}') {
            let (fixed, wire) = part.split_once('{').unwrap_or((part, ""));
            if !fixed.is_empty() {
                let _ = writeln!(steps, "call.fixed({fixed:?});");
            }
            let mut parameters = self.operation.parameters.iter();
            if let Some(known) = parameters.find(|it| it.wire == wire.trim_end_matches('}')) {
                steps += &path_step(known);
            }
        }
        let parameters = self.operation.parameters.iter().filter(|it| it.in_query);
        steps.extend(parameters.map(query_step));
        steps.extend(self.fields.iter().filter_map(check_step));
        steps
    }

    fn has_content(&self) -> bool {
        self.fields.iter().any(|field| field.is_content)
    }

    /// Returns the methods that set options, the query and the body, and that send. The `send` of a
    /// call with a file is in `crate::files`.
    fn setters(&self) -> String {
        let Operation { call, response, list, body, parameters, .. } = self.operation;
        let optional = parameters.iter().filter(|it| !it.is_required);
        let mut methods: String = optional
            .map(|Parameter { name, ty, docs, .. }| {
                let docs = comment(&format!("{docs}{}", self.note(name)), 4);
                format!("{docs}{}\n", ty.setter(name, name))
            })
            .collect();
        if !self.fields.is_empty() {
            methods += &setters(self.fields, "body.");
            let given =
                self.given().map(|Field { name, .. }| format!("{name}: self.body.{name}, "));
            let (given, body) = (given.collect::<String>(), body.as_deref().unwrap_or_default());
            methods += &body_setters(body, &given);
        }
        if !self.has_content() {
            let what = if list.is_some() { "the request for one page" } else { "the request" };
            let _ = write!(
                methods,
                "
                 /// Sends {what}.
                 pub async fn send(self) -> Result<Response<{response}>, Error> {{
                     self.prepare()?.send().await
                 }}\n"
            );
        }
        format!(
            "impl {call} {{
                 /// Sets options for this call: see [`CallOptions`].
                 pub fn options(mut self, options: CallOptions) -> Self {{
                     self.options = self.options.overridden_by(&options);
                     self
                 }}\n
             {methods}}}"
        )
    }

    /// Returns what a list adds to the docs of a parameter. The document describes requests for one
    /// page.
    fn note(&self, parameter: &str) -> &'static str {
        match parameter {
            "pagination" if self.takes_cursor() => {
                " Streams send `cursor`, unless this or `page` is set."
            }
            "cursor" if self.takes_cursor() => " Sets `pagination` to `cursor`, unless it is set.",
            _ => "",
        }
    }

    /// Returns the streams of a list.
    fn list(&self) -> Option<String> {
        let Operation { call, response, .. } = self.operation;
        let List { pagination, item, .. } = self.operation.list.as_ref()?;
        let (paging, rule) = match pagination {
            Pagination::Page => ("Number", BY_PAGE),
            Pagination::CursorOrPage => ("CursorOrNumber", BY_CURSOR_OR_PAGE),
            Pagination::After => ("Cursor(\"after\")", BY_AFTER),
            Pagination::Body => ("Cursor(\"cursor\")", ", from `cursor` if it is set"),
        };
        let docs =
            |what| comment(&format!("Streams the {what}{rule}. See [`pages`](crate::pages)."), 4);
        let (of_items, of_pages) = (docs("items of all pages"), docs("pages"));
        Some(format!(
            "impl {call} {{
             {of_items}    pub fn stream(self) -> Items<{item}> {{
                     Items::new::<{response}>(self.prepare(), Paging::{paging})
                 }}

             {of_pages}    pub fn pages(self) -> Pages<{response}> {{
                     Pages::new(self.prepare(), Paging::{paging})
                 }}
             }}"
        ))
    }

    /// Returns the `wait` of a call that starts a job.
    fn start(&self) -> Option<String> {
        let Start { call: poll, id, place, state, copied, .. } = self.operation.starts.as_ref()?;
        let (call, place) = (&self.operation.call, place.join("."));
        let copied: String = copied.iter().map(|it| format!("{it}: self.{it}.clone(), ")).collect();
        Some(format!(
            "impl {call} {{
                 /// Starts the job, and waits for its end.
                 ///
                 /// # Errors
                 ///
                 /// Fails as `send` and [`{poll}::wait`](crate::calls::{poll}::wait) do.
                 pub fn wait(self) -> Wait<{state}> {{
                     let poll = crate::calls::{poll} {{
                         client: self.client.clone(),
                         options: self.options.for_what_follows(),
                         {copied}
                         {id}: Default::default(),
                     }};
                     Wait::after(Self::OPERATION, poll, async {{
                         let started = self.send().await?;
                         let retries = started.retries;
                         Ok((started.into_inner().{place}.into(), retries))
                     }})
                 }}
             }}"
        ))
    }

    /// Returns the `wait` of a call that reads the state of a job.
    fn poll(&self) -> Option<String> {
        let Operation { id: operation, call, parameters, .. } = self.operation;
        let mut starts = self.model.operations.iter().filter_map(|it| it.starts.as_ref());
        let start = starts.find(|start| start.operation == *operation)?;
        let Start { id, state, field, has_id, status, job, ended, failed, .. } = start;
        let ty = &parameters.iter().find(|parameter| parameter.name == *id)?.ty;
        let field = field.as_ref().map(|field| format!(".{field}")).unwrap_or_default();
        let project = parameters.iter().find(|parameter| parameter.is_project);
        let project = project.map(|it| format!("Some(&call.{})", it.name));
        let project = project.unwrap_or("None".to_owned());
        let own_id = match has_id {
            true => format!("fn own_id(&self) -> Option<&{ty}> {{ Some(&self.{id}) }}\n"),
            false => String::new(),
        };
        Some(format!(
            "impl crate::wait::JobState for {state} {{
                 type Call = {call};
                 type Id = {ty};

                 const WHAT: &'static str = {job:?};
                 const ENDED: &'static [&'static str] = &{ended:?};
                 const FAILED: &'static [&'static str] = &{failed:?};

                 fn status(&self) -> &str {{ self.{status}.as_str() }}
                 {own_id}
                 fn client(call: &{call}) -> (&Client, Option<&str>) {{ (&call.client, {project}) }}

                 fn id_of(call: &mut {call}) -> &mut {ty} {{ &mut call.{id} }}

                 fn read(
                     mut call: {call},
                     left: Option<std::time::Duration>,
                 ) -> crate::BoxFuture<'static, Result<Response<Self>, Error>> {{
                     crate::wait::limit(&call.client, &mut call.options, left);
                     Box::pin(async {{ Ok(call.send().await?.map(|response| response{field})) }})
                 }}
             }}

             impl {call} {{
                 /// Waits for the end of a job that was started before.
                 ///
                 /// # Errors
                 ///
                 /// Fails if a call fails, if the job fails or is cancelled, or if the timeout
                 /// elapses. The error has the job's id, and the reasons of the service.
                 pub fn wait(self) -> Wait<{state}> {{
                     Wait::of(Self::OPERATION, self)
                 }}
             }}"
        ))
    }
}

/// Returns the setters of the whole body of a call, given its required fields.
fn body_setters(body: &str, given: &str) -> String {
    format!(
        "
         /// Sets the body, except for the arguments of the call.
         pub fn body(mut self, body: impl Into<{body}>) -> Self {{
             self.body = {body} {{ {given} ..body.into() }};
             self
         }}

         /// Sets a field of the body that the document lacks. Sending fails if the document has this
         /// field.
         pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {{
             self.body = self.body.extra(name, value);
             self
         }}\n"
    )
}

/// Returns the fields of `Operation` that are not those of most operations.
fn properties(properties: &Properties) -> Vec<String> {
    let Properties { is_authenticated, is_idempotent, has_conflicts, redirects, hints } =
        properties;
    let hints: Vec<_> =
        hints.iter().map(|(status, hint)| format!("({status}, {hint:?})")).collect();
    let fields = [
        (!is_authenticated, "authenticated: false".to_owned()),
        (!redirects.is_empty(), format!("redirects: &[{}]", redirects.join(", "))),
        (!is_idempotent, "idempotent: false".to_owned()),
        (!hints.is_empty(), format!("hints: &[{}]", hints.join(", "))),
        (*has_conflicts, "retry_on_conflict: true".to_owned()),
    ];
    fields.into_iter().filter_map(|(is_set, field)| is_set.then_some(field)).collect()
}

fn path_step(parameter: &Parameter) -> String {
    let Parameter { name, ty, is_uuid, is_project, .. } = parameter;
    let mut steps = String::new();
    if *is_uuid {
        let _ = writeln!(steps, "call.require_uuid({name:?}, &self.{name});");
    }
    let _ = match (ty, is_project) {
        (Type::Text, true) => writeln!(steps, "call.project({name:?}, self.{name});"),
        (Type::Text, false) => writeln!(steps, "call.segment({name:?}, &self.{name});"),
        _ => writeln!(steps, "call.segment({name:?}, &self.{name}.to_string());"),
    };
    steps
}

fn query_step(parameter: &Parameter) -> String {
    let Parameter { name, wire, ty, minimum, maximum, .. } = parameter;
    let limit = |limit: &Option<i64>| limit.map(|it| it.to_string()).unwrap_or_default();
    match ty {
        Type::Plain("bool") => format!("call.flag({wire:?}, self.{name});\n"),
        Type::Plain(_) => {
            let most = maximum.map(|most| format!("={most}")).unwrap_or_default();
            format!("call.number({wire:?}, self.{name}, {}..{most});\n", limit(minimum))
        }
        Type::List(_) => format!("call.comma_separated({wire:?}, self.{name}.as_deref());\n"),
        _ => format!("call.query({wire:?}, self.{name}.as_ref());\n"),
    }
}

/// Returns the check of a body field that its type cannot make.
fn check_step(field: &Field) -> Option<String> {
    let Field { name, wire, is_required, .. } = field;
    if field.is_content {
        let is_set = format!("self.body.{name}.is_some() || self.content.is_set()");
        return Some(format!("call.require_content({wire:?}, {is_set});\n"));
    }
    if field.is_uuid && *is_required {
        return Some(format!("call.require_uuid({wire:?}, &self.body.{name});\n"));
    }
    let most = field.max_length?;
    let text = match is_required {
        true => format!("Some(&self.body.{name})"),
        false => format!("self.body.{name}.as_deref()"),
    };
    Some(format!("call.max_length({wire:?}, {text}, {most});\n"))
}
