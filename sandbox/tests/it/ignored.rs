//! What a response says of itself: options that have no effect, and assumptions.

use crate::support::requests;

requests! {
    options_without_an_effect_are_named: r#"
POST /files/upload {"data": "e30=", "filename": "a.json", "lang_iso": "en", "apply_tm": true,
  "convert_placeholders": true, "keys_to_values": true, "slashn_to_linebreak": false,
  "tags": ["a"]} -> 202
  ignored keys_to_values, apply_tm
POST /files/async-download {"format": "json", "compact": true, "export_empty_as": "null",
  "disable_references": false, "triggers": ["github"], "plural_format": "icu"} -> 200
  ignored export_empty_as, triggers, disable_references, plural_format, compact
PUT /tasks/8801 {"auto_close_task": true, "closing_tags": ["a"]} -> 200
  ignored auto_close_task, closing_tags
GET control//requests?operation=updateTask -> 200 {"requests": [
  {"ignored": ["auto_close_task", "closing_tags"]}]}
"#

    a_response_names_the_assumption_on_which_it_rests: r#"
DELETE /languages/640 -> 400 assumption base-language-stays
PUT /languages/666 {"lang_iso": "fr"} -> 400 assumption language-code-unique
DELETE /branches/9101 -> 400 assumption branch-delete
PUT /branches/9101 {"name": "trunk"} -> 400 assumption branch-rename
POST /branches/9102/merge {"target_branch_id": 9102} -> 400 assumption branch-conflicts
POST /branches/9102/merge {} -> 200 assumption branch-merge-deletes-nothing
POST /glossary-terms {"terms": [
  {"term": "cart", "description": "", "caseSensitive": false, "translatable": true,
   "forbidden": false}, {"term": "new", "description": "", "caseSensitive": false,
   "translatable": true, "forbidden": false}]} -> 200 assumption some-terms-exist
DELETE /files/4101 -> 400 assumption file-of-a-software-project
PUT /empty {} -> 200 assumption emptied-project
"#
}
