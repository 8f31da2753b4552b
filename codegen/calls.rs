//! The calls: a struct for each operation, with its parameters and its body as plain data.

use std::collections::BTreeMap;

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, FnArg, Ident, ImplItem, ImplItemFn, Item, ItemImpl, Pat, Type, parse_quote};

use super::Result;
use super::arguments::{Argument, Setter, name, optional};
use super::bodies::{self, Field};
use super::document::{Document, Operation, Parameter};
use super::rules;

/// The generated code for the operations of one server.
pub(super) struct Calls {
    /// The methods of the client.
    pub(super) methods: TokenStream,
    /// The items of the module `calls`.
    pub(super) structs: TokenStream,
}

/// Generates the calls of a server from its operations, and from the methods that the generator
/// wrote for them, whose signatures have the types.
pub(super) fn all(
    document: &Document,
    operations: &[&Operation],
    texts: &BTreeMap<String, Operation>,
    (methods, types): (&ItemImpl, &[Item]),
) -> Result<Calls> {
    let mut calls = Calls { methods: TokenStream::new(), structs: TokenStream::new() };
    for operation in operations {
        let call = Call::new(document, operation, texts, (methods, types));
        let call = call.map_err(|reason| format!("`{}`: {reason}", operation.id))?;
        calls.methods.extend(call.method());
        calls.structs.extend(call.structure());
    }
    Ok(calls)
}

/// The properties of a call.
struct Call<'d> {
    operation: &'d Operation,
    /// The operation, with docs for rustdoc.
    text: &'d Operation,
    name: Ident,
    /// The type of a successful response.
    response: Type,
    /// The parameters in the document, with their names and types in Rust.
    parameters: Vec<(&'d Parameter, Ident, Type)>,
    body: Option<(Type, Vec<Field>)>,
}

impl<'d> Call<'d> {
    fn new(
        document: &Document,
        operation: &'d Operation,
        texts: &'d BTreeMap<String, Operation>,
        (methods, types): (&ItemImpl, &[Item]),
    ) -> Result<Self> {
        let wanted = operation.id.to_snake_case();
        let method = methods.items.iter().find_map(|item| match item {
            ImplItem::Fn(method) if method.sig.ident == wanted => Some(method),
            _ => None,
        });
        let method = method.ok_or("the generator has written no method")?;
        let given = arguments(method);
        let text = texts.get(&operation.id).ok_or("the operation has no docs")?;
        let mut parameters = Vec::new();
        for parameter in &operation.parameters {
            let name = format_ident!("{}", parameter.name.to_snake_case());
            let ty = given.get(&name.to_string());
            let ty = ty.ok_or_else(|| format!("the method does not take `{name}`"))?;
            parameters.push((parameter, name, of_caller(parameter, ty)));
        }
        let body = match (&operation.body, given.get("body")) {
            (Some(schema), Some(ty)) => {
                let mut fields = bodies::fields(document, types, schema)?;
                fields.iter_mut().for_each(|field| InTypes.visit_type_mut(&mut field.ty));
                Some((ty.clone(), fields))
            }
            (None, None) => None,
            _ => return Err("its body is not a JSON component".into()),
        };
        let call = Self {
            response: response(method, "ResponseValue").ok_or("the method returns no response")?,
            name: format_ident!("{}", operation.id.to_upper_camel_case()),
            operation,
            text,
            parameters,
            body,
        };
        call.check_names()?;
        Ok(call)
    }

    /// Fails if two setters, or a setter and a method of all calls, have the same name.
    fn check_names(&self) -> Result<()> {
        let mut names: Vec<_> = ["client", "options", "body", "send", "call", "stream", "pages"]
            .map(str::to_owned)
            .to_vec();
        let parameters = self.parameters.iter().map(|(_, name, _)| name.to_string());
        let fields = self.body.iter().flat_map(|(_, fields)| fields);
        for name in parameters.chain(fields.map(|field| field.name.to_string())) {
            if names.contains(&name) {
                return Err(format!(
                    "`{name}` would name two things of its call: give it another name in Rust, by \
                     a step in codegen/narrow.rs"
                ));
            }
            names.push(name);
        }
        Ok(())
    }

    /// Returns the method of the client.
    fn method(&self) -> TokenStream {
        let (call, method) = (&self.name, format_ident!("{}", self.operation.id.to_snake_case()));
        let (mut parameters, mut values) = (Vec::new(), Vec::new());
        for (_, name, ty) in &self.parameters {
            if optional(ty).is_some() {
                values.push(quote!(#name: None));
                continue;
            }
            let Argument { takes, value } = Argument::of(ty, name);
            parameters.push(quote!(#name: #takes));
            values.push(quote!(#name: #value));
        }
        match &self.body {
            Some((ty, fields)) if fields.is_empty() => {
                parameters.push(quote!(body: impl Into<#ty>));
                values.push(quote!(body: body.into()));
            }
            Some((ty, fields)) => {
                let fields: Vec<_> = fields.iter().filter(|it| it.is_argument()).collect();
                let names = fields.iter().map(|field| &field.name);
                values.push(quote!(body: <#ty>::new(#(#names),*)));
                parameters.extend(fields.iter().map(|field| {
                    let (name, Argument { takes, .. }) =
                        (&field.name, Argument::of(&field.ty, &field.name));
                    quote!(#name: #takes)
                }));
            }
            None => {}
        }
        if self.has_content() {
            values.push(quote!(content: Default::default()));
        }
        let doc = self.doc();
        quote! {
            #[doc = #doc]
            pub fn #method(&self, #(#parameters),*) -> calls::#call {
                calls::#call {
                    client: self.clone(),
                    options: crate::CallOptions::new(),
                    #(#values),*
                }
            }
        }
    }

    fn doc(&self) -> String {
        let Operation { summary, description, .. } = self.text;
        let (method, path) = (self.operation.method.to_uppercase(), &self.operation.path);
        let arguments = self.parameters.iter();
        let arguments = arguments.filter(|(_, _, ty)| optional(ty).is_none());
        let mut arguments: Vec<_> = arguments
            .map(|(parameter, name, _)| {
                format!("- `{name}`: {}", self.description(&parameter.name))
            })
            .collect();
        for field in self.body.iter().flat_map(|(_, fields)| fields) {
            if field.is_argument() {
                let text = documentation(&field.attributes);
                arguments.push(format!("- `{}`: {}", field.name, text.trim()));
            }
        }
        let arguments = match arguments.is_empty() {
            true => String::new(),
            false => format!("\n\nArguments:\n\n{}", arguments.join("\n")),
        };
        format!(" {summary}.\n\n{description}{arguments}\n\nSends `{method} {path}`.")
    }

    /// Returns the struct of the call, and its methods.
    fn structure(&self) -> TokenStream {
        let call = &self.name;
        let doc = format!(
            " A call of [`Client::{0}`](crate::Client::{0}).",
            self.operation.id.to_snake_case()
        );
        let fields = self.parameters.iter().map(|(_, name, ty)| quote!(pub(crate) #name: #ty));
        let body = self.body.iter().map(|(ty, _)| quote!(pub(crate) body: #ty));
        let setters = self.parameters.iter().filter_map(|it| self.parameter_setter(it));
        let operation = operation(self.operation);
        let body_setters = self.body_setters();
        let build = self.build();
        let content =
            self.has_content().then(|| quote!(pub(crate) content: crate::files::Content,));
        let send = self.send();
        quote! {
            #[doc = #doc]
            #[derive(Debug, Clone)]
            #[must_use = "a call does nothing until it is sent, streamed or awaited"]
            pub struct #call {
                pub(crate) client: Client,
                pub(crate) options: CallOptions,
                #(#fields,)*
                #(#body,)*
                #content
            }

            impl #call {
                #operation

                /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
                pub fn options(mut self, options: CallOptions) -> Self {
                    self.options = self.options.overridden_by(&options);
                    self
                }
                #(#setters)*
                #body_setters
                #build

                #send
            }
        }
    }

    /// Whether the body has the content of a file, which `crate::files` streams.
    fn has_content(&self) -> bool {
        self.body.iter().flat_map(|(_, fields)| fields).any(|field| field.property.is_content)
    }

    /// Returns the method `send`; that of a call with a file is in `crate::files`.
    fn send(&self) -> Option<TokenStream> {
        let (response, doc) = (&self.response, format!(" Sends `{}`.", self.operation.id));
        (!self.has_content()).then(|| {
            quote! {
                #[doc = #doc]
                pub async fn send(self) -> Result<Response<#response>, Error> {
                    self.call()?.send().await
                }
            }
        })
    }

    /// Returns the docs of a parameter.
    fn description(&self, name: &str) -> String {
        let mut parameters = self.text.parameters.iter();
        let found = parameters.find(|parameter| parameter.name == name);
        let description = found.map_or("", |parameter| parameter.description.as_str());
        rules::without_repeated_badge(description, &self.text.description)
    }

    fn parameter_setter(
        &self,
        (parameter, field, ty): &(&Parameter, Ident, Type),
    ) -> Option<TokenStream> {
        let Setter { generics, takes, value } = Setter::of(optional(ty)?);
        // The document describes requests for one page.
        let note = match parameter.name.as_str() {
            "pagination" => " Streams send `cursor`, unless this or `page` is set.",
            "cursor" if self.operation.takes("pagination") => {
                " Sets `pagination` to `cursor`, unless it is set."
            }
            _ => "",
        };
        let doc = format!(" {}{note}", self.description(&parameter.name));
        Some(quote! {
            #[doc = #doc]
            pub fn #field #generics(mut self, value: #takes) -> Self {
                self.#field = #value;
                self
            }
        })
    }

    /// Returns the setters of the body and of its optional fields.
    fn body_setters(&self) -> TokenStream {
        let Some((ty, fields)) = &self.body else {
            return TokenStream::new();
        };
        let setters = fields.iter().filter_map(|field| {
            let Setter { generics, takes, .. } = field.setter()?;
            let (name, attributes) = (&field.name, &field.attributes);
            Some(quote! {
                #(#attributes)*
                pub fn #name #generics(mut self, value: #takes) -> Self {
                    self.body = self.body.#name(value);
                    self
                }
            })
        });
        // If there are several kinds of bodies, callers set the whole body.
        let extra = (!fields.is_empty()).then(|| {
            quote! {
                /// Sets a field of the body that the document does not name. Sending it fails
                /// otherwise.
                pub fn extra(
                    mut self,
                    name: impl Into<String>,
                    value: impl Into<Value>,
                ) -> Self {
                    self.body = self.body.extra(name, value);
                    self
                }
            }
        });
        let given = fields.iter().filter(|field| field.is_argument()).map(|field| &field.name);
        let given: Vec<_> = given.collect();
        let replace = match given.is_empty() {
            true => quote!(body),
            false => quote!(#ty { #(#given: self.body.#given,)* ..body }),
        };
        let doc = match given.is_empty() {
            true => " Replaces the whole body.",
            false => " Replaces the body, except for the arguments of the call.",
        };
        quote! {
            #[doc = #doc]
            pub fn body(mut self, body: impl Into<#ty>) -> Self {
                let body = body.into();
                self.body = #replace;
                self
            }
            #(#setters)*
            #extra
        }
    }

    /// Returns the method `call`, which writes the request.
    fn build(&self) -> TokenStream {
        let method = format_ident!("{}", self.operation.method.to_uppercase());
        let steps = path_steps(&self.operation.path, |parameter| self.path_step(parameter));
        let query = self.parameters.iter().filter_map(query_step);
        // The service ignores a cursor without it.
        let takes_cursor = self.operation.takes("pagination") && self.operation.takes("cursor");
        let (receiver, by_cursor) = match takes_cursor {
            true => (
                quote!(mut self),
                quote!(if self.cursor.is_some() {
                    self.pagination.get_or_insert("cursor".into());
                }),
            ),
            false => (quote!(self), TokenStream::new()),
        };
        let checks = self.body.iter().flat_map(|(_, fields)| fields).filter_map(check_step);
        let (write, body) = match &self.body {
            Some(_) => (quote!(let body = serde_json::to_vec(&self.body);), quote!(Some(body))),
            None => (TokenStream::new(), quote!(None)),
        };
        quote! {
            pub(crate) fn call(#receiver) -> Result<Call, Error> {
                let mut path = RequestPath::new();
                #by_cursor
                #(#steps)*
                #(#query)*
                #(#checks)*
                let operation = (Self::OPERATION, Method::#method);
                #write
                path.call(self.client, operation, #body, self.options)
            }
        }
    }

    fn path_step(&self, parameter: &str) -> TokenStream {
        let mut parameters = self.parameters.iter();
        let Some((known, field, ty)) = parameters.find(|(known, ..)| known.name == parameter)
        else {
            return TokenStream::new();
        };
        let shown = field.to_string();
        let check = known.is_uuid.then(|| quote!(path.require_uuid(#shown, &self.#field);));
        match name(ty).as_str() {
            "String" if known.is_project => quote!(#check path.project(#shown, self.#field);),
            "String" => quote!(#check path.segment(#shown, &self.#field);),
            _ => quote!(path.segment(#shown, &self.#field.to_string());),
        }
    }
}

/// Returns the type of a parameter for callers: text for a UUID, and a number that cannot be
/// negative is unsigned.
fn of_caller(parameter: &Parameter, ty: &Type) -> Type {
    match (name(optional(ty).unwrap_or(ty)).as_str(), optional(ty)) {
        ("Uuid", None) => parse_quote!(String),
        ("i32", None) if parameter.minimum.is_some_and(|least| least >= 0) => parse_quote!(u32),
        ("i32", Some(_)) if parameter.minimum.is_some_and(|least| least >= 0) => {
            parse_quote!(Option<u32>)
        }
        _ => ty.clone(),
    }
}

/// Splits a path template into its constant parts and its parameters.
fn path_steps(path: &str, parameter: impl Fn(&str) -> TokenStream) -> Vec<TokenStream> {
    let mut steps = Vec::new();
    for part in path.split_inclusive('}') {
        let (fixed, name) = part.split_once('{').unwrap_or((part, ""));
        if !fixed.is_empty() {
            steps.push(quote!(path.fixed(#fixed);));
        }
        if !name.is_empty() {
            steps.push(parameter(name.trim_end_matches('}')));
        }
    }
    steps
}

/// Returns the code that adds a query parameter.
fn query_step((parameter, field, ty): &(&Parameter, Ident, Type)) -> Option<TokenStream> {
    if !parameter.in_query {
        return None;
    }
    let wire = &parameter.name;
    let inner = optional(ty).unwrap_or(ty);
    Some(match name(inner).as_str() {
        "bool" => quote!(path.flag(#wire, self.#field);),
        "i32" | "u32" | "i64" => {
            let [minimum, maximum] = [parameter.minimum, parameter.maximum]
                .map(|limit| limit.map(Literal::i64_unsuffixed));
            let range = match maximum {
                Some(maximum) => quote!(#minimum..=#maximum),
                None => quote!(#minimum..),
            };
            quote!(path.number(#wire, self.#field, #range);)
        }
        "Vec" if parameter.is_comma_separated => {
            quote!(path.comma_separated(#wire, self.#field.as_deref());)
        }
        "Vec" => quote!(compile_error!("src/call/path.rs does not support repeated parameters");),
        _ => quote!(path.query(#wire, self.#field.as_ref());),
    })
}

/// Returns the check of a body field that its type cannot make.
fn check_step(field: &Field) -> Option<TokenStream> {
    let (name, wire) = (&field.name, &field.property.name);
    if field.property.is_content && field.property.is_required {
        let is_set = quote!(self.body.#name.is_some() || self.content.is_set());
        return Some(quote!(path.require_content(#wire, #is_set);));
    }
    if field.property.is_uuid && field.property.is_required {
        return Some(quote!(path.require_uuid(#wire, &self.body.#name);));
    }
    let limit = field.property.max_length?;
    Some(quote!(path.max_length(#wire, self.body.#name.as_deref(), #limit);))
}

/// Returns the constant with the properties of an operation.
fn operation(operation: &Operation) -> TokenStream {
    let Operation { id, path, redirects, .. } = operation;
    let server = format_ident!("{}", operation.server.module.to_upper_camel_case());
    let mut others = Vec::new();
    if !operation.authenticated {
        others.push(quote!(authenticated: false));
    }
    if !redirects.is_empty() {
        others.push(quote!(redirects: &[#(#redirects),*]));
    }
    if !operation.idempotent {
        others.push(quote!(idempotent: false));
    }
    if !operation.hints.is_empty() {
        let hints = operation.hints.iter().map(|(status, hint)| quote!((#status, #hint)));
        others.push(quote!(hints: &[#(#hints),*]));
    }
    if operation.retry_on_conflict {
        others.push(quote!(retry_on_conflict: true));
    }
    let plain = quote!(Operation::new(#id, #path, Server::#server));
    let value = match others.is_empty() {
        true => plain,
        false => quote!(Operation { #(#others,)* ..#plain }),
    };
    quote!(pub(crate) const OPERATION: &'static Operation = &#value;)
}

/// Qualifies the types of the module `types`, for use outside of it.
struct InTypes;

impl VisitMut for InTypes {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let name = name(ty);
        if let Type::Path(path) = &*ty
            && path.path.get_ident().is_some()
            && name.starts_with(char::is_uppercase)
        {
            *ty = parse_quote!(types::#ty);
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Returns the arguments of a method by name, as owned types.
fn arguments(method: &ImplItemFn) -> BTreeMap<String, Type> {
    let arguments = method.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => match &*argument.pat {
            Pat::Ident(pattern) => Some((pattern.ident.to_string(), owned(&argument.ty))),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    arguments.collect()
}

fn owned(ty: &Type) -> Type {
    struct Owned;
    impl VisitMut for Owned {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Reference(reference) = ty {
                *ty = (*reference.elem).clone();
            }
            if name(ty) == "str" {
                *ty = parse_quote!(String);
            }
            visit_mut::visit_type_mut(self, ty);
        }
    }
    let mut ty = ty.clone();
    Owned.visit_type_mut(&mut ty);
    ty
}

/// Returns the `T` of a method that returns `Result<{wrapper}<T>, _>`.
pub(super) fn response(method: &ImplItemFn, wrapper: &'static str) -> Option<Type> {
    struct Find(&'static str, Option<Type>);
    impl VisitMut for Find {
        fn visit_path_segment_mut(&mut self, segment: &mut syn::PathSegment) {
            if segment.ident == self.0
                && let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
                && let Some(syn::GenericArgument::Type(response)) = arguments.args.first()
            {
                self.1 = Some(response.clone());
            }
            visit_mut::visit_path_segment_mut(self, segment);
        }
    }
    let mut find = Find(wrapper, None);
    find.visit_return_type_mut(&mut method.sig.output.clone());
    find.1
}

/// Returns the text of doc comments.
fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let syn::Meta::NameValue(meta) = &attribute.meta else {
            return None;
        };
        match &meta.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })
                if meta.path.is_ident("doc") =>
            {
                Some(text.value())
            }
            _ => None,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
