//! `screenshot_keys`: the keys of a screenshot are in `keys`, with their places, and in `key_ids`;
//! or only in the latter, with 0 for a deleted key. Both are optional.

#[cfg(test)]
mod tests {
    use crate::types::Screenshot;

    #[test]
    fn keys_may_be_absent_and_have_no_place() -> serde_json::Result<()> {
        let newer = r#"{"key_ids":[1,2],"keys":[{"key_id":1,"coordinates":{"left":3}},
            {"key_id":2,"coordinates":null}]}"#;
        let newer: Screenshot = serde_json::from_str(newer)?;
        let older: Screenshot = serde_json::from_str(r#"{"key_ids":[1,0]}"#)?;
        let keys = newer.keys.unwrap_or_default();
        let left = keys.iter().map(|key| key.coordinates.as_ref().and_then(|place| place.left));
        assert_eq!(Vec::from_iter(left), [Some(3), None]);
        assert_eq!((older.key_ids, older.keys), (Some(vec![1, 0]), None));
        Ok(())
    }
}
