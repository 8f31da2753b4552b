//! The seeded projects.

use uuid::{Uuid, uuid};

use super::{DE, EN, FR, keys};
use super::{
    DEVELOPER, FIRST_FREE_ID, MANAGER, OUTSIDER, OWNER, REVIEWER, SOURCE_EDITOR, SOURCE_WRITER,
    TRANSLATOR,
};
use crate::state::branch::File;
use crate::state::{
    Access, Bases, Branch, Comment, Contributor, ImportResult, ImportWork, Language, MASTER,
    Process, ProcessStatus, Project, ProjectSettings, Snapshot, Stamp, Status, Task, Team,
    role_rights, system_languages,
};

/// 2025-01-02 09:00:00 UTC, when projects and their default branches were made.
const FIRST_DAY: i64 = 1_735_808_400;
const DAY: i64 = 86_400;
/// 2025-03-03 08:00:00 UTC.
const FEATURE_MADE: i64 = 1_740_988_800;

/// The team of all projects.
pub(crate) const TEAM: Team = Team {
    id: 501,
    uuid: uuid!("01957a00-0000-7000-8000-000000000501"),
};

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
        9101,
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
    project.statuses = vec![
        status(7101, "Needs legal review", "#f2d600"),
        status(7102, "Approved by client", "#61bd4f"),
    ];
    let mut start = branch(9102, "feature/start", OWNER, FEATURE_MADE);
    main_content(&mut start, 3201, 5201);
    let master = &mut project.branches[0];
    main_content(master, 3101, 5101);
    let parted = Snapshot::of(master);
    project.bases.copied(master.id, start.id, parted);
    let more = (1..=more_comments).map(bulk_comment);
    master.comments.extend(more);
    master.processes = vec![finished_import()];
    project.branches.push(start);
    project
}

/// The keys and comments that the branches of the main project begin with.
fn main_content(branch: &mut Branch, first_key: u64, first_comment: u64) {
    branch.files = vec![
        file(4101, "locales/%LANG_ISO%.json"),
        file(4102, "app/strings.properties"),
    ];
    branch.keys = keys::main(first_key);
    branch.comments = vec![
        comment(
            first_comment,
            first_key,
            OWNER,
            1_741_083_330,
            "Is this shown on the start page as well?",
        ),
        comment(
            first_comment + 1,
            first_key + 1,
            DEVELOPER,
            1_741_161_600,
            "Keep it below 20 characters.",
        ),
        comment(
            first_comment + 2,
            first_key,
            DEVELOPER,
            1_741_165_200,
            "Yes, in the header.",
        ),
    ];
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

/// Where contributors can be imported from; one of them is in the main project already. Its settings
/// are those that the main project does not have.
fn source_project() -> Project {
    let mut project = project(
        "opal-1180.26",
        uuid!("01957a00-0000-7000-8000-0000000000b2"),
        "Opal",
        OWNER,
        9201,
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
    project.settings = ProjectSettings {
        per_platform_key_names: true,
        auto_toggle_unverified: false,
        custom_translation_statuses_allow_multiple: false,
        ..ProjectSettings::default()
    };
    project
}

/// A project that only the outsider has access to.
fn foreign_project() -> Project {
    let mut project = project(
        "onyx-2290.26",
        uuid!("01957a00-0000-7000-8000-0000000000c3"),
        "Onyx",
        OUTSIDER,
        9301,
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
        9401,
    );
    project.contributors = vec![member(
        OWNER,
        uuid!("01957a00-0000-7000-8000-000000004001"),
        8,
        1,
    )];
    project.branches[0].keys = keys::large();
    project.settings.branching = false;
    project.uncounted_pairs = 10_000;
    project
}

fn project(id: &str, uuid: Uuid, name: &str, owner: u64, master: u64) -> Project {
    Project {
        id: id.to_owned(),
        uuid,
        name: name.to_owned(),
        description: String::new(),
        kind: "localization_files".to_owned(),
        owner,
        created_at: FIRST_DAY,
        team: TEAM,
        settings: ProjectSettings::default(),
        contributors: Vec::new(),
        statuses: Vec::new(),
        jobs: Vec::new(),
        branches: vec![branch(master, MASTER, owner, FIRST_DAY)],
        bases: Bases::default(),
        uncounted_pairs: 0,
    }
}

/// An empty branch with the languages en, de and fr.
fn branch(id: u64, name: &str, by: u64, at: i64) -> Branch {
    let languages = [
        ("en", uuid!("01957a00-0000-7000-8000-000000000640")),
        ("de", uuid!("01957a00-0000-7000-8000-000000000597")),
        ("fr", uuid!("01957a00-0000-7000-8000-000000000673")),
    ];
    let languages = languages.into_iter().filter_map(|(iso, uuid)| {
        let language = system_languages::by_iso(iso)?;
        Some(Language { uuid, ..language })
    });
    Branch::new(id, name, Stamp { by, at }, languages.collect())
}

fn member(user: u64, uuid: Uuid, day: i64, role: u64) -> Contributor {
    let languages: &[(u64, bool)] = match role {
        5 => &[(EN, false), (DE, true)],
        _ => &[(EN, true), (DE, true), (FR, true)],
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
            .map(|&(language, writable)| Access { language, writable })
            .collect(),
        admin_rights: role_rights(role),
        group_rights: match role {
            4 => vec!["statistics".to_owned()],
            _ => Vec::new(),
        },
    }
}

fn file(id: u64, name: &str) -> File {
    File {
        id,
        name: name.to_owned(),
        keyless: false,
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
