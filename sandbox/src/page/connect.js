// How a program connects to a world: address, token, project, and the first lines of code.

import { copier, h, options } from './dom.js';

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

/** The panel, which is open until a request arrives. */
export function connect({ base_url: base, tokens, project }, isOpen) {
  const parts = { base, token: tokens?.read_write, project: project?.project_id };
  const snippet = () => SNIPPETS[language.value](parts);
  const code = h('pre', { tabindex: 0, 'aria-label': 'Code' });
  const show = () => code.replaceChildren(snippet());
  const attributes = { 'aria-label': 'Language', onchange: show };
  const language = h('select', attributes, options(Object.keys(SNIPPETS)));
  show();
  const facts = Object.entries({ address: base, token: parts.token, project: parts.project });
  return h(
    'details.connect',
    { name: 'panel', open: isOpen },
    h('summary', 'Connect'),
    h(
      'dl',
      facts.map(([name, value]) => [
        h('dt', name),
        h('dd', h('code', value ?? 'none'), ' ', value && copier(name, () => value)),
      ]),
    ),
    h('p', language, ' ', copier('code', snippet)),
    code,
  );
}
