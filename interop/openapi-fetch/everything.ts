// Every operation with `openapi-fetch`. Nothing is checked when it runs: what may be null or
// missing is a matter of types here.

import assert from "node:assert/strict";
import { calls } from "./calls.js";
import { client } from "./client.js";
import { makeAll, setting } from "./shared.js";

const api = client(setting("L10N_BASE_URL"));
const path = { project_id: setting("L10N_PROJECT") };

async function readAnError(): Promise<void> {
  // Not a color of the palette.
  const body = { title: "Approved", color: "#000001" };
  const { error, response } = await api.POST("/projects/{project_id}/custom_translation_statuses", {
    params: { path },
    body,
  });
  assert.equal(response.status, 400);
  // It has its documented envelope, or none.
  assert(error && "error" in error ? error.error : error);
}

async function readPages(): Promise<void> {
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { filter_untranslated: 1, pagination: "cursor", limit: 2, cursor } as const;
    const { data, response } = await api.GET("/projects/{project_id}/translations", {
      params: { path, query },
    });
    assert(data, "the translations are listed");
    found.push(...data.translations.map((translation) => translation.translation_id));
    // At the end the header is absent, or empty.
    cursor = response.headers.get("X-Pagination-Next-Cursor") || undefined;
  } while (cursor);
  assert(found.length > 2 && new Set(found).size === found.length, "there are pages");
}

await makeAll(calls);
await readAnError();
await readPages();
