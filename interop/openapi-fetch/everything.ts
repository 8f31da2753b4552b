// Every operation once with `openapi-fetch`. Nothing is checked when it runs: what may be null or
// missing is a matter of types here.

import assert from "node:assert/strict";
import { calls, type Given } from "./calls.js";
import { api, key_id, project, setting } from "./connection.js";
import type { components } from "./schema.js";

const authUrl = setting("L10N_AUTH_URL", "http://127.0.0.1:8081");
const controlUrl = setting("L10N_CONTROL_URL", "http://127.0.0.1:8084");

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
  if (id !== "requestToken") return {};
  // The sandbox's user grants everything; a user of the service is asked in a browser.
  const query = new URLSearchParams({
    client_id: "sandbox-app",
    scope: "read_comments",
    state: "x",
    redirect_uri: "https://app.sandbox.test/callback",
  });
  const redirect = await fetch(`${authUrl}/oauth2/auth?${query}`, { redirect: "manual" });
  const location = new URL(redirect.headers.get("location")!);
  return { body: { code: location.searchParams.get("code")! } };
}

async function readErrors(): Promise<void> {
  // Not a color of the palette.
  const body = { title: "Approved", color: "#000001" };
  const refused = await api.POST("/projects/{project_id}/custom_translation_statuses", {
    params: { path: project },
    body,
  });
  assert.equal(refused.response.status, 400);
  assert(detailOf(refused.error));
  const one = { params: { path: { ...project, key_id, comment_id: 1 } } };
  const missing = await api.GET("/projects/{project_id}/keys/{key_id}/comments/{comment_id}", one);
  assert.equal(missing.response.status, 404);
  assert(detailOf(missing.error));
}

/** What an error says, in its documented envelope or without it. */
function detailOf(error: components["schemas"]["AnyErrorResponse"] | undefined) {
  return error && "error" in error ? error.error : error;
}

for (const [id, call] of Object.entries(calls)) {
  await fetch(`${controlUrl}/seed`, { method: "POST" });
  await good<unknown>(call(await given(id)));
}
await readErrors();
console.log(`openapi-fetch: ${Object.keys(calls).length} operations`);
