// One scenario with `openapi-fetch`, typed by `openapi-typescript`, against the sandbox: `cargo run
// -p l10n-sandbox`.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { api, cursorApi, key_id, project } from "./connection.js";

let steps = 0;

async function step(what: string, work: () => Promise<void>): Promise<void> {
  await work();
  steps += 1;
  console.log(`openapi-fetch: ${what}`);
}

async function emails(): Promise<(string | null | undefined)[]> {
  const { data } = await api.GET("/projects/{project_id}/contributors", {
    params: { path: project, query: { limit: 5000 } },
  });
  assert(data, "the contributors are listed");
  return data.contributors.map((contributor) => contributor.email);
}

await step("list contributors", async () => {
  assert((await emails()).includes("owner@sandbox.test"));
});

await step("invite a contributor", async () => {
  const email = `guest-${Date.now()}@sandbox.test`;
  const { data } = await api.POST("/projects/{project_id}/contributors", {
    params: { path: project },
    body: {
      contributors: [{ email, languages: [{ lang_iso: "de", is_writable: true }], role_id: 5 }],
    },
  });
  assert(data, "the invitation is accepted");
  // The service answers one contributor, or a list.
  const invited = "contributor" in data ? [data.contributor] : data.contributors;
  assert.deepEqual(
    invited.map((contributor) => contributor.email),
    [email],
  );
  assert((await emails()).includes(email), "the invited contributor is in the list");
});

await step("add a comment", async () => {
  const { data } = await api.POST("/projects/{project_id}/keys/{key_id}/comments", {
    params: { path: { ...project, key_id } },
    body: { comments: [{ comment: "Is this still in use?" }] },
  });
  assert(data, "the comment is accepted");
  const added = "comment" in data ? [data.comment] : data.comments;
  assert.deepEqual(
    added.map((comment) => comment.comment),
    ["Is this still in use?"],
  );
});

await step("translate what French lacks", async () => {
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
});

await step("comment on a key of which the name is known", async () => {
  const { data } = await api.GET("/projects/{project_id}/keys", {
    params: { path: project, query: { filter_keys: ["cart::total"] } },
  });
  assert.equal(data?.keys.length, 1);
  const { key_id } = data.keys[0]!;
  const { data: added } = await api.POST("/projects/{project_id}/keys/{key_id}/comments", {
    params: { path: { ...project, key_id } },
    body: { comments: [{ comment: "With or without tax?" }] },
  });
  assert(added, "the comment is accepted");
});

await step("send a plural and read it back", async () => {
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
  // What is refused is told in `errors`, with status 200.
  assert.equal(data?.keys.length, 1, JSON.stringify(data?.errors));
  const read = await api.GET("/projects/{project_id}/keys/{key_id}", {
    params: { path: { ...project, key_id: data.keys[0]!.key_id } },
  });
  const english = read.data?.key.translations?.find((one) => one.language_iso === "en");
  // The forms come as JSON in a text, or as the object that was sent.
  const text = english?.translation;
  assert.deepEqual(typeof text === "string" ? JSON.parse(text) : text, forms);
});

await step("upload a file and wait for its process", async () => {
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
});

await step("export a bundle and download it", async () => {
  const { data } = await api.POST("/projects/{project_id}/files/download", {
    params: { path: project },
    body: { format: "json", original_filenames: true },
  });
  assert(data, "the export is accepted");
  // The bundle is on another host: no credential goes there.
  const bundle = await fetch(data.bundle_url);
  assert.equal(bundle.status, 200);
  const bytes = new Uint8Array(await bundle.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 2)], [0x50, 0x4b], "the bundle is a zip file");
});

await step("read the violations of an error", async () => {
  const { error, response } = await api.POST("/projects/{project_id}/custom_translation_statuses", {
    params: { path: project },
    body: { title: "Approved", color: "#000001" },
  });
  assert.equal(response.status, 400);
  assert(error && "error" in error, "the error is in its documented envelope");
  assert.deepEqual(Object.keys(error.error.violations ?? {}), ["color"]);
});

await step("read a page by cursor", async () => {
  const list = async (query: { limit: number; after?: string }) => {
    const { data } = await cursorApi.GET("/projects/{projectId}/items", {
      params: { path: { projectId: project.project_id }, query },
    });
    assert(data, "the items are listed");
    return data;
  };
  const first = await list({ limit: 2 });
  assert.equal(first.data.length, 2);
  assert(
    first.meta.hasMore && first.meta.cursor,
    "there are more items, and a cursor leads to them",
  );
  const second = await list({ limit: 2, after: first.meta.cursor });
  assert.notDeepEqual(second.data, first.data);
});

console.log(`openapi-fetch: ${steps} steps`);
