// How a program connects to a world: the address, a token, a project, and first lines of code.

import { button, copy, h, options } from './dom.js';

const SNIPPETS = {
  curl: ({ base, token, project }) =>
    `curl -H 'X-Api-Token: ${token}' \\\n  ${base}/projects/${project}/keys`,
  Python: ({ base, token, project }) =>
    `import requests

response = requests.get(
    "${base}/projects/${project}/keys",
    headers={"X-Api-Token": "${token}"},
)
print(response.json()["keys"])`,
  'Node.js': ({ base, token, project }) =>
    `// keys.mjs
const response = await fetch("${base}/projects/${project}/keys", {
  headers: { "X-Api-Token": "${token}" },
});
console.log((await response.json()).keys);`,
  Rust: ({ base, token, project }) =>
    `let client = Client::builder("${base}").api_token("${token}").build()?;
let mut keys = client.list_keys("${project}").stream();
while let Some(key) = keys.try_next().await? {
    println!("{}", key.key_id);
}`,
};

/** The panel, which is open as long as nothing has arrived. */
export function connect(state, isOpen) {
  const { base_url: base, tokens, project } = state;
  const parts = { base, token: tokens?.read_write, project: project?.project_id };
  const snippet = () => SNIPPETS[language.value](parts);
  const code = h('pre', { tabindex: 0, 'aria-label': 'Code' });
  const show = () => code.replaceChildren(snippet());
  const names = Object.keys(SNIPPETS);
  const language = h('select', { 'aria-label': 'Language', onchange: show }, options(names));
  show();
  const facts = [
    ['Address', parts.base],
    ['Token', parts.token],
    ['Project', parts.project],
  ];
  return h(
    'details.connect',
    { open: isOpen },
    h('summary', {}, 'Connect'),
    h(
      'dl.headers',
      {},
      facts.map(([name, value]) => [
        h('dt', {}, name),
        h('dd', {}, h('code', {}, value ?? 'none'), ' ', value && copier(name, () => value)),
      ]),
    ),
    h('div.row', {}, language, copier('code', snippet)),
    code,
  );
}

function copier(what, text) {
  return button('Copy', () => copy(text()), { 'aria-label': `Copy the ${what.toLowerCase()}` });
}
