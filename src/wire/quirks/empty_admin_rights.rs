//! `empty_admin_rights`: the admin rights of a contributor are a list, or an empty object where
//! there are none.

use std::ops::Deref;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::types::AdminRight;
use crate::wire::decode;
use crate::wire::schemas::json_schema_of;

/// The admin rights that a contributor has. Dereferences to a slice; written as a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantedAdminRights(pub Vec<AdminRight>);

impl Deref for GrantedAdminRights {
    type Target = [AdminRight];

    fn deref(&self) -> &[AdminRight] {
        &self.0
    }
}

impl Serialize for GrantedAdminRights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GrantedAdminRights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decode::list(deserializer).map(Self)
    }
}

json_schema_of!(GrantedAdminRights, |generator| {
    schemars::json_schema!({ "oneOf": [
        { "type": "array", "items": generator.subschema_for::<AdminRight>() },
        { "type": "object", "maxProperties": 0 },
    ] })
});

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
