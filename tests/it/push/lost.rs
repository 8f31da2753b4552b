//! Uploads whose answer is lost: found among the processes, or sent again where they are not there.

use l10n_client::{CallOptions, Error, RetryPolicy};
use l10n_sandbox::{Reply, ReplyBody};

use super::*;

/// How long an import is looked for that is not there.
const SOON: Duration = Duration::from_millis(300);

/// How many imports there are that were not there before.
async fn imports(world: &World) -> usize {
    let list = world.client.list_processes(world.project.project_id);
    list.send().await.unwrap().processes.len() - 1
}

fn add(world: &World, what: Misbehavior, times: u64) {
    let fault = Fault::new(what).on("uploadFile").times(times);
    world.sandbox.add_fault(fault).unwrap();
}

#[tokio::test]
async fn an_import_that_is_there_is_adopted_and_the_file_is_not_sent_again() {
    let reply = Reply::new(500, ReplyBody::Text("down".to_owned())).with_effect();
    for lost in [
        Misbehavior::Reset(ResetMoment::AfterEffect),
        Misbehavior::CutBody(10),
        Misbehavior::CutHead(20),
        Misbehavior::Respond(reply),
    ] {
        let world = quick_world().await;
        let folder = folder(&THREE);
        add(&world, lost.clone(), 1);
        let told: Arc<Mutex<Vec<String>>> = Arc::default();
        let listener = Arc::clone(&told);
        let pushing = push(&world, &folder).glob("l/{lang}/*.json").concurrency(1);
        let pushing = pushing.on_progress(move |_, event| match event {
            PushEvent::LookedFor(_) => listener.lock().unwrap().push("looked for".to_owned()),
            PushEvent::Adopted { process_id } => {
                listener.lock().unwrap().push(process_id.to_owned())
            }
            _ => {}
        });
        let report = pushing.send().await.unwrap();
        assert!(report.is_success(), "{lost:?}: {report}");
        let adopted: Vec<_> = report.files.iter().map(|file| file.adopted).collect();
        assert_eq!(adopted, [true, false, false], "{lost:?}");
        assert!(
            report
                .to_string()
                .contains("its answer was lost, and its import found")
        );
        let process = report.files[0].outcome.as_ref().unwrap();
        assert_eq!(process.status, ProcessStatus::Finished);
        assert_eq!(*told.lock().unwrap(), ["looked for", &process.process_id]);
        assert_eq!((uploads(&world), imports(&world).await), (3, 3), "{lost:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_not_there_is_sent_again_twice_at_most() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let before = Misbehavior::Reset(ResetMoment::BeforeEffect);
    add(&world, before.clone(), 2);
    let pushing = || {
        push(&world, &folder)
            .file("l/en/a.json", "en")
            .look_up(SOON)
    };
    let report = pushing().send().await.unwrap();
    assert!(report.is_success() && !report.files[0].adopted, "{report}");
    assert_eq!((uploads(&world), imports(&world).await), (3, 1));

    world.sandbox.clear_requests();
    add(&world, before, 9);
    let report = pushing()
        .filename_template("other.json")
        .send()
        .await
        .unwrap();
    let (_, error) = report.failed().next().unwrap();
    assert!(error.may_have_taken_effect(), "{error}");
    assert_eq!(
        (error.attempts(), uploads(&world), imports(&world).await),
        (3, 3, 1)
    );
}

#[tokio::test]
async fn an_import_of_long_ago_is_not_taken_for_the_one_that_is_looked_for() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = || {
        push(&world, &folder)
            .file("l/en/a.json", "en")
            .look_up(SOON)
    };
    assert!(pushing().send().await.unwrap().is_success());
    // Times are told to the second, and may differ by one.
    tokio::time::sleep(Duration::from_millis(3100)).await;
    add(&world, Misbehavior::Reset(ResetMoment::BeforeEffect), 1);
    let report = pushing().send().await.unwrap();
    assert!(report.is_success() && !report.files[0].adopted, "{report}");
    assert_eq!(imports(&world).await, 2);
}

#[tokio::test]
async fn files_of_one_name_are_told_apart_by_their_turns() {
    let world = quick_world().await;
    let contents =
        ["en", "de", "fr"].map(|lang| (format!("{lang}.json"), format!(r#"{{"n.{lang}":"x"}}"#)));
    let contents: Vec<_> = contents
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let folder = folder(&contents);
    // Two at once would each look like the other.
    add(&world, Misbehavior::Reset(ResetMoment::AfterEffect), 1);
    add(&world, Misbehavior::Reset(ResetMoment::AfterEffect), 1);
    let pushing = push(&world, &folder)
        .glob("{lang}.json")
        .filename_template("{template}");
    let report = pushing.look_up(SOON).send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(
        report.files.iter().filter(|file| file.adopted).count(),
        2,
        "{report}"
    );
    let mut ids: Vec<_> = report
        .files
        .iter()
        .map(|file| &file.outcome.as_ref().unwrap().process_id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        (ids.len(), uploads(&world), imports(&world).await),
        (3, 3, 3)
    );
    assert_eq!(files(&world).await["%LANG_ISO%.json"], 3);
}

/// The error of the only file.
async fn error_of(pushing: Push<'_>) -> Error {
    let mut report = pushing.send().await.unwrap();
    report.files.remove(0).outcome.unwrap_err()
}

#[tokio::test]
async fn what_cannot_be_told_stays_an_error_that_says_so() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let pushing = || {
        push(&world, &folder)
            .file("l/en/a.json", "en")
            .look_up(SOON)
    };
    let lost = Misbehavior::Reset(ResetMoment::AfterEffect);

    add(&world, lost.clone(), 1);
    let error = error_of(pushing().look_up(Duration::ZERO)).await;
    assert!(error.may_have_taken_effect(), "{error}");
    assert_eq!((uploads(&world), calls(&world, "listProcesses")), (1, 0));

    add(&world, lost.clone(), 1);
    let trouble = Fault::new(Misbehavior::status(500))
        .on("listProcesses")
        .always();
    let trouble = world.sandbox.add_fault(trouble).unwrap();
    assert!(error_of(pushing()).await.may_have_taken_effect());
    assert_eq!(uploads(&world), 2);
    world.sandbox.remove_fault(trouble);

    // Two imports of this name, of which one is of somebody else.
    add(&world, lost, 1);
    assert!(error_of(pushing()).await.may_have_taken_effect());
    assert_eq!((uploads(&world), imports(&world).await), (3, 3));

    // A refusal has no effect, and is not looked for.
    let looks = calls(&world, "listProcesses");
    add(&world, Misbehavior::status(400), 1);
    assert!(!error_of(pushing()).await.may_have_taken_effect());
    assert_eq!(calls(&world, "listProcesses"), looks);
}

#[tokio::test]
async fn uploads_that_are_repeatable_are_repeated_by_the_client() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    add(&world, Misbehavior::Reset(ResetMoment::AfterEffect), 1);
    let pause = Duration::from_millis(1);
    let policy = RetryPolicy::default().max_attempts(3).backoff(pause, pause);
    let options = CallOptions::new().idempotent().retry(policy);
    let client = world.client.with_options(options);
    let pushing = client.push(world.project.project_id).base(folder.path());
    let report = pushing.file("l/en/a.json", "en").send().await.unwrap();
    assert!(report.is_success() && !report.files[0].adopted, "{report}");
    assert_eq!((uploads(&world), calls(&world, "listProcesses")), (2, 0));
}

#[tokio::test]
async fn an_upload_that_may_yet_come_is_not_taken_for_the_next_of_its_name() {
    let world = quick_world().await;
    let folder = folder(&[("de.json", "{}"), ("en.json", "{}")]);
    add(&world, Misbehavior::Reset(ResetMoment::BeforeEffect), 3);
    add(&world, Misbehavior::Reset(ResetMoment::AfterEffect), 1);
    let pushing = push(&world, &folder)
        .glob("{lang}.json")
        .filename_template("{template}");
    let report = pushing.look_up(SOON).concurrency(1).send().await.unwrap();
    // It is sent again, though an import of its name is there.
    let failed: Vec<_> = report.failed().collect();
    assert_eq!(failed.len(), 1, "{report}");
    assert!(failed[0].0.lang() == "de" && failed[0].1.may_have_taken_effect());
    assert!(!report.files[1].adopted, "{report}");
    assert_eq!((uploads(&world), imports(&world).await), (5, 2));
}

#[tokio::test]
async fn others_are_uploaded_while_one_is_looked_for() {
    let world = quick_world().await;
    let folder = folder(&[("a.json", "{}"), ("b.json", "{}")]);
    add(&world, Misbehavior::Reset(ResetMoment::BeforeEffect), 1);
    let ended: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = Arc::clone(&ended);
    let pushing = push(&world, &folder).glob_in("*.json", "en").concurrency(1);
    let pushing = pushing.on_progress(move |file, event| {
        if let PushEvent::Finished(_) = event {
            listener.lock().unwrap().push(file.filename().to_owned());
        }
    });
    let window = Duration::from_secs(3);
    let report = pushing.look_up(window).send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert_eq!(*ended.lock().unwrap(), ["b.json", "a.json"]);
}

#[tokio::test]
async fn many_are_looked_for_together() {
    let world = quick_world().await;
    let names: Vec<_> = (0..20).map(|number| format!("f/{number}.json")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), "{}")).collect();
    let folder = folder(&files);
    add(&world, Misbehavior::Reset(ResetMoment::AfterEffect), 20);
    let pushing = push(&world, &folder).glob_in("f/*.json", "en");
    let report = pushing.without_waiting().send().await.unwrap();
    assert!(report.is_success(), "{report}");
    assert!(report.files.iter().all(|file| file.adopted), "{report}");
    assert_eq!(uploads(&world), 20);
    // The names of each import are read once, and then how far it is.
    let (listed, asked) = (calls(&world, "listProcesses"), calls(&world, "getProcess"));
    assert!(listed <= 10 && asked <= 41, "{listed} lists, {asked} asked");
}

/// The names of the files that were imported, each as often as it was.
async fn imported(world: &World) -> BTreeMap<String, usize> {
    let project = world.project.project_id;
    let mut processes = world.client.list_processes(project).stream();
    let mut names = BTreeMap::new();
    while let Some(process) = processes.next().await {
        let id = process.unwrap().process_id;
        let process = world.client.get_process(project, id).send();
        let details = process.await.unwrap().into_inner().process.details.unwrap();
        let name = details.files.unwrap().remove(0).name_original.unwrap();
        *names.entry(name).or_default() += 1;
    }
    names
}

#[tokio::test]
async fn with_a_fifth_of_the_answers_faulty_each_file_is_imported_once() {
    let world = quick_world().await;
    let names: Vec<_> = (0..60).map(|number| format!("f/{number}.json")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), "{}")).collect();
    let folder = folder(&files);
    let troubles = vec![
        Misbehavior::status(503),
        Misbehavior::Reset(ResetMoment::BeforeEffect),
        Misbehavior::Reset(ResetMoment::AfterEffect),
        Misbehavior::CutBody(10),
    ];
    let fault = Fault::new(Misbehavior::OneOf(troubles)).share(0.2).seed(7);
    world.sandbox.add_fault(fault.always()).unwrap();
    let pause = Duration::from_millis(1);
    let policy = RetryPolicy::default().max_attempts(8).backoff(pause, pause);
    let client = world
        .client
        .with_options(l10n_client::CallOptions::new().retry(policy));
    let pushing = || {
        let pushing = client.push(world.project.project_id).base(folder.path());
        pushing
            .glob_in("f/*.json", "en")
            .ledger("l10n.lock")
            .look_up(SOON)
    };
    let (mut unclear, mut adopted) = (0, 0);
    loop {
        let report = pushing().send().await.unwrap();
        unclear += report.failed().count();
        adopted += report.files.iter().filter(|file| file.adopted).count();
        if report.is_success() {
            break;
        }
    }
    world.sandbox.clear_faults();
    assert!(pushing().send().await.unwrap().files.is_empty());
    let imported = imported(&world).await;
    assert!(names.iter().all(|name| imported.contains_key(name)));
    let twice = names.iter().filter(|name| imported[*name] > 1).count();
    assert!(
        twice <= unclear && adopted > 0,
        "{twice} twice, {unclear} unclear, {adopted} adopted"
    );
}
