// Writes `calls.ts`: calls of every operation with the examples of the document. This client is
// types and little else, so each call has to be there to be checked.

import { readFileSync } from "node:fs";

const operations = JSON.parse(readFileSync("../operations.json", "utf8"));

function call({ id, method, path, server, parameters, body }) {
  const values = parameters.map(({ name, value }) => [name, value]);
  const params = values.length > 0 ? { path: Object.fromEntries(values) } : undefined;
  const request = JSON.stringify({ params, body: body?.value });
  const given = request.replace(/"\$(L10N_\w+)"/g, 'setting("$1")');
  const send = `() => good(client(setting("${server}")).${method}("${path}", ${given}))`;
  return `  { id: "${id}", method: "${method}", send: ${send} },`;
}

console.log(`import { client, good } from "./client.js";
import { setting } from "./shared.js";

export const calls = [
${operations.map(call).join("\n")}
];`);
