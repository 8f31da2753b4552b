// One scenario with openapi-generator's `typescript-fetch` client, against a sandbox.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import {
  FilesApi,
  KeysApi,
  LanguagesApi,
  ListedPlatform,
  PaginationType,
  ProcessesApi,
  QueryFlag,
  TranslationsApi,
} from "./client/index.js";
import { main, projectId } from "./connection.js";

async function translateWhatFrenchLacks(): Promise<void> {
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
}

const keys = new KeysApi(main);

async function sendAPluralAndReadItBack(): Promise<void> {
  const forms = { one: "%{count} file", other: "%{count} files" };
  const key = {
    keyName: `files-${Date.now()}`,
    platforms: [ListedPlatform.Web],
    isPlural: true,
    translations: [{ languageIso: "en", translation: forms }],
  };
  const created = await keys.createKeys({ projectId, newKeys: { keys: [key] } });
  // A rejected key is reported in `errors`, with status 200.
  assert.equal(created.keys.length, 1, JSON.stringify(created.errors));
  const read = await keys.getKey({ projectId, keyId: created.keys[0]!.keyId });
  const english = read.key.translations?.find((one) => one.languageIso === "en");
  // The forms come as JSON in a text, or as the object that was sent.
  const text: unknown = english?.translation;
  assert.deepEqual(typeof text === "string" ? JSON.parse(text) : text, forms);
}

const files = new FilesApi(main);

async function uploadAFileAndWaitForItsProcess(): Promise<void> {
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
}

await translateWhatFrenchLacks();
await sendAPluralAndReadItBack();
await uploadAFileAndWaitForItsProcess();
