//! Links and callbacks: where they lead, and by which values.

use serde_json::{Value, json};

use super::{breaks, breaks_too, keeps, remove, set};

const LOGIN: &str = "/paths/~1login/post";

#[test]
fn a_link_leads_to_an_operation_and_its_parameters() {
    let link = "/components/links/Again";
    let id = format!("{link}/operationId");
    for other in ["listShelves", "loggedIn"] {
        breaks(|d| set(d, &id, json!(other)), link, "a link to no operation");
    }
    let parameters = format!("{link}/parameters");
    for known in ["limit", "path.shelf_id", "query.limit"] {
        keeps(|d| set(d, &format!("{parameters}/{known}"), json!("$request.query.limit")));
    }
    for unknown in ["offset", "query.shelf_id"] {
        let place = format!("{parameters}/{unknown}");
        breaks(|d| set(d, &place, json!(1)), &place, "has no parameter");
    }
}

/// Leads from the answer to a login to books, by a value for the shelf.
fn leads(shelf: &str) -> impl Fn(&mut Value) {
    let parameters = json!({"shelf_id": shelf});
    move |d| {
        let link = json!({"operationId": "listBooks", "parameters": parameters.clone()});
        set(d, &format!("{LOGIN}/responses/200/links"), json!({"books": link}));
    }
}

#[test]
fn a_link_gives_every_parameter_of_the_path() {
    let link = "/components/links/Again";
    breaks_too(
        |d| drop(remove(d, &format!("{link}/parameters/shelf_id"))),
        link,
        "no value for `shelf_id`",
    );
    keeps(|d| set(d, &format!("{link}/parameters"), json!({"path.shelf_id": "a-12"})));
}

#[test]
fn an_expression_names_what_there_is() {
    for right in [
        "a-12",
        "$url",
        "$request.body",
        "$request.body#/client_secret",
        "$response.body#/access_token",
        "shelf-{$response.body#/kind}",
    ] {
        keeps(leads(right));
    }
    let place = format!("{LOGIN}/responses/200/links/books/parameters/shelf_id");
    for (wrong, problem) in [
        ("$request.path.shelf_id", "names nothing"),
        ("$request.query.limit", "names nothing"),
        ("$request.body#/secret", "names nothing"),
        ("$response.body#/token", "names nothing"),
        ("$response.body#/kind/more", "names nothing"),
        ("$response.header.Location", "names nothing"),
        ("shelf-{$response.body#/shelf}", "names nothing"),
        ("$body#/kind", "no runtime expression"),
        ("$response.path.shelf_id", "no runtime expression"),
        ("$request", "no runtime expression"),
    ] {
        breaks(leads(wrong), &place, problem);
    }
}

#[test]
fn the_address_of_a_callback_is_in_the_request() {
    let callback = "/components/callbacks/LoggedIn";
    let moved = |key: &'static str| {
        move |d: &mut Value| {
            let item = remove(d, &format!("{callback}/{{$request.body#~1callback_url}}"));
            set(d, &format!("{callback}/{key}"), item);
        }
    };
    keeps(moved("{$request.body#~1client_secret}"));
    breaks(
        moved("{$request.body#~1webhook}"),
        &format!("{callback}/{{$request.body#~1webhook}}"),
        "names nothing",
    );
}
