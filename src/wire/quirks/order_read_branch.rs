//! `order_read_branch`: an order has its branch and payment method when it is created, and null for
//! both when it is read.

#[cfg(test)]
mod tests {
    use crate::types::{Order, PaymentMethod};

    #[test]
    fn both_may_be_null() -> serde_json::Result<()> {
        let created: Order = serde_json::from_str(
            r#"{"order_id":"A1","branch":"master","payment_method":"credit_card"}"#,
        )?;
        assert_eq!(created.branch.as_deref(), Some("master"));
        assert_eq!(created.payment_method, Some(PaymentMethod::CreditCard));
        let read: Order =
            serde_json::from_str(r#"{"order_id":"A1","branch":null,"payment_method":null}"#)?;
        assert_eq!((read.branch, read.payment_method), (None, None));
        assert_eq!(read.order_id, created.order_id);
        Ok(())
    }
}
