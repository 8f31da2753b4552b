// One scenario with openapi-generator's `typescript-fetch` client, against the sandbox: `cargo run
// -p l10n-sandbox`.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import {
  CommentsApi,
  ContributorsApi,
  CustomTranslationStatusesApi,
  ErrorResponseFromJSON,
  FilesApi,
  ItemsApi,
  KeysApi,
  LanguagesApi,
  ListedPlatform,
  ListedRoleId,
  PaginationType,
  ProcessesApi,
  QueryFlag,
  ResponseError,
  TranslationsApi,
} from "./client/index.js";
import { cursor, keyId, main, projectId } from "./connection.js";

let steps = 0;

async function step(what: string, work: () => Promise<void>): Promise<void> {
  await work();
  steps += 1;
  console.log(`typescript-fetch: ${what}`);
}

const contributors = new ContributorsApi(main);

async function emails(): Promise<(string | null | undefined)[]> {
  const page = await contributors.listContributors({ projectId, limit: 5000 });
  return page.contributors.map((contributor) => contributor.email);
}

await step("list contributors", async () => {
  assert((await emails()).includes("owner@sandbox.test"));
});

await step("invite a contributor", async () => {
  const email = `guest-${Date.now()}@sandbox.test`;
  const invitation = {
    email,
    languages: [{ langIso: "de", isWritable: true }],
    roleId: ListedRoleId.Translator,
  };
  const answer = await contributors.createContributors({
    projectId,
    contributorInvitations: { contributors: [invitation] },
  });
  // The service answers one contributor, or a list.
  const invited = "contributor" in answer ? [answer.contributor] : answer.contributors;
  assert.deepEqual(
    invited.map((contributor) => contributor.email),
    [email],
  );
  assert((await emails()).includes(email), "the invited contributor is in the list");
});

await step("add a comment", async () => {
  const answer = await new CommentsApi(main).createKeyComments({
    projectId,
    keyId,
    newComments: { comments: [{ comment: "Is this still in use?" }] },
  });
  const added = "comment" in answer ? [answer.comment] : answer.comments;
  assert.deepEqual(
    added.map((comment) => comment.comment),
    ["Is this still in use?"],
  );
});

await step("translate what French lacks", async () => {
  const { languages } = await new LanguagesApi(main).listLanguages({ projectId });
  const french = languages.find((language) => language.langIso === "fr");
  const translations = new TranslationsApi(main);
  const lacking = async () => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await translations.listTranslationsRaw({
        projectId,
        // The id is a number, and text in some answers.
        filterLangId: Number(french?.langId),
        filterUntranslated: QueryFlag.On,
        pagination: PaginationType.Cursor,
        limit: 2,
        cursor,
      });
      const page = await answer.value();
      found.push(...page.translations.map((translation) => translation.translationId));
      // At the end the header is absent, or empty.
      cursor = answer.raw.headers.get("X-Pagination-Next-Cursor") || undefined;
    } while (cursor);
    return found;
  };
  const [translationId, ...others] = await lacking();
  assert(translationId && others.length >= 2, "there is more than a page of them");
  const { translation } = await translations.updateTranslation({
    projectId,
    translationId,
    translationUpdate: { translation: "Bonjour", isReviewed: true },
  });
  assert.equal(translation.translation, "Bonjour");
  assert.equal(translation.isReviewed, true);
  assert.deepEqual(await lacking(), others);
});

const keys = new KeysApi(main);

await step("comment on a key of which the name is known", async () => {
  const found = await keys.listKeys({ projectId, filterKeys: ["cart::total"] });
  assert.equal(found.keys.length, 1);
  await new CommentsApi(main).createKeyComments({
    projectId,
    keyId: found.keys[0]!.keyId,
    newComments: { comments: [{ comment: "With or without tax?" }] },
  });
});

await step("send a plural and read it back", async () => {
  const forms = { one: "%{count} file", other: "%{count} files" };
  const key = {
    keyName: `files-${Date.now()}`,
    platforms: [ListedPlatform.Web],
    isPlural: true,
    translations: [{ languageIso: "en", translation: forms }],
  };
  const created = await keys.createKeys({ projectId, newKeys: { keys: [key] } });
  // What is refused is told in `errors`, with status 200.
  assert.equal(created.keys.length, 1, JSON.stringify(created.errors));
  const read = await keys.getKey({ projectId, keyId: created.keys[0]!.keyId });
  const english = read.key.translations?.find((one) => one.languageIso === "en");
  // The forms come as JSON in a text, or as the object that was sent.
  const text: unknown = english?.translation;
  assert.deepEqual(typeof text === "string" ? JSON.parse(text) : text, forms);
});

const files = new FilesApi(main);

await step("upload a file and wait for its process", async () => {
  const queued = await files.uploadFileRaw({
    projectId,
    fileUpload: {
      data: btoa('{"greeting": "Hello"}'),
      filename: "interop/%LANG_ISO%.json",
      langIso: "en",
    },
  });
  assert.ok(queued.raw.ok);
  const processes = new ProcessesApi(main);
  let process = (await queued.value()).process;
  while (!["finished", "failed", "cancelled"].includes(String(process.status))) {
    await pause(50);
    process = (await processes.getProcess({ projectId, processId: process.processId })).process;
  }
  assert.equal(process.status, "finished");
});

await step("export a bundle and download it", async () => {
  const { bundleUrl } = await files.exportFiles({
    projectId,
    fileExport: { format: "json", originalFilenames: true },
  });
  // The bundle is on another host: no credential goes there.
  const bundle = await fetch(bundleUrl);
  assert.equal(bundle.status, 200);
  const bytes = new Uint8Array(await bundle.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 2)], [0x50, 0x4b], "the bundle is a zip file");
});

await step("read the violations of an error", async () => {
  const created = new CustomTranslationStatusesApi(main).createCustomTranslationStatus({
    projectId,
    newCustomTranslationStatus: { title: "Approved", color: "#000001" },
  });
  const failure = await created.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(failure instanceof ResponseError, "the service refuses");
  assert.equal(failure.response.status, 400);
  const { error } = ErrorResponseFromJSON(await failure.response.json());
  assert.deepEqual(Object.keys(error.violations ?? {}), ["color"]);
});

await step("read a page by cursor", async () => {
  const items = new ItemsApi(cursor);
  const first = await items.listItems({ projectId, limit: 2 });
  assert.equal(first.data.length, 2);
  assert(
    first.meta.hasMore && first.meta.cursor,
    "there are more items, and a cursor leads to them",
  );
  const second = await items.listItems({ projectId, limit: 2, after: first.meta.cursor });
  assert.notDeepEqual(second.data, first.data);
});

console.log(`typescript-fetch: ${steps} steps`);
