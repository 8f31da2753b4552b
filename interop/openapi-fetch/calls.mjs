// Writes `calls.ts`: a call of every operation with the examples of the document. This client is
// types and little else, so each call has to be there to be checked.

import { readFileSync } from "node:fs";

const operations = JSON.parse(readFileSync("../operations.json", "utf8"));

function call({ id, method, path, server, parameters, body }) {
  const at = `client(setting("${server}"))`;
  const values = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const filled = (value, given) => {
    const members = JSON.stringify(value).slice(1, -1);
    return `{ ${members}${members && ", "}...given.${given} }`;
  };
  const parts = [];
  if (parameters.length > 0) parts.push(`params: { path: ${filled(values, "path")} }`);
  if (body) parts.push(`body: ${filled(body.value, "body")}`);
  return `  ${id}: (given: Given) => ${at}.${method}("${path}", { ${parts.join(", ")} }),`;
}

console.log(`import { client } from "./connection.js";
import { setting } from "./shared.js";

/** What no example can show. */
export interface Given {
  path?: { job_id?: string };
  body?: { code?: string };
}

export const calls = {
${operations.map(call).join("\n")}
};`);
