//! The calls themselves.

use std::io::Cursor;

use l10n_client::builder::UploadFile;
use l10n_client::types::{ContributorInvitation, LanguageAccess, NewComment, RoleId, TokenRequest};
use l10n_client::{Client, FileSource};
use reqwest::Method;
use serde_json::{Value, json};

use super::{BY_REFRESH, FROM_A_READER, FROM_BYTES, Kind, Made, Needs, RAW, Row, made};

type Call = for<'a> fn(&'a Client, &'a Needs) -> Made<'a>;

pub(super) fn every() -> Vec<Row> {
    let tables: [Vec<(&str, &str, Kind, Call)>; 6] = [
        comments(),
        contributors(),
        statuses(),
        files(),
        others(),
        raw(),
    ];
    let calls = tables.into_iter().flatten();
    calls
        .map(|(operation, way, kind, call)| Row {
            operation,
            way,
            kind,
            call,
        })
        .collect()
}

type Calls = Vec<(&'static str, &'static str, Kind, Call)>;

fn comments() -> Calls {
    vec![
        ("listProjectComments", "", Kind::Read, |client, needs| {
            let call = client.list_project_comments();
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("listKeyComments", "", Kind::Read, |client, needs| {
            let call = client.list_key_comments().key_id(needs.project.key_ids[0]);
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("createKeyComments", "", Kind::Create, |client, needs| {
            let call = client
                .create_key_comments()
                .key_id(needs.project.key_ids[0]);
            let comment = NewComment::builder().comment("Checked.").build().unwrap();
            let call = call.body_map(|body| body.comments([comment]));
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("getKeyComment", "", Kind::Read, |client, needs| {
            let call = client.get_key_comment().key_id(needs.project.key_ids[0]);
            let call = call.comment_id(needs.project.own_comment_id);
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("deleteKeyComment", "", Kind::Deletion, |client, needs| {
            let call = client.delete_key_comment().key_id(needs.project.key_ids[0]);
            let call = call.comment_id(needs.project.own_comment_id);
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
    ]
}

fn contributors() -> Calls {
    vec![
        ("listContributors", "", Kind::Read, |client, needs| {
            let call = client.list_contributors();
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("createContributors", "", Kind::Create, |client, needs| {
            let german = LanguageAccess::builder().lang_iso("de").is_writable(true);
            let invitation = ContributorInvitation::builder()
                .email("nora@example.test")
                .role_id(RoleId::Translator)
                .languages([german.build().unwrap()])
                .build()
                .unwrap();
            let call = client.create_contributors();
            let call = call.body_map(|body| body.contributors([invitation]));
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        (
            "deleteAllContributors",
            "",
            Kind::BulkDeletion,
            |client, needs| {
                let call = client.delete_all_contributors();
                made(call.project_id(needs.project.uuid), |call| call.send())
            },
        ),
        ("importContributors", "", Kind::Create, |client, needs| {
            let source = needs.project.source_uuid;
            let call = client.import_contributors();
            let call = call.body_map(|body| body.from_project_uuid(source));
            made(call.project_id(needs.project.uuid), |call| call.send())
        }),
        (
            "getContributorDeletionJob",
            "",
            Kind::Read,
            |client, needs| {
                let call = client
                    .get_contributor_deletion_job()
                    .job_id(needs.job.as_str());
                made(call.project_id(needs.project.uuid), |call| call.send())
            },
        ),
        ("getOwnContributor", "", Kind::Read, |client, needs| {
            let call = client.get_own_contributor();
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("getContributor", "", Kind::Read, |client, needs| {
            let call = client.get_contributor();
            let call = call.contributor_id(needs.project.contributor_ids[4]);
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("updateContributor", "", Kind::Update, |client, needs| {
            let call = client.update_contributor();
            let call = call.contributor_id(needs.project.contributor_ids[4]);
            let call = call.body_map(|body| body.admin_rights([]));
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("deleteContributor", "", Kind::Deletion, |client, needs| {
            let call = client.delete_contributor();
            let call = call.contributor_id(needs.project.contributor_ids[4]);
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
    ]
}

fn statuses() -> Calls {
    vec![
        (
            "listCustomTranslationStatuses",
            "",
            Kind::Read,
            |client, needs| {
                let call = client.list_custom_translation_statuses();
                made(call.project_id(needs.project.project_id), |call| {
                    call.send()
                })
            },
        ),
        (
            "createCustomTranslationStatus",
            "",
            Kind::Create,
            |client, needs| {
                let call = client.create_custom_translation_status();
                let call = call.body_map(|body| body.title("Ready").color("#61bd4f"));
                made(call.project_id(needs.project.project_id), |call| {
                    call.send()
                })
            },
        ),
        (
            "listCustomTranslationStatusColors",
            "",
            Kind::Read,
            |client, needs| {
                let call = client.list_custom_translation_status_colors();
                made(call.project_id(needs.project.project_id), |call| {
                    call.send()
                })
            },
        ),
        (
            "getCustomTranslationStatus",
            "",
            Kind::Read,
            |client, needs| {
                let call = client.get_custom_translation_status();
                let call = call.status_id(needs.project.status_ids[0]);
                made(call.project_id(needs.project.project_id), |call| {
                    call.send()
                })
            },
        ),
        (
            "updateCustomTranslationStatus",
            "",
            Kind::Update,
            |client, needs| {
                let call = client.update_custom_translation_status();
                let call = call.status_id(needs.project.status_ids[0]);
                let call = call.body_map(|body| body.title("Shipped"));
                made(call.project_id(needs.project.project_id), |call| {
                    call.send()
                })
            },
        ),
        (
            "deleteCustomTranslationStatus",
            "",
            Kind::Deletion,
            |client, needs| {
                let call = client.delete_custom_translation_status();
                let call = call.status_id(needs.project.status_ids[0]);
                made(call.project_id(needs.project.project_id), |call| {
                    call.send()
                })
            },
        ),
    ]
}

fn upload<'a>(client: &'a Client, needs: &Needs) -> UploadFile<'a> {
    let call = client.upload_file().project_id(needs.project.project_id);
    call.body_map(|body| body.filename("a.json").lang_iso("en"))
}

fn files() -> Calls {
    vec![
        ("listFiles", "", Kind::Read, |client, needs| {
            let call = client.list_files();
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("uploadFile", "", Kind::Create, |client, needs| {
            let content = needs.content.clone();
            let call = upload(client, needs).body_map(|body| body.data(content));
            made(call, |call| call.send())
        }),
        ("uploadFile", FROM_BYTES, Kind::Create, |client, needs| {
            let call = upload(client, needs).file(needs.content.clone());
            made(call, |call| call.send())
        }),
        (
            "uploadFile",
            FROM_A_READER,
            Kind::Create,
            |client, needs| {
                let reader = FileSource::reader(Cursor::new(needs.content.clone()));
                made(upload(client, needs).file(reader), |call| call.send())
            },
        ),
        ("startExport", "", Kind::Create, |client, needs| {
            let call = client.start_export().body_map(|body| body.format("json"));
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("exportFiles", "", Kind::Create, |client, needs| {
            let call = client.export_files().body_map(|body| body.format("json"));
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("listProcesses", "", Kind::Read, |client, needs| {
            let call = client.list_processes();
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
        ("getProcess", "", Kind::Read, |client, needs| {
            let call = client.get_process().process_id(needs.project.process_id);
            made(call.project_id(needs.project.project_id), |call| {
                call.send()
            })
        }),
    ]
}

const CLIENT_ID: &str = "sandbox-app";

/// Those of the other two servers.
fn others() -> Calls {
    vec![
        ("requestToken", "", Kind::Create, |client, needs| {
            let (secret, code) = (needs.client_secret.as_str(), needs.code.as_str());
            let body = TokenRequest::authorization_code(CLIENT_ID, secret, code);
            made(client.request_token().body(body), |call| call.send())
        }),
        ("requestToken", BY_REFRESH, Kind::Create, |client, needs| {
            let (secret, token) = (needs.client_secret.as_str(), needs.refresh_token.as_str());
            let body = TokenRequest::refresh_token(CLIENT_ID, secret, token);
            made(client.request_token().body(body), |call| call.send())
        }),
        ("listItems", "", Kind::Read, |client, needs| {
            let call = client.list_items().project_id(needs.project.project_id);
            made(call, |call| call.send())
        }),
    ]
}

fn raw() -> Calls {
    vec![
        ("listFiles", RAW, Kind::Read, |client, needs| {
            let path = format!("projects/{}/files", needs.project.project_id);
            let call = client.request(Method::GET, path);
            made(call, |call| call.send::<Value>())
        }),
        (
            "createCustomTranslationStatus",
            RAW,
            Kind::Create,
            |client, needs| {
                let path = format!(
                    "projects/{}/custom_translation_statuses",
                    needs.project.project_id
                );
                let body = json!({"title": "Raw", "color": "#61bd4f"});
                let call = client.request(Method::POST, path).json(&body);
                made(call, |call| call.send::<Value>())
            },
        ),
        ("updateContributor", RAW, Kind::Update, |client, needs| {
            let (project, id) = (needs.project.project_id, needs.project.contributor_ids[4]);
            let path = format!("projects/{project}/contributors/{id}");
            let call = client
                .request(Method::PUT, path)
                .json(&json!({"admin_rights": []}));
            made(call, |call| call.send::<Value>())
        }),
        (
            "deleteContributor",
            RAW,
            Kind::BulkDeletion,
            |client, needs| {
                let (project, id) = (needs.project.project_id, needs.project.contributor_ids[4]);
                let path = format!("projects/{project}/contributors/{id}");
                made(client.request(Method::DELETE, path), |call| {
                    call.send::<Value>()
                })
            },
        ),
    ]
}
