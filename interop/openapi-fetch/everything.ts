// Every operation once with `openapi-fetch`. Nothing is checked when it runs: what may be null or
// missing is a matter of types here.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import { api, cursorApi, key_id, project as path, setting } from "./connection.js";
import type { paths } from "./schema.js";

const authUrl = setting("L10N_AUTH_URL", "http://127.0.0.1:8081");
const authApi = createClient<paths>({ baseUrl: authUrl });
// The operations in bulk take UUIDs.
const uuid = setting("L10N_PROJECT_UUID", "01957a00-0000-7000-8000-0000000000a1");
const source = setting("L10N_SOURCE_UUID", "01957a00-0000-7000-8000-0000000000b2");

/** What a call answers, where it succeeds. */
async function good<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  assert(data !== undefined, `${response.url} answers ${response.status}`);
  return data;
}

async function useComments(): Promise<void> {
  await good(api.GET("/projects/{project_id}/comments", { params: { path } }));
  const ofKey = { ...path, key_id };
  const body = { comments: [{ comment: "Is this still in use?" }] };
  const created = await good(
    api.POST("/projects/{project_id}/keys/{key_id}/comments", { params: { path: ofKey }, body }),
  );
  const { comment_id } = "comment" in created ? created.comment : created.comments[0]!;
  await good(api.GET("/projects/{project_id}/keys/{key_id}/comments", { params: { path: ofKey } }));
  const one = { params: { path: { ...ofKey, comment_id } } };
  await good(api.GET("/projects/{project_id}/keys/{key_id}/comments/{comment_id}", one));
  await good(api.DELETE("/projects/{project_id}/keys/{key_id}/comments/{comment_id}", one));
}

async function useContributors(): Promise<void> {
  await good(api.GET("/projects/{project_id}/contributors", { params: { path } }));
  await good(api.GET("/projects/{project_id}/contributors/me", { params: { path } }));
  const guest = {
    email: `guest-${Date.now()}@sandbox.test`,
    languages: [{ lang_iso: "de", is_writable: true }],
  };
  const invited = await good(
    api.POST("/projects/{project_id}/contributors", {
      params: { path },
      body: { contributors: [guest] },
    }),
  );
  const { user_id } = "contributor" in invited ? invited.contributor : invited.contributors[0]!;
  const one = { params: { path: { ...path, contributor_id: user_id } } };
  await good(api.GET("/projects/{project_id}/contributors/{contributor_id}", one));
  await good(
    api.PUT("/projects/{project_id}/contributors/{contributor_id}", {
      ...one,
      body: { is_reviewer: true },
    }),
  );
  await good(api.DELETE("/projects/{project_id}/contributors/{contributor_id}", one));
  await good(
    api.POST("/projects/{project_id}/contributors/import", {
      params: { path: { project_id: uuid } },
      body: { from_project_uuid: source },
    }),
  );
}

async function useCustomTranslationStatuses(): Promise<void> {
  await good(api.GET("/projects/{project_id}/custom_translation_statuses", { params: { path } }));
  const { colors } = await good(
    api.GET("/projects/{project_id}/custom_translation_statuses/colors", { params: { path } }),
  );
  const body = { title: "Approved", color: colors[0]! };
  const created = await good(
    api.POST("/projects/{project_id}/custom_translation_statuses", { params: { path }, body }),
  );
  const { status_id } = created.custom_translation_status;
  const one = { params: { path: { ...path, status_id } } };
  await good(api.GET("/projects/{project_id}/custom_translation_statuses/{status_id}", one));
  await good(
    api.PUT("/projects/{project_id}/custom_translation_statuses/{status_id}", {
      ...one,
      body: { title: "Checked" },
    }),
  );
  await good(api.DELETE("/projects/{project_id}/custom_translation_statuses/{status_id}", one));
}

async function useFilesAndProcesses(): Promise<void> {
  await good(api.GET("/projects/{project_id}/files", { params: { path } }));
  const upload = {
    data: btoa('{"greeting": "Hello"}'),
    filename: "interop/%LANG_ISO%.json",
    lang_iso: "en",
  };
  const queued = await good(
    api.POST("/projects/{project_id}/files/upload", { params: { path }, body: upload }),
  );
  const body = { format: "json", original_filenames: true };
  await good(api.POST("/projects/{project_id}/files/download", { params: { path }, body }));
  await good(api.POST("/projects/{project_id}/files/async-download", { params: { path }, body }));
  await good(api.GET("/projects/{project_id}/processes", { params: { path } }));
  const { process_id } = queued.process;
  await good(
    api.GET("/projects/{project_id}/processes/{process_id}", {
      params: { path: { ...path, process_id } },
    }),
  );
}

async function useItems(): Promise<void> {
  const params = { path: { projectId: path.project_id }, query: { limit: 2 } };
  await good(cursorApi.GET("/projects/{projectId}/items", { params }));
}

async function requestAToken(): Promise<void> {
  // The sandbox's user grants everything; a user of the service is asked in a browser.
  const wish = new URLSearchParams({
    client_id: "sandbox-app",
    scope: "read_comments",
    state: "x",
  });
  wish.set("redirect_uri", "https://app.sandbox.test/callback");
  const redirect = await fetch(`${authUrl}/oauth2/auth?${wish}`, { redirect: "manual" });
  const code = new URL(redirect.headers.get("location")!).searchParams.get("code")!;
  const body = {
    grant_type: "authorization_code",
    client_id: "sandbox-app",
    client_secret: "sandbox-app-secret",
    code,
  } as const;
  await good(authApi.POST("/oauth2/token", { body }));
}

async function readErrors(): Promise<void> {
  // Not a color of the palette.
  const body = { title: "Approved", color: "#000001" };
  const refused = await api.POST("/projects/{project_id}/custom_translation_statuses", {
    params: { path },
    body,
  });
  assert.equal(refused.response.status, 400);
  assert(refused.error && "error" in refused.error, "the error is in its documented envelope");
  const one = { params: { path: { ...path, key_id, comment_id: 1 } } };
  const missing = await api.GET("/projects/{project_id}/keys/{key_id}/comments/{comment_id}", one);
  assert.equal(missing.response.status, 404);
  assert(missing.error && "error" in missing.error, "the error is in its documented envelope");
}

async function deleteAllContributors(): Promise<void> {
  const ofProject = { project_id: uuid };
  const { jobId } = await good(
    api.DELETE("/projects/{project_id}/contributors", { params: { path: ofProject } }),
  );
  await good(
    api.GET("/projects/{project_id}/contributors/jobs/{job_id}", {
      params: { path: { ...ofProject, job_id: jobId } },
    }),
  );
}

await useComments();
await useContributors();
await useCustomTranslationStatuses();
await useFilesAndProcesses();
await useItems();
await requestAToken();
await readErrors();
await deleteAllContributors();
console.log("openapi-fetch: every operation");
