// One scenario with `openapi-fetch`, typed by `openapi-typescript`, against a sandbox.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { api, project } from "./connection.js";

async function translateWhatFrenchLacks(): Promise<void> {
  const { data } = await api.GET("/projects/{project_id}/languages", { params: { path: project } });
  const french = data?.languages.find((language) => language.lang_iso === "fr");
  // The id is a number, and text in some answers.
  const filter_lang_id = Number(french?.lang_id);
  const lacking = async () => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const { data, response } = await api.GET("/projects/{project_id}/translations", {
        params: {
          path: project,
          query: { filter_lang_id, filter_untranslated: 1, pagination: "cursor", limit: 2, cursor },
        },
      });
      assert(data, "the translations are listed");
      found.push(...data.translations.map((translation) => translation.translation_id));
      // At the end the header is absent, or empty.
      cursor = response.headers.get("X-Pagination-Next-Cursor") || undefined;
    } while (cursor);
    return found;
  };
  const [translation_id, ...others] = await lacking();
  assert(translation_id && others.length >= 2, "there is more than a page of them");
  const { data: updated } = await api.PUT("/projects/{project_id}/translations/{translation_id}", {
    params: { path: { ...project, translation_id } },
    body: { translation: "Bonjour", is_reviewed: true },
  });
  assert.equal(updated?.translation.translation, "Bonjour");
  assert.equal(updated.translation.is_reviewed, true);
  assert.deepEqual(await lacking(), others);
}

async function sendAPluralAndReadItBack(): Promise<void> {
  const forms = { one: "%{count} file", other: "%{count} files" };
  const { data } = await api.POST("/projects/{project_id}/keys", {
    params: { path: project },
    body: {
      keys: [
        {
          key_name: `files-${Date.now()}`,
          platforms: ["web"],
          is_plural: true,
          translations: [{ language_iso: "en", translation: forms }],
        },
      ],
    },
  });
  // A rejected key is reported in `errors`, with status 200.
  assert.equal(data?.keys.length, 1, JSON.stringify(data?.errors));
  const read = await api.GET("/projects/{project_id}/keys/{key_id}", {
    params: { path: { ...project, key_id: data.keys[0]!.key_id } },
  });
  const english = read.data?.key.translations?.find((one) => one.language_iso === "en");
  // The forms come as JSON in a text, or as the object that was sent.
  const text = english?.translation;
  assert.deepEqual(typeof text === "string" ? JSON.parse(text) : text, forms);
}

async function uploadAFileAndWaitForItsProcess(): Promise<void> {
  const { data, response } = await api.POST("/projects/{project_id}/files/upload", {
    params: { path: project },
    body: {
      data: btoa('{"greeting": "Hello"}'),
      filename: "interop/%LANG_ISO%.json",
      lang_iso: "en",
    },
  });
  assert(data, "the upload is accepted");
  assert.ok(response.ok);
  let { process_id, status } = data.process;
  while (!["finished", "failed", "cancelled"].includes(status)) {
    await pause(50);
    const { data } = await api.GET("/projects/{project_id}/processes/{process_id}", {
      params: { path: { ...project, process_id } },
    });
    assert(data, "the process is there");
    status = data.process.status;
  }
  assert.equal(status, "finished");
}

await translateWhatFrenchLacks();
await sendAPluralAndReadItBack();
await uploadAFileAndWaitForItsProcess();
