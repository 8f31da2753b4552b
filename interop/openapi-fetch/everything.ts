// Every operation once with `openapi-fetch`. Nothing is checked when it runs: what may be null or
// missing is a matter of types here.

import assert from "node:assert/strict";
import { calls, type Given } from "./calls.js";
import { api, project } from "./connection.js";
import { code, seed } from "./shared.js";

/** What a call answers, where it succeeds. */
async function good<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  assert(data !== undefined, `${response.url} answers ${response.status}`);
  return data;
}

/** What no example can show: a job, and a code. */
async function given(id: string): Promise<Given> {
  if (id === "getContributorDeletionJob") {
    const { jobId } = await good(calls.deleteAllContributors({}));
    return { path: { job_id: jobId } };
  }
  return id === "requestToken" ? { body: { code: await code() } } : {};
}

async function readAnError(): Promise<void> {
  // Not a color of the palette.
  const body = { title: "Approved", color: "#000001" };
  const { error, response } = await api.POST("/projects/{project_id}/custom_translation_statuses", {
    params: { path: project },
    body,
  });
  assert.equal(response.status, 400);
  // It has its documented envelope, or none.
  assert(error && "error" in error ? error.error : error);
}

await readAnError();
for (const [id, call] of Object.entries(calls)) {
  await seed();
  await good<unknown>(call(await given(id)));
}
console.log(`${Object.keys(calls).length} operations`);
