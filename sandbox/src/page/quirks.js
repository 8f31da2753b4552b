// The variants of each quirk: the sample, the other, and both if it has that.
// `docs/control.md` has the same texts.

export const QUIRKS = {
  reviewer_spelling: ['is_reviewer', 'is_reviwer'],
  empty_admin_rights: ['admin_rights: {}', 'admin_rights: []'],
  admin_right_sets: ['names of the create operation', 'names of the update operation', 'all names'],
  writable_flag: ['is_writable: 1', 'is_writable: true'],
  created_comments: ['comments: [..]', 'comment: {..}'],
  invited_contributor: ['contributor: {..}', 'contributors: [..]'],
  status_envelope: ['custom_translation_status: {..}', 'custom_translation_statuses: [..]'],
  status_deletion: ['deleted', 'custom_translation_status_deleted'],
  timestamps: ['(UTC)', '(Etc/UTC)'],
  language_id_text: ['lang_id: 666', 'lang_id: "666"'],
  branch_totals: ['the number of branches', 'one less'],
  plural_as_object: ['JSON in a string', 'an object'],
  unverified_name: ['is_unverified and is_fuzzy', 'is_fuzzy only'],
  key_name_text: ['an object with a name per platform', 'a string'],
  empty_cursor: ['no cursor on the last page', 'an empty one'],
  older_statistics: ['progress_total, keys_total', 'progress, keys'],
  older_answers: ['newer fields present', 'newer fields absent or null'],
  upload_status: ['status 202', 'status 200'],
  total_count: ['X-Total-Count too', 'X-Pagination-Total-Count only'],
  own_contributor: ['with project_id', 'without project_id'],
  ended_export: ['like any process', 'message: null, no created_by_email'],
  invalid_token: ['status 401', 'status 400'],
  error_wrapper: ['a 404 has its error in error', 'it is the whole body'],
  oauth_refusal: ['with state', 'with error_uri'],
};

export const SHAPES = ['sample', 'other', 'both'];
export const PRESETS = [
  ['observed', 'what recorded exchanges show'],
  ['sample', 'what the samples of the interface show'],
  ['declared', 'what the interface declares'],
];
export const NULLS = [
  ['off', 'none'],
  ['values', 'every optional value is null'],
  ['all', 'objects and lists too'],
];
