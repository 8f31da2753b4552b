// What the shapes of each quirk are, in short: the sample, the other, and both where there is that.

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
  branch_totals: ['what the list holds', 'one less'],
  plural_as_object: ['JSON as text', 'an object'],
  unverified_name: ['is_unverified, is_fuzzy', 'is_fuzzy alone'],
  key_name_text: ['one for each platform', 'a text'],
  empty_cursor: ['no cursor behind the last page', 'an empty one'],
  older_statistics: ['progress_total, keys_total', 'progress, keys'],
  older_answers: ['newer members there', 'absent or null'],
  upload_status: ['202', '200'],
  total_count: ['X-Total-Count as well', 'X-Pagination-Total-Count alone'],
  own_contributor: ['with project_id', 'without'],
  ended_export: ['as any process', 'message: null, no e-mail'],
  invalid_token: ['401', '400'],
  error_wrapper: ['under error', 'without that wrapper'],
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
