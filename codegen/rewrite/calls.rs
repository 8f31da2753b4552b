//! The builders of operations: their `send` goes through the crate's pipeline, and a bad parameter
//! says why it is bad.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprLit, ExprMethodCall, Ident, ImplItem, ImplItemFn, Item, ItemImpl, Lit, Local,
    Macro, Pat, Stmt, Token, Type, parse_quote,
};

use super::super::Result;
use super::super::document::{Operation, Parameter};
use super::types::{advice, keep_unfit, self_name, structures, take_input};
use super::{Facts, Module, doc, items};

/// The generated `send` calls hooks, matches statuses and decodes. It becomes two methods: `call`,
/// which checks the parameters and makes the request, for handwritten code to build on; and `send`,
/// which hands it to the pipeline.
pub(super) fn through_the_pipeline(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for block in builders(items(&mut module.file, &["builder"])) {
        let name = self_name(block);
        let Some(index) = block.items.iter().position(is_send) else {
            continue;
        };
        let ImplItem::Fn(send) = block.items.remove(index) else {
            continue;
        };
        let operation = module
            .operations
            .iter()
            .find(|operation| operation.id.to_upper_camel_case() == name)
            .ok_or_else(|| format!("the builder `{name}` belongs to no operation"))?;
        block.items.push(constant(operation));
        block.items.extend(split_send(send, operation)?);
        changed += 1;
    }
    if changed != module.operations.len() {
        return Err(format!(
            "{changed} of {} operations",
            module.operations.len()
        ));
    }
    expose_fields(items(&mut module.file, &["builder"]));
    Ok(changed)
}

fn builders(items: &mut [Item]) -> impl Iterator<Item = &mut ItemImpl> {
    items.iter_mut().filter_map(|item| match item {
        Item::Impl(block) => Some(block),
        _ => None,
    })
}

fn is_send(item: &ImplItem) -> bool {
    matches!(item, ImplItem::Fn(method) if method.sig.ident == "send")
}

fn constant(operation: &Operation) -> ImplItem {
    let (id, path) = (&operation.id, &operation.path);
    let (authenticated, redirects) = (operation.authenticated, &operation.redirects);
    let (once, retry_on_conflict) = (operation.once, operation.retry_on_conflict);
    let server = format_ident!("{}", operation.server.module.to_upper_camel_case());
    parse_quote! {
        pub(crate) const OPERATION: &'static crate::wire::operation::Operation =
            &crate::wire::operation::Operation {
            id: #id,
            path: #path,
            server: crate::wire::operation::Server::#server,
            authenticated: #authenticated,
            redirects: &[#(#redirects),*],
            once: #once,
            retry_on_conflict: #retry_on_conflict,
        };
    }
}

fn split_send(mut send: ImplItemFn, operation: &Operation) -> Result<[ImplItem; 2]> {
    let answer =
        answer_of(&send, "ResponseValue").ok_or("`send` does not return a ResponseValue")?;
    let body = call_body(send.block, operation)?;
    send.sig.output = parse_quote!(-> Result<crate::Response<#answer>, crate::Error>);
    send.block = parse_quote!({ self.call()?.send().await });
    let call = parse_quote! {
        pub(crate) fn call(
            self,
        ) -> Result<crate::call::runtime::Call<'a, #answer>, crate::Error> #body
    };
    Ok([call, ImplItem::Fn(send)])
}

/// The `T` of a method that returns `Result<{response}<T>, _>`.
pub(super) fn answer_of(send: &ImplItemFn, response: &'static str) -> Option<Type> {
    struct Find(&'static str, Option<Type>);
    impl VisitMut for Find {
        fn visit_path_segment_mut(&mut self, segment: &mut syn::PathSegment) {
            if segment.ident == self.0
                && let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
                && let Some(syn::GenericArgument::Type(answer)) = arguments.args.first()
            {
                self.1 = Some(answer.clone());
            }
            visit_mut::visit_path_segment_mut(self, segment);
        }
    }
    let mut find = Find(response, None);
    find.visit_return_type_mut(&mut send.sig.output.clone());
    find.1
}

/// The statements up to the request, fitted to the runtime.
fn call_body(mut block: Block, operation: &Operation) -> Result<Block> {
    let end = block
        .stmts
        .iter()
        .position(|statement| binds(statement, "info"))
        .ok_or("`send` does not bind `info`")?;
    block.stmts.truncate(end);
    block
        .stmts
        .retain(|statement| !is_about_header_map(statement));
    let mut fit = Fit::default();
    fit.visit_block_mut(&mut block);
    if let Some(error) = fit.error {
        return Err(error);
    }
    let url = block
        .stmts
        .iter()
        .position(|statement| binds(statement, "url"))
        .ok_or("`send` does not bind `url`")?;
    for check in limit_checks(operation) {
        block.stmts.insert(url, check);
    }
    Ok(named_errors(block))
}

/// Whatever keeps a request from being made is an error that names the host, and the project once
/// that is known.
fn named_errors(block: Block) -> Block {
    let is_project = |statement: &Stmt| binds(statement, "project_id");
    let at = |project: TokenStream| -> TokenStream {
        let target = quote!(crate::error::Target::of_project);
        quote!(#target(Self::OPERATION, client, #project))
    };
    let mut statements = block.stmts.into_iter();
    let fields = statements.next();
    let (projects, rest): (Vec<_>, Vec<_>) = statements.partition(is_project);
    let (project, target) = match projects.is_empty() {
        true => (quote!(), at(quote!(None))),
        false => {
            let unknown = at(quote!(None));
            let project = quote! {
                let project_id = project_id.map_err(|reason| {
                    crate::Error::invalid_request(Self::OPERATION, reason).at(#unknown)
                })?;
            };
            (project, at(quote!(Some(project_id.to_string().into()))))
        }
    };
    parse_quote!({
        #fields
        #project
        let made = || -> Result<::reqwest::Request, crate::Error> { #(#rest)* Ok(request) };
        let request = made().map_err(|error| error.at(#target))?;
        Ok(crate::call::runtime::Call::new(client, Self::OPERATION, request).with(options))
    })
}

/// The generator does not enforce the limits of integers.
fn limit_checks(operation: &Operation) -> Vec<Stmt> {
    let option = |limit: Option<i64>| match limit {
        Some(limit) => quote!(Some(#limit)),
        None => quote!(None),
    };
    let limited = operation
        .parameters
        .iter()
        .filter(|parameter| parameter.minimum.or(parameter.maximum).is_some());
    limited
        .map(|parameter| {
            let name = &parameter.name;
            let field = format_ident!("{}", name.to_snake_case());
            let (minimum, maximum) = (option(parameter.minimum), option(parameter.maximum));
            parse_quote! {
                crate::call::runtime::check_limits(
                    Self::OPERATION, #name, &#field, (#minimum, #maximum),
                )?;
            }
        })
        .collect()
}

fn binds(statement: &Stmt, name: &str) -> bool {
    matches!(statement, Stmt::Local(Local { pat: Pat::Ident(bound), .. }) if bound.ident == name)
}

/// The header map holds the `api-version` header only.
fn is_about_header_map(statement: &Stmt) -> bool {
    binds(statement, "header_map")
        || matches!(
            statement,
            Stmt::Expr(Expr::MethodCall(call), _) if is_ident(&call.receiver, "header_map")
        )
}

fn is_ident(expression: &Expr, name: &str) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident(name))
}

/// Replaces what the body of `send` takes from the generated client and runtime.
#[derive(Default)]
struct Fit {
    error: Option<String>,
}

impl VisitMut for Fit {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        match expression {
            Expr::Path(path)
                if path
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == "InvalidRequest") =>
            {
                *expression =
                    parse_quote!(|reason| crate::Error::invalid_request(Self::OPERATION, reason));
            }
            Expr::Field(field) if is_ident(&field.base, "client") => {
                *expression = parse_quote!(client.http());
            }
            Expr::MethodCall(call) if call.method == "headers" => {
                *expression = (*call.receiver).clone();
            }
            Expr::Try(attempt) if is_build(&attempt.expr) => {
                let build = &attempt.expr;
                attempt.expr = parse_quote! {
                    #build.map_err(|error| crate::Error::unsendable(Self::OPERATION, &error))
                };
            }
            Expr::Macro(invocation) if is_address(&invocation.mac) => match url(&invocation.mac) {
                Ok(url) => *expression = url,
                Err(error) => self.error = Some(error),
            },
            _ => {}
        }
    }
}

fn is_address(invocation: &Macro) -> bool {
    invocation.path.is_ident("format") && invocation.tokens.to_string().contains("baseurl")
}

/// `format!("{}/..", client.baseurl, ..)` becomes the address of that path at the operation's
/// server, and each path parameter is checked to stay one segment.
fn url(invocation: &Macro) -> Result<Expr> {
    let arguments = invocation
        .parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
        .map_err(|error| format!("the URL is not as expected: {error}"))?;
    let mut arguments = arguments.into_iter();
    let (
        Some(Expr::Lit(ExprLit {
            lit: Lit::Str(form),
            ..
        })),
        Some(Expr::Field(_)),
    ) = (arguments.next(), arguments.next())
    else {
        return Err("the URL does not begin with the base URL".into());
    };
    let path = form.value();
    let path = path
        .strip_prefix("{}")
        .ok_or("the URL does not begin with the base URL")?;
    let mut segments: Vec<Expr> = Vec::new();
    for argument in arguments {
        let Expr::Call(call) = argument else {
            return Err("a path parameter is not as expected".into());
        };
        let name = path_parameter(&call).ok_or("a path parameter is not as expected")?;
        let text = name.to_string();
        segments.push(
            parse_quote!(crate::call::runtime::path_segment(Self::OPERATION, #text, &#name)?),
        );
    }
    Ok(match segments.is_empty() {
        true => parse_quote!(client.url(Self::OPERATION, #path)?),
        false => parse_quote!(client.url(Self::OPERATION, &format!(#path, #(#segments),*))?),
    })
}

fn is_build(expression: &Expr) -> bool {
    matches!(expression, Expr::MethodCall(call) if call.method == "build")
}

/// The `x` of `encode_path(&x.to_string())`.
fn path_parameter(call: &syn::ExprCall) -> Option<Ident> {
    let Some(Expr::Reference(reference)) = call.args.first() else {
        return None;
    };
    let Expr::MethodCall(conversion) = reference.expr.as_ref() else {
        return None;
    };
    match conversion.receiver.as_ref() {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    }
}

/// Handwritten methods on the builders read and change what the caller has set.
fn expose_fields(items: &mut [Item]) {
    for item in items {
        if let Item::Struct(definition) = item {
            for field in &mut definition.fields {
                field.vis = parse_quote!(pub(crate));
            }
        }
    }
}

/// Parameters take what `crate::input` says can be given, as fields of bodies do. The generator
/// loses the reason of a failed conversion, and calls a parameter that was not set "not
/// initialized".
pub(super) fn parameters_take_input(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    let operations = &module.operations;
    for item in items(&mut module.file, &["builder"]) {
        match item {
            Item::Struct(definition) => definition.fields.iter_mut().for_each(keep_unfit),
            Item::Impl(block) => {
                let name = self_name(block);
                let operation = operations
                    .iter()
                    .find(|operation| operation.id.to_upper_camel_case() == name)
                    .copied();
                Unset.visit_item_impl_mut(block);
                for item in &mut block.items {
                    if let ImplItem::Fn(method) = item {
                        let known = parameter(method, operation);
                        let (text, maximum) = known.map_or(("", None), |known| {
                            (known.description.as_str(), known.maximum)
                        });
                        let advice = advice(operations, text);
                        changed += usize::from(take_input(method, &advice, maximum));
                        describe(method, operation);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(changed)
}

/// Every call can have settings of its own, which wait in its builder until it is made.
pub(super) fn calls_have_options(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for item in items(&mut module.file, &["builder"]) {
        match item {
            Item::Struct(definition) => {
                if let syn::Fields::Named(fields) = &mut definition.fields {
                    fields
                        .named
                        .push(parse_quote!(pub(crate) options: crate::CallOptions));
                }
            }
            Item::Impl(block) => {
                WithOptions.visit_item_impl_mut(block);
                let is_setter = |item: &ImplItem| matches!(item, ImplItem::Const(_));
                let place = block.items.iter().position(is_setter);
                block.items.insert(
                    place.unwrap_or(0),
                    parse_quote! {
                        /// Settings of this call alone: see [`CallOptions`](crate::CallOptions).
                        pub fn options(mut self, options: crate::CallOptions) -> Self {
                            self.options = self.options.overridden_by(&options);
                            self
                        }
                    },
                );
                changed += 1;
            }
            _ => {}
        }
    }
    Ok(changed)
}

/// Adds the options to the fields that a builder is made of, and taken apart into.
struct WithOptions;

impl VisitMut for WithOptions {
    fn visit_expr_struct_mut(&mut self, made: &mut syn::ExprStruct) {
        if made.path.is_ident("Self") {
            made.fields
                .push(parse_quote!(options: crate::CallOptions::new()));
        }
    }

    fn visit_pat_struct_mut(&mut self, taken: &mut syn::PatStruct) {
        let fields = taken.fields.iter();
        let more: Pat = parse_quote!(Self { #(#fields,)* options });
        if let Pat::Struct(more) = more
            && taken.path.is_ident("Self")
        {
            *taken = more;
        }
    }
}

/// A call that is not sent does nothing, and the compiler says so only when it is told. The same
/// goes for bodies.
pub(super) fn calls_are_sent(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    const CALL: &str = "nothing is sent until this is sent, streamed or awaited";
    const BODY: &str = "a builder makes nothing until it is given or built";
    let mut changed = 0;
    for (path, reason) in [(&["builder"][..], CALL), (&["types", "builder"], BODY)] {
        for definition in structures(items(&mut module.file, path)) {
            definition.attrs.push(parse_quote!(#[must_use = #reason]));
            changed += 1;
        }
    }
    Ok(changed)
}

/// The parameter that a setter sets.
fn parameter<'o>(method: &ImplItemFn, operation: Option<&'o Operation>) -> Option<&'o Parameter> {
    let name = method.sig.ident.to_string();
    let mut parameters = operation
        .into_iter()
        .flat_map(|operation| &operation.parameters);
    parameters.find(|parameter| parameter.name.to_snake_case() == name)
}

fn describe(method: &mut ImplItemFn, operation: Option<&Operation>) {
    let name = method.sig.ident.to_string();
    let text = match (parameter(method, operation), name.as_str()) {
        (Some(parameter), _) => &parameter.description,
        (None, "body") => "The body of the request.",
        (None, "body_map") => {
            "Changes the body of the request: the one that was set, or an empty one."
        }
        _ => return,
    };
    method.attrs.push(doc(text));
}

/// Replaces the text for a parameter that was not set, and the conversion of a body that ends in
/// text.
struct Unset;

impl VisitMut for Unset {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        match expression {
            Expr::MethodCall(call) => {
                if let Some(name) = not_initialized(call) {
                    *expression = parse_quote!(crate::input::Unfit::missing_parameter(#name));
                }
            }
            Expr::Closure(closure) if is_conversion(&closure.body) => {
                *expression = parse_quote!(|body| body.check());
            }
            _ => {}
        }
    }
}

/// Whether it is `X::try_from(v).map_err(..)`.
fn is_conversion(body: &Expr) -> bool {
    match body {
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(inner, None)] => is_conversion(inner),
            _ => false,
        },
        Expr::MethodCall(call) if call.method == "map_err" => {
            matches!(
                &*call.receiver,
                Expr::Call(made) if quote!(#made).to_string().contains("try_from")
            )
        }
        _ => false,
    }
}

/// The `x` of `"x was not initialized".to_string()`.
fn not_initialized(call: &ExprMethodCall) -> Option<String> {
    let Expr::Lit(literal) = call.receiver.as_ref() else {
        return None;
    };
    match &literal.lit {
        syn::Lit::Str(text) => text
            .value()
            .strip_suffix(" was not initialized")
            .map(str::to_owned),
        _ => None,
    }
}
