//! `empty_admin_rights`: the admin rights of a contributor are a list, or an empty object if there
//! are none, which `crate::wire::decode` decodes as an empty list.

use crate::types::AdminRight;

/// The admin rights of a contributor.
pub(crate) type GrantedAdminRights = Vec<AdminRight>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Contributor;

    fn granted(rights: &str) -> serde_json::Result<Option<Vec<AdminRight>>> {
        let body = format!(r#"{{"user_id":1,"admin_rights":{rights}}}"#);
        serde_json::from_str::<Contributor>(&body).map(|contributor| contributor.admin_rights)
    }

    #[test]
    fn a_list_and_an_empty_object_decode() -> serde_json::Result<()> {
        let some = vec![AdminRight::Upload, AdminRight::Other("paint".to_owned())];
        assert_eq!(granted(r#"["upload","paint"]"#)?, Some(some));
        assert_eq!(granted("{}")?, Some(Vec::new()));
        assert_eq!(granted("[]")?, Some(Vec::new()));
        assert!(granted(r#"{"upload":true}"#).is_err(), "content is not lost");
        Ok(())
    }
}
