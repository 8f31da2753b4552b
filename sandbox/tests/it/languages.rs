//! Languages of the service and of projects.

use crate::support::requests;

requests! {
    languages_are_listed_by_name_and_added_beside_the_errors: r#"
GET //system/languages?limit=2 -> 200 {"project_id": null, "branch": null, "languages": [
  {"lang_name": "Abkhazian"}, {"lang_name": "Afar", "lang_iso": "aa"}]}
GET /languages?limit=2&page=2 -> 200 {"languages": [{"lang_id": 666, "lang_name": "German"}]}
GET /languages/803 -> 404
POST /languages {"languages": [{"lang_iso": "xx"}, {"lang_iso": "de"},
  {"lang_iso": "sq", "custom_iso": "sq-x"}, {"lang_iso": "es", "custom_iso": "fr"},
  {"lang_iso": "pt_BR", "custom_name": "Brazilian", "custom_plural_forms": ["one", "other"]}
  ]} -> 200 {"project_id": "garnet-7041.26",
  "languages": [{"lang_id": 803, "lang_iso": "sq-x"},
    {"lang_iso": "pt_BR", "lang_name": "Brazilian", "plural_forms": ["one", "other"]}],
  "errors": [{"lang_iso": "xx", "code": 400}, {"lang_iso": "de", "code": 208},
    {"lang_iso": "es", "code": 208}]}
GET /keys/3101 -> 200 {"key": {"translations": [{}, {}, {},
  {"language_iso": "sq-x", "translation": "", "is_unverified": false}, {}]}}
GET / -> 200 {"statistics": {"languages": [{}, {}, {}, {"language_iso": "sq-x"}, {}]}}
GET :feature%2Fstart/languages -> 200 total 3
"#

    another_code_shows_everywhere: r#"
PUT /languages/666 {"lang_iso": "fr"} -> 400 lang_iso
PUT /languages/666 {"lang_iso": "de-DE", "lang_name": "German (Germany)",
  "plural_forms": ["other"]} -> 200 {"language": {"lang_iso": "de-DE",
  "lang_name": "German (Germany)", "plural_forms": ["other"]}}
PUT /languages/666 {} -> 200 {"language": {"lang_iso": "de-DE"}}
GET /keys/3101 -> 200 {"key": {"translations": [{}, {"language_iso": "de-DE"}, {}]}}
GET /contributors/1005 -> 200 {"contributor": {"languages": [{}, {"lang_iso": "de-DE"}]}}
GET /tasks/8801 -> 200 {"task": {"languages": [{"language_iso": "de-DE"}]}}
PUT /languages/640 {"lang_iso": "en-x"} -> 200
GET / -> 200 {"base_language_iso": "en-x", "statistics": {"languages": [{},
  {"language_iso": "de-DE"}, {}]}}
"#

    a_removed_language_takes_all_that_was_in_it: r#"
DELETE /languages/666 -> 200 {"branch": "master", "language_deleted": true}
GET /languages/666 -> 404
GET /keys/3101 -> 200 {"key": {"translations": [{"language_iso": "en"}, {"language_iso": "fr"}]}}
GET /translations/310102 -> 404
GET /contributors/1005 -> 200 {"contributor": {"languages": [{"lang_iso": "en"}]}}
GET / -> 200 {"statistics": {"languages": [{}, {}], "progress_total": 62}}
DELETE /languages/640 -> 400 base language
"#
}
