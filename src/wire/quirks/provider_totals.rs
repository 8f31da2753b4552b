//! `provider_totals`: the total of the list of translation providers was observed to be two too low.
//! Lists request further pages after a full one, whatever the total: see `crate::pages`.
