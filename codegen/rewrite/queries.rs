//! The queries of operations: what the generator sends in another way than the document says.

use heck::{ToSnakeCase, ToUpperCamelCase};
use syn::visit_mut::{self, VisitMut};
use syn::{ImplItem, Item, Type, parse_quote};

use super::super::Result;
use super::types::{generic_argument, named_fields, self_name};
use super::{Facts, Module, items};

/// The generator repeats a parameter for each value of its list, whatever its `explode` says.
/// `crate::wire::input::CommaList` is one text.
pub(super) fn lists_in_one_text(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let mut lists = Vec::new();
    for operation in &module.operations {
        let builder = operation.id.to_upper_camel_case();
        let parameters = operation.parameters.iter();
        let names = parameters.filter(|parameter| parameter.in_one_text);
        lists.extend(names.map(|parameter| (builder.clone(), parameter.name.to_snake_case())));
    }
    let mut one_text = OneText(0);
    for item in items(&mut module.file, &["builder"]) {
        for (builder, name) in &lists {
            match item {
                Item::Struct(definition) if definition.ident == builder => {
                    named_fields(definition)
                        .filter(|field| field.ident.as_ref().is_some_and(|field| field == name))
                        .for_each(|field| one_text.visit_field_mut(field));
                }
                Item::Impl(block) if self_name(block) == *builder => {
                    block.items.iter_mut().for_each(|item| match item {
                        ImplItem::Fn(setter) if setter.sig.ident == name => {
                            one_text.visit_impl_item_fn_mut(setter);
                        }
                        _ => {}
                    });
                }
                _ => {}
            }
        }
    }
    // The type of the field, and what its setter takes.
    match one_text.0 == 2 * lists.len() {
        true => Ok(lists.len()),
        false => Err(format!("{} types of {} lists", one_text.0, lists.len())),
    }
}

/// Makes a `Vec` a list in one text.
struct OneText(usize);

impl VisitMut for OneText {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(value) = generic_argument(ty, "Vec").cloned() {
            *ty = parse_quote!(crate::wire::input::CommaList<#value>);
            self.0 += 1;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}
