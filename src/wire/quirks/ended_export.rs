//! `ended_export`: the process of an ended asynchronous export has a null `message`, text in
//! `created_by`, times in another time zone, and neither `created_by_email` nor the project's id.
//! Other processes are as documented.

#[cfg(test)]
mod tests {
    use crate::types::ProcessResponse;

    #[test]
    fn an_ended_export_decodes_as_any_process() -> serde_json::Result<()> {
        let documented: ProcessResponse = serde_json::from_str(
            r#"{"project_id":"p.1","process":{"process_id":"1","type":"async-export",
                "status":"finished","message":"","created_by":1001,
                "created_by_email":"owner@sandbox.test","created_at":"2025-03-06 12:05:00 (UTC)",
                "created_at_timestamp":1741262700}}"#,
        )?;
        let observed: ProcessResponse = serde_json::from_str(
            r#"{"process":{"process_id":"1","type":"async-export","status":"finished",
                "message":null,"created_by":"1001",
                "created_at":"2025-03-06 13:05:00 (Europe/Berlin)",
                "created_at_timestamp":1741262700}}"#,
        )?;
        let (documented, observed) = (documented.process, observed.process);
        assert_eq!(documented.status, observed.status);
        assert_eq!(documented.created(), observed.created());
        assert_eq!((observed.message, observed.created_by_email), (None, None));
        Ok(())
    }
}
