//! `glossary_delete_meta`: the response to the deletion of glossary terms has an empty list in
//! `meta`, or no `meta`. Both decode, and so does an object in its place.

#[cfg(test)]
mod tests {
    use crate::types::GlossaryTermsDeletedResponse;

    #[test]
    fn meta_may_be_an_empty_list_or_absent() -> serde_json::Result<()> {
        for meta in ["", r#","meta":[]"#, r#","meta":{}"#, r#","meta":null"#] {
            let body = format!(r#"{{"data":{{"deleted":{{"count":1,"ids":[4401]}}}}{meta}}}"#);
            let response: GlossaryTermsDeletedResponse = serde_json::from_str(&body)?;
            assert_eq!(response.data.deleted.ids, Some(vec![4401]), "{body}");
        }
        Ok(())
    }
}
