//! `order_key_type`: ids of an order are numbers, or text as in `keys` of its creation and in old
//! responses. `crate::wire::decode` reads both as numbers.

#[cfg(test)]
mod tests {
    use crate::types::Order;

    #[test]
    fn numbers_and_texts_decode_alike() -> serde_json::Result<()> {
        let read: Order = serde_json::from_str(
            r#"{"keys":[3101],"card_id":9901,"translation_tier":1,"created_by":1001}"#,
        )?;
        let created: Order = serde_json::from_str(
            r#"{"keys":["3101"],"card_id":"9901","translation_tier":"1","created_by":"1001"}"#,
        )?;
        assert_eq!(read, created);
        assert_eq!((read.keys, read.card_id), (Some(vec![3101]), Some(9901)));
        Ok(())
    }
}
