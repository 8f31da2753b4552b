//! `empty_admin_rights`: the admin rights of a contributor are a list, or an empty object where
//! there are none.

use std::ops::Deref;

use serde::Serialize;

use crate::types::AdminRight;
use crate::wire::decode::{Decode, Reader, Result, deserialize};

/// The admin rights that a contributor has. Dereferences to a slice; written as a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct GrantedAdminRights(pub Vec<AdminRight>);

impl Deref for GrantedAdminRights {
    type Target = [AdminRight];

    fn deref(&self) -> &[AdminRight] {
        &self.0
    }
}

impl Decode for GrantedAdminRights {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        Decode::decode(reader).map(Self)
    }
}

deserialize!(GrantedAdminRights);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_and_an_empty_object_decode() -> serde_json::Result<()> {
        let some: GrantedAdminRights = serde_json::from_str(r#"["upload","paint"]"#)?;
        assert_eq!(
            *some,
            [AdminRight::Upload, AdminRight::Other("paint".to_owned())]
        );
        let none: GrantedAdminRights = serde_json::from_str("{}")?;
        assert!(none.is_empty());
        assert_eq!(none, serde_json::from_str("[]")?);
        Ok(())
    }

    #[test]
    fn an_object_with_content_is_not_swallowed() {
        assert!(serde_json::from_str::<GrantedAdminRights>(r#"{"upload":true}"#).is_err());
    }
}
