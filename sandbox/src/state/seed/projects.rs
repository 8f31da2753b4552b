//! The seeded projects.

use uuid::{Uuid, uuid};

use super::{
    DEVELOPER, FIRST_FREE_ID, MANAGER, OUTSIDER, OWNER, REVIEWER, SOURCE_EDITOR, SOURCE_WRITER,
    TRANSLATOR,
};
use crate::state::{
    Access, Comment, Contributor, File, ImportResult, ImportWork, Key, Language, Process,
    ProcessStatus, Project, Status, Task, Translation, role_rights,
};

/// 2025-01-02 09:00:00 UTC, when the first project was made.
const FIRST_DAY: i64 = 1_735_808_400;
const DAY: i64 = 86_400;

/// All projects.
pub(super) fn all(more_comments: u32) -> Vec<Project> {
    vec![
        main_project(more_comments),
        source_project(),
        foreign_project(),
        large_project(),
    ]
}

fn main_project(more_comments: u32) -> Project {
    let mut project = project(
        "garnet-7041.26",
        uuid!("01957a00-0000-7000-8000-0000000000a1"),
        "Garnet",
        OWNER,
    );
    project.contributors = vec![
        member(OWNER, uuid!("01957a00-0000-7000-8000-000000001001"), 0, 1),
        member(
            DEVELOPER,
            uuid!("01957a00-0000-7000-8000-000000001002"),
            1,
            2,
        ),
        member(MANAGER, uuid!("01957a00-0000-7000-8000-000000001003"), 2, 1),
        member(
            REVIEWER,
            uuid!("01957a00-0000-7000-8000-000000001004"),
            3,
            4,
        ),
        member(
            TRANSLATOR,
            uuid!("01957a00-0000-7000-8000-000000001005"),
            4,
            5,
        ),
    ];
    project.contributors[0].is_admin = true;
    project.files = vec![
        file(4101, "locales/%LANG_ISO%.json"),
        file(4102, "app/strings.properties"),
    ];
    project.keys = main_keys();
    project.comments = main_comments();
    project
        .comments
        .extend((1..=more_comments).map(bulk_comment));
    project.statuses = vec![
        status(7101, "Needs legal review", "#f2d600"),
        status(7102, "Approved by client", "#61bd4f"),
    ];
    project.processes = vec![finished_import()];
    project
}

fn main_comments() -> Vec<Comment> {
    vec![
        comment(
            5101,
            3101,
            OWNER,
            1_741_083_330,
            "Is this shown on the start page as well?",
        ),
        comment(
            5102,
            3102,
            DEVELOPER,
            1_741_161_600,
            "Keep it below 20 characters.",
        ),
        comment(5103, 3101, DEVELOPER, 1_741_165_200, "Yes, in the header."),
    ]
}

/// One of many comments, that differ by their number.
fn bulk_comment(number: u32) -> Comment {
    comment(
        u64::from(FIRST_FREE_ID + number),
        3108,
        OWNER,
        1_741_200_000 + i64::from(number),
        &format!("Comment {number}: please check the tone of this translation."),
    )
}

/// Name, file, and the texts in en, de and fr.
const MAIN_KEYS: [(&str, Option<u64>, [&str; 3]); 8] = [
    (
        "start.title",
        Some(4101),
        ["Welcome", "Willkommen", "Bienvenue"],
    ),
    (
        "start.button",
        Some(4101),
        ["Get started", "Loslegen", "Commencer"],
    ),
    (
        "start.link",
        Some(4101),
        [
            "See https://garnet.test/start",
            "Siehe https://garnet.test/start",
            "",
        ],
    ),
    ("cart::total", Some(4101), ["Total", "Summe", "Total"]),
    (
        "cart::empty",
        Some(4101),
        ["Your cart is empty", "Dein Warenkorb ist leer", ""],
    ),
    ("app.name", Some(4102), ["Garnet", "Garnet", "Garnet"]),
    ("app.quit", Some(4102), ["Quit", "Beenden", "Quitter"]),
    (
        "support.hint",
        None,
        ["Ask us anything", "Frag uns alles", ""],
    ),
];

fn main_keys() -> Vec<Key> {
    let mut keys: Vec<Key> = (3101..)
        .zip(MAIN_KEYS)
        .map(|(id, (name, file, texts))| key(id, name, file, texts))
        .collect();
    for key in &mut keys[..2] {
        key.tags.insert("start".to_owned());
    }
    keys[7].hidden = true;
    for translation in keys[0].translations.values_mut() {
        translation.reviewed = true;
        translation.statuses.insert(7102);
    }
    keys
}

/// Where contributors can be imported from; one of them is in the main project already.
fn source_project() -> Project {
    let mut project = project(
        "opal-1180.26",
        uuid!("01957a00-0000-7000-8000-0000000000b2"),
        "Opal",
        OWNER,
    );
    project.contributors = vec![
        member(OWNER, uuid!("01957a00-0000-7000-8000-000000002000"), 5, 1),
        member(
            SOURCE_WRITER,
            uuid!("01957a00-0000-7000-8000-000000002001"),
            5,
            3,
        ),
        member(
            TRANSLATOR,
            uuid!("01957a00-0000-7000-8000-000000002002"),
            6,
            5,
        ),
        member(
            SOURCE_EDITOR,
            uuid!("01957a00-0000-7000-8000-000000002003"),
            7,
            2,
        ),
    ];
    project
}

/// A project that only the outsider has access to.
fn foreign_project() -> Project {
    let mut project = project(
        "onyx-2290.26",
        uuid!("01957a00-0000-7000-8000-0000000000c3"),
        "Onyx",
        OUTSIDER,
    );
    project.contributors = vec![member(
        OUTSIDER,
        uuid!("01957a00-0000-7000-8000-000000003001"),
        5,
        1,
    )];
    project
}

/// A project too large to be exported synchronously.
fn large_project() -> Project {
    let mut project = project(
        "basalt-9900.26",
        uuid!("01957a00-0000-7000-8000-0000000000d4"),
        "Basalt",
        OWNER,
    );
    project.contributors = vec![member(
        OWNER,
        uuid!("01957a00-0000-7000-8000-000000004001"),
        8,
        1,
    )];
    project.keys = vec![key(8101, "rock", None, ["Rock", "Stein", "Pierre"])];
    project.uncounted_pairs = 10_000;
    project
}

fn project(id: &str, uuid: Uuid, name: &str, owner: u64) -> Project {
    let languages = [
        (640, "en", "English"),
        (597, "de", "German"),
        (673, "fr", "French"),
    ];
    Project {
        id: id.to_owned(),
        uuid,
        name: name.to_owned(),
        owner,
        languages: languages
            .map(|(id, iso, name)| Language {
                id,
                iso: iso.to_owned(),
                name: name.to_owned(),
            })
            .to_vec(),
        keys: Vec::new(),
        files: Vec::new(),
        comments: Vec::new(),
        contributors: Vec::new(),
        statuses: Vec::new(),
        processes: Vec::new(),
        jobs: Vec::new(),
        uncounted_pairs: 0,
    }
}

fn member(user: u64, uuid: Uuid, day: i64, role: u64) -> Contributor {
    let languages: &[(&str, bool)] = match role {
        5 => &[("en", false), ("de", true)],
        _ => &[("en", true), ("de", true), ("fr", true)],
    };
    Contributor {
        user,
        uuid,
        created_at: FIRST_DAY + day * DAY,
        is_admin: false,
        is_reviewer: matches!(role, 1 | 4),
        role: Some(role),
        languages: languages
            .iter()
            .map(|(iso, writable)| Access {
                iso: (*iso).to_owned(),
                writable: *writable,
            })
            .collect(),
        admin_rights: role_rights(role),
        group_rights: match role {
            4 => vec!["statistics".to_owned()],
            _ => Vec::new(),
        },
    }
}

/// A key with its texts in en, de and fr; an empty text is a missing translation.
fn key(id: u64, name: &str, file: Option<u64>, texts: [&str; 3]) -> Key {
    let translations = ["en", "de", "fr"].into_iter().zip(texts);
    Key {
        id,
        name: name.to_owned(),
        file,
        tags: Default::default(),
        hidden: false,
        updated_at: FIRST_DAY,
        translations: translations
            .filter(|(_, text)| !text.is_empty())
            .map(|(iso, text)| {
                let translation = Translation {
                    text: text.to_owned(),
                    ..Translation::default()
                };
                (iso.to_owned(), translation)
            })
            .collect(),
    }
}

fn file(id: u64, name: &str) -> File {
    File {
        id,
        name: name.to_owned(),
    }
}

fn comment(id: u64, key: u64, author: u64, added_at: i64, text: &str) -> Comment {
    Comment {
        id,
        key,
        text: text.to_owned(),
        author,
        added_at,
    }
}

fn status(id: u64, title: &str, color: &str) -> Status {
    Status {
        id,
        title: title.to_owned(),
        color: color.to_owned(),
    }
}

fn finished_import() -> Process {
    Process {
        id: "01957a00-0000-7000-8000-000000006101".to_owned(),
        status: ProcessStatus::Finished,
        message: String::new(),
        created_by: OWNER,
        created_at: FIRST_DAY + DAY,
        task: Task::Import(ImportWork {
            options: serde_json::json!({ "filename": "locales/%LANG_ISO%.json", "lang_iso": "en" }),
            content: bytes::Bytes::new(),
            result: ImportResult {
                words: 12,
                total: 5,
                inserted: 5,
                updated: 0,
                skipped: 0,
            },
        }),
    }
}
