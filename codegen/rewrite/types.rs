//! The types of bodies: tolerant where the service is not exact, open to growth, and no larger than
//! they need to be.

use heck::ToSnakeCase;
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Expr, Fields, FieldsNamed, GenericArgument, Ident, ImplItem, ImplItemFn, Item,
    ItemImpl, ItemStruct, PathArguments, Type, parse_quote,
};

use super::super::Result;
use super::super::document::Operation;
use super::extra::{EXTRA, json_name};
use super::{Facts, Module, doc, inner_items, is_documented, items};

/// The generator makes a builder for every type. Answers are read, never built; without their
/// builders the code is a third smaller.
pub(super) fn builders_of_requests_only(
    module: &mut Module<'_>,
    facts: &Facts<'_>,
) -> Result<usize> {
    let is_built = |name: &str| facts.requests.contains(name);
    let mut changed = 0;
    if let Some(types) = inner_items(&mut module.file, &["types"]) {
        let before = types.len();
        types.retain(|item| match item {
            Item::Impl(block) => !has_method(block, "builder") || is_built(&self_name(block)),
            _ => true,
        });
        changed += before - types.len();
    }
    if let Some(holder) = inner_items(&mut module.file, &["types", "builder"]) {
        let before = holder.len();
        holder.retain(|item| match item {
            Item::Impl(block) => is_built(&self_name(block)),
            Item::Struct(definition) => is_built(&definition.ident.to_string()),
            _ => true,
        });
        changed += before - holder.len();
    }
    Ok(changed)
}

/// The generator gives each module an error type of its own for conversions. There is one error
/// type.
pub(super) fn one_error_type(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    holder.retain(|item| !matches!(item, Item::Mod(inner) if inner.ident == "error"));
    let mut conversions = Conversions(0);
    for item in holder {
        conversions.visit_item_mut(item);
    }
    Ok(conversions.0)
}

struct Conversions(usize);

impl VisitMut for Conversions {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        if path
            .segments
            .last()
            .is_some_and(|last| last.ident == "ConversionError")
        {
            *path = parse_quote!(crate::Error);
            self.0 += 1;
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        match expression {
            Expr::MethodCall(call)
                if call.method == "into" && matches!(*call.receiver, Expr::Lit(_)) =>
            {
                let reason = &call.receiver;
                *expression = parse_quote!(crate::Error::invalid_value(#reason));
            }
            _ => {}
        }
    }
}

/// The `x` of `"no value supplied for x"`.
fn unset(expression: &Expr) -> Option<String> {
    let Expr::Lit(literal) = expression else {
        return None;
    };
    match &literal.lit {
        syn::Lit::Str(text) => text
            .value()
            .strip_prefix("no value supplied for ")
            .map(str::to_owned),
        _ => None,
    }
}

pub(super) fn self_name(block: &ItemImpl) -> String {
    name_of(&block.self_ty)
}

/// The name of a type without the path to it.
pub(super) fn name_of(ty: &Type) -> String {
    last_segment(ty)
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}

fn has_method(block: &ItemImpl, name: &str) -> bool {
    block
        .items
        .iter()
        .any(|item| matches!(item, ImplItem::Fn(method) if method.sig.ident == name))
}

/// The generator keeps why a value does not fit as text, and takes what converts by the standard
/// traits: no list of text from `&str`, no builder in a list, no reference to a `&str`; and the
/// `Option` of an optional field. Setters take what `crate::input` says can be given, and keep
/// where it did not fit.
pub(super) fn setters_take_input(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for item in items(&mut module.file, &["types", "builder"]) {
        match item {
            Item::Struct(definition) => definition.fields.iter_mut().for_each(keep_unfit),
            Item::Impl(block) => {
                let schema = self_name(block);
                Unset.visit_item_impl_mut(block);
                for item in &mut block.items {
                    if let ImplItem::Fn(method) = item {
                        let key = (schema.clone(), method.sig.ident.to_string());
                        let note = facts.notes.get(&key);
                        let description = note.map_or("", |note| note.description.as_str());
                        let advice = advice(module.operations.as_slice(), description);
                        changed += usize::from(take_input(method, &advice, None));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(changed)
}

/// `Result<T, String>` becomes `Result<T, Unfit>`.
pub(super) fn keep_unfit(field: &mut syn::Field) {
    if let Type::Path(path) = &mut field.ty
        && let Some(last) = path.path.segments.last_mut()
        && last.ident == "Result"
        && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
        && let Some(GenericArgument::Type(reason)) = arguments.args.last_mut()
    {
        *reason = parse_quote!(crate::input::Unfit);
    }
}

/// Replaces the text for a field that was not set.
struct Unset;

impl VisitMut for Unset {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Expr::MethodCall(call) = expression
            && call.method == "to_string"
            && let Some(name) = unset(&call.receiver)
        {
            *expression = parse_quote!(crate::input::Unfit::missing_field(#name));
        }
    }
}

/// What the document says of a value, in words for a caller who gave another: the names of
/// operations are those of methods.
pub(super) fn advice(operations: &[&Operation], description: &str) -> String {
    let mut text = description.replace("[`", "`");
    for operation in operations {
        let method = operation.id.to_snake_case();
        text = text.replace(&format!("](crate::Client::{method})"), "");
        text = text.replace(&format!("`{}`", operation.id), &format!("`{method}`"));
    }
    text.trim_end_matches('.').to_owned()
}

/// Rewrites a setter for `T: TryInto<X>`, or for the `Option` of that, to take any input for `X`.
pub(super) fn take_input(setter: &mut ImplItemFn, advice: &str, maximum: Option<i64>) -> bool {
    let Some(target) = conversion_target(setter).cloned() else {
        return false;
    };
    let field = setter.sig.ident.clone();
    let text = field.to_string();
    let before = setter.block.to_token_stream().to_string();
    let (wanted, wrap) = match generic_argument(&target, "Option").cloned() {
        Some(inner) => (inner, quote!(.map(Some))),
        None if before.contains("map (Some)") => (target, quote!(.map(Some))),
        None if before.contains("map (From :: from)") => (target, quote!(.map(From::from))),
        None => (target, quote!()),
    };
    let given = match (maximum, name_of(&wanted).as_str()) {
        (Some(maximum), _) => quote!(given_up_to(#text, #maximum, value)),
        (None, "Uuid") => quote!(given(#text, #advice, value)),
        (None, _) => quote!(given(#text, "", value)),
    };
    setter.sig.generics = parse_quote!(<V>);
    setter.sig.generics.where_clause = Some(parse_quote!(where V: crate::input::Input<#wanted>));
    setter.sig.inputs = parse_quote!(mut self, value: V);
    setter.block = parse_quote!({
        self.#field = crate::input::#given #wrap;
        self
    });
    true
}

/// The generator's builder makes its body with the first reason alone; ours also says where in a
/// body of bodies that is, and stands for its body wherever one can be given.
pub(super) fn builders_for_bodies(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types", "builder"]) else {
        return Ok(0);
    };
    let mut added: Vec<Item> = Vec::new();
    for item in holder.iter_mut() {
        if let Item::Impl(block) = item
            && let Some(check) = checked_body(block)
        {
            added.extend(body_of_builder(&self_name(block), check));
        }
    }
    let changed = added.len();
    holder.extend(added);
    Ok(changed)
}

/// Takes the conversion of a builder to its body, and leaves one that ends in the crate's error.
fn checked_body(block: &mut ItemImpl) -> Option<Expr> {
    struct Named(syn::Path);
    impl VisitMut for Named {
        fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
            literal.path = self.0.clone();
        }
    }
    let (path, _) = block.trait_.as_ref()?;
    if path.segments.last()?.ident != "TryFrom" {
        return None;
    }
    let name = format_ident!("{}", self_name(block));
    block.items.iter_mut().find_map(|item| match item {
        ImplItem::Fn(method) => {
            Named(parse_quote!(super::#name)).visit_block_mut(&mut method.block);
            let before = std::mem::replace(&mut method.block, parse_quote!({ value.build() }));
            Some(parse_quote!(#before))
        }
        _ => None,
    })
}

fn body_of_builder(name: &str, check: Expr) -> [Item; 4] {
    let name = format_ident!("{name}");
    [
        parse_quote! {
            impl #name {
                /// Checks that every required field was set and every value fits.
                ///
                /// # Errors
                ///
                /// An invalid request that names the field.
                pub fn build(self) -> ::std::result::Result<super::#name, crate::Error> {
                    self.check().map_err(crate::Error::invalid_value)
                }

                pub(crate) fn check(
                    self,
                ) -> ::std::result::Result<super::#name, crate::input::Unfit> {
                    let value = self;
                    #check
                }
            }
        },
        parse_quote! {
            impl crate::input::Input<super::#name> for #name {
                fn input(self) -> ::std::result::Result<super::#name, crate::input::Unfit> {
                    self.check()
                }
            }
        },
        parse_quote! {
            impl crate::input::Input<super::#name> for super::#name {
                fn input(self) -> ::std::result::Result<super::#name, crate::input::Unfit> {
                    Ok(self)
                }
            }
        },
        parse_quote! {
            impl crate::input::Input<super::#name> for &super::#name {
                fn input(self) -> ::std::result::Result<super::#name, crate::input::Unfit> {
                    Ok(self.clone())
                }
            }
        },
    ]
}

/// Bodies of requests that have no builder, since they are one of several, and text with a limit of
/// length.
pub(super) fn other_inputs(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    let mut added: Vec<Item> = Vec::new();
    for item in holder.iter() {
        match item {
            Item::Enum(definition) if facts.requests.contains(&definition.ident.to_string()) => {
                let name = &definition.ident;
                added.push(parse_quote!(crate::input::converted!(#name);));
            }
            Item::Struct(definition) if matches!(definition.fields, Fields::Unnamed(_)) => {
                let name = &definition.ident;
                added.push(parse_quote!(crate::input::short_text!(#name);));
            }
            _ => {}
        }
    }
    let changed = added.len();
    holder.extend(added);
    Ok(changed)
}

/// The `X` of `where T: TryInto<X>`.
pub(super) fn conversion_target(setter: &mut ImplItemFn) -> Option<&mut Type> {
    let clause = setter.sig.generics.where_clause.as_mut()?;
    let syn::WherePredicate::Type(predicate) = clause.predicates.first_mut()? else {
        return None;
    };
    let syn::TypeParamBound::Trait(bound) = predicate.bounds.first_mut()? else {
        return None;
    };
    match &mut bound.path.segments.last_mut()?.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first_mut()? {
            GenericArgument::Type(target) => Some(target),
            _ => None,
        },
        _ => None,
    }
}

/// Types are read by `crate::wire::decode`, which is compiled once: all that a type has of its own
/// are the names of its fields.
pub(super) fn decoded_types(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    let mut readers: Vec<Item> = Vec::new();
    for definition in structures(holder) {
        let name = &definition.ident;
        match &definition.fields {
            Fields::Named(fields) => readers.push(reader(name, fields)),
            _ => readers.push(parse_quote!(crate::wire::decode::text!(#name);)),
        }
        take_derive(definition, "Deserialize");
    }
    let changed = readers.len();
    holder.extend(readers);
    Ok(changed)
}

fn reader(name: &Ident, fields: &FieldsNamed) -> Item {
    let (mut required, mut optional, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for field in &fields.named {
        let (ident, json) = (&field.ident, json_name(field));
        if ident.as_ref().is_some_and(|ident| ident == EXTRA) {
            others.push(quote!(others in #ident));
        } else if is_generic(&field.ty, "Option") {
            optional.push(quote!(#ident = #json));
        } else {
            required.push(quote!(#ident = #json));
        }
    }
    parse_quote! {
        crate::wire::decode::object! {
            #name { #(#required),* } optional { #(#optional),* } #(#others)*
        }
    }
}

/// Takes a derived trait away from a type.
fn take_derive(definition: &mut ItemStruct, name: &str) {
    for attribute in &mut definition.attrs {
        if !attribute.path().is_ident("derive") {
            continue;
        }
        let mut kept: Vec<syn::Path> = Vec::new();
        let _ = attribute.parse_nested_meta(|derived| {
            kept.push(derived.path);
            Ok(())
        });
        kept.retain(|path| path.segments.last().is_none_or(|last| last.ident != name));
        *attribute = parse_quote!(#[derive(#(#kept),*)]);
    }
}

pub(super) fn structures(items: &mut [Item]) -> impl Iterator<Item = &mut ItemStruct> {
    items.iter_mut().filter_map(|item| match item {
        Item::Struct(definition) => Some(definition),
        _ => None,
    })
}

pub(super) fn named_fields(definition: &mut ItemStruct) -> impl Iterator<Item = &mut syn::Field> {
    match &mut definition.fields {
        Fields::Named(fields) => Some(fields.named.iter_mut()),
        _ => None,
    }
    .into_iter()
    .flatten()
}

pub(super) fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn is_generic(ty: &Type, name: &str) -> bool {
    last_segment(ty).is_some_and(|last| last.ident == name)
}

/// The `X` of `Name<X>`.
pub(super) fn generic_argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let last = last_segment(ty).filter(|last| last.ident == name)?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(GenericArgument::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The generator knows neither `deprecated` nor the description behind a `$ref`, and gives setters
/// no docs.
pub(super) fn field_notes(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for ((schema, property), note) in facts.notes {
        let field = field_name(property);
        for definition in structures(items(&mut module.file, &["types"]))
            .filter(|definition| definition.ident == schema)
        {
            for found in named_fields(definition)
                .filter(|found| found.ident.as_ref().is_some_and(|name| *name == field))
            {
                changed += annotate(&mut found.attrs, note);
            }
        }
        for item in items(&mut module.file, &["types", "builder"]) {
            let Item::Impl(block) = item else { continue };
            if block.trait_.is_some() || self_name(block) != *schema {
                continue;
            }
            for item in &mut block.items {
                if let ImplItem::Fn(setter) = item
                    && setter.sig.ident == field
                {
                    changed += annotate(&mut setter.attrs, note);
                }
            }
        }
    }
    Ok(changed)
}

fn annotate(attributes: &mut Vec<Attribute>, note: &super::super::document::FieldNote) -> usize {
    let before = attributes.len();
    if !is_documented(attributes) && !note.description.is_empty() {
        attributes.push(doc(&note.description));
    }
    attributes.extend(note.deprecated.as_deref().map(|reason| match reason {
        "" => parse_quote!(#[deprecated]),
        reason => parse_quote!(#[deprecated(note = #reason)]),
    }));
    attributes.len() - before
}

/// The name the generator gives to a property.
fn field_name(property: &str) -> String {
    let name = property.to_snake_case();
    if syn::parse_str::<syn::Ident>(&name).is_ok() {
        name
    } else {
        format!("{name}_")
    }
}

/// A field that the document gains later must not break a program that reads or matches the type.
/// So it cannot be written out; a test that wants an answer begins with one that says nothing.
pub(super) fn open_structs(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for definition in structures(items(&mut module.file, &["types"])) {
        if matches!(definition.fields, Fields::Named(_)) {
            definition.attrs.push(parse_quote!(#[non_exhaustive]));
            if !facts.requests.contains(&definition.ident.to_string())
                && !derives(definition, "Default")
            {
                definition.attrs.push(parse_quote!(#[derive(Default)]));
            }
            changed += 1;
        }
    }
    Ok(changed)
}

fn derives(definition: &ItemStruct, name: &str) -> bool {
    let derive = definition
        .attrs
        .iter()
        .filter(|it| it.path().is_ident("derive"));
    derive
        .map(|it| quote!(#it).to_string())
        .any(|derive| derive.contains(name))
}

/// The generator's enums are closed; ours stand in their place.
pub(super) fn open_enums(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    for open in &module.enums {
        holder.push(syn::parse2(open.tokens()).map_err(|error| error.to_string())?);
    }
    Ok(module.enums.len())
}
