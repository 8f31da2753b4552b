//! Languages of the service and of projects.

use crate::support::requests;

requests! {
    languages_are_listed_by_name_and_changed_within_limits: r#"
GET //system/languages?limit=2 -> 200 {"project_id": null, "branch": null, "languages": [
  {"lang_name": "Abkhazian"}, {"lang_name": "Afar", "lang_iso": "aa"}]}
GET //system/languages?limit=1&page=12 -> 200 {"languages": [{"lang_iso": "ar", "is_rtl": true}]}
GET //system/languages -> 200 total 268
GET /languages -> 200 {"languages": [{"lang_iso": "en"}, {"lang_iso": "fr"}, {"lang_iso": "de"}]}
GET /languages/666 -> 200 {"language": {"lang_id": 666, "lang_iso": "de", "lang_name": "German",
  "is_rtl": false, "project_language_uuid": "$uuid"}}
GET :feature%2Fstart/languages/666 -> 200 {"language": {"project_language_uuid": "$uuid"}}
GET /languages?limit=2&page=2 -> 200 {"languages": [{"lang_id": 666, "lang_name": "German"}]}
GET /languages/803 -> 404
GET /languages/de -> 400 lang_id
PUT /languages/666 {"lang_iso": "fr"} -> 400 lang_iso
PUT /languages/666 {"lang_iso": ""} -> 400 lang_iso
PUT /languages/666 {"lang_name": ""} -> 400 lang_name
PUT /languages/666 {"plural_forms": []} -> 400 plural_forms
PUT /languages/666 {"lang_iso": "xy", "plural_forms": ["some"]} -> 400 plural_forms
GET /languages/666 -> 200 {"language": {"lang_iso": "de", "lang_name": "German"}}
PUT /languages/666 {"lang_iso": "de"} -> 200
PUT /languages/803 {"lang_iso": "x"} -> 404
"#

    what_can_be_added_is_added_beside_the_errors: r#"
POST /languages {"languages": [
  {"lang_iso": "xx", "custom_iso": "yy"}, {"lang_iso": "de"},
  {"lang_iso": "sq", "custom_iso": "sq-x"}, {"lang_iso": "sq"},
  {"lang_iso": "es", "custom_iso": "fr"}, {"lang_iso": "it", "custom_plural_forms": ["some"]},
  {"lang_iso": "pt_BR", "custom_name": "Brazilian", "custom_plural_forms": ["one", "other"]}
  ]} -> 200 {"project_id": "garnet-7041.26",
  "languages": [{"lang_id": 803, "lang_iso": "sq-x"},
    {"lang_iso": "pt_BR", "lang_name": "Brazilian", "plural_forms": ["one", "other"]}],
  "errors": [{"lang_iso": "xx", "code": 400}, {"lang_iso": "de", "code": 208},
    {"lang_iso": "sq", "code": 208}, {"lang_iso": "es", "code": 400},
    {"lang_iso": "it", "code": 400}]}
GET /languages -> 200 {"languages": [{"lang_iso": "sq-x"}, {"lang_iso": "pt_BR"},
  {"lang_iso": "en"}, {"lang_iso": "fr"}, {"lang_iso": "de"}]}
POST /languages {"languages": [{"lang_iso": "it"}]} -> 200 {"errors": []}
"#

    a_new_language_is_untranslated_in_every_key: r#"
POST /keys {"keys": [{"key_name": "files", "platforms": ["web"], "is_plural": true, "translations":
  [{"language_iso": "en", "translation": {"one": "a file", "other": "files"}}]}]} -> 200
POST /languages {"languages": [{"lang_iso": "sq"}]} -> 200
GET /keys/3101 -> 200 {"key": {"translations": [{"language_iso": "en"}, {"language_iso": "de"},
  {"language_iso": "fr"}, {"language_iso": "sq", "translation": "", "is_unverified": false}]}}
GET /keys?filter_keys=files&include_translations=1 -> 200 {"keys": [{"translations": [
  {}, {}, {}, {"translation": "{\"one\":\"\",\"other\":\"\"}"}]}]}
GET /translations?filter_lang_id=803 -> 200 total 9
GET / -> 200 {"statistics": {"languages": [{}, {}, {}, {"language_iso": "sq", "progress": 0}]}}
GET :feature%2Fstart/languages -> 200 total 3
"#

    another_code_shows_everywhere: r#"
PUT /languages/666 {"lang_iso": "de-DE", "lang_name": "German (Germany)",
  "plural_forms": ["other"]} -> 200 {"language": {"lang_iso": "de-DE",
  "lang_name": "German (Germany)", "plural_forms": ["other"]}}
PUT /languages/666 {} -> 200 {"language": {"lang_iso": "de-DE", "lang_name": "German (Germany)",
  "plural_forms": ["other"]}}
GET /languages/666 -> 200 {"language": {"lang_iso": "de-DE"}}
GET /keys/3101 -> 200 {"key": {"translations": [{}, {"language_iso": "de-DE"}, {}]}}
GET /contributors/1005 -> 200 {"contributor": {"languages": [{}, {"lang_iso": "de-DE"}]}}
PUT /languages/640 {"lang_iso": "en-x"} -> 200
GET / -> 200 {"base_language_iso": "en-x", "statistics": {"languages": [{},
  {"language_iso": "de-DE"}, {}]}}
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "de"} -> 400 lang_iso
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "de-DE"} -> 202
"#

    a_removed_language_takes_all_that_was_in_it: r#"
DELETE /languages/666 -> 200 {"branch": "master", "language_deleted": true}
GET /languages/666 -> 404
DELETE /languages/666 -> 404
GET /keys/3101 -> 200 {"key": {"translations": [{"language_iso": "en"}, {"language_iso": "fr"}]}}
GET /translations/310102 -> 404
GET /translations -> 200 total 16
GET / -> 200 {"statistics": {"languages": [{}, {}], "progress_total": 62}}
DELETE /languages/640 -> 400 base language
POST /languages {"languages": [{"lang_iso": "de"}]} -> 200
GET /translations?filter_lang_id=666&limit=1 -> 200 {"translations": [{"translation": ""}]}
"#

    access_to_a_language_ends_with_the_last_branch_that_has_it: r#"
DELETE /languages/666 -> 200
GET /contributors/1005 -> 200 {"contributor": {"languages": [{"lang_iso": "en"}]}}
POST /languages {"languages": [{"lang_iso": "de"}]} -> 200
GET /contributors/1005 -> 200 {"contributor": {"languages": [{}, {"lang_iso": "de"}]}}
DELETE /languages/666 -> 200
DELETE :feature%2Fstart/languages/666 -> 200 {"branch": "feature/start"}
POST /languages {"languages": [{"lang_iso": "de"}]} -> 200
GET /contributors/1005 -> 200 {"contributor": {"languages": [{"lang_iso": "en"}]}}
POST :feature%2Fstart/languages {"languages": [{"lang_iso": "pl"}]} -> 200
PUT :feature%2Fstart/contributors/1005 {"languages": [{"lang_iso": "pl", "is_writable": true}]}
   -> 200 {"contributor": {"languages": [{"lang_iso": "pl"}]}}
DELETE /branches/9102 -> 200
POST /languages {"languages": [{"lang_iso": "pl"}]} -> 200
GET /contributors/1005 -> 200 {"contributor": {"languages": []}}
"#
}
