// Every operation with openapi-generator's `typescript-fetch` client: what it answers is read into
// its type, or throws.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as client from "./client/index.js";
import { makeAll, setting } from "./shared.js";

interface Operation {
  id: string;
  tag: string;
  method: string;
  server: string;
  parameters: { snake: string; value: unknown }[];
  body: { schema: string; snake: string; value: unknown } | null;
}
type Api = Record<string, (request: Record<string, unknown>) => Promise<unknown>>;

const exported: Record<string, unknown> = client;
const apiKey = setting("L10N_TOKEN");
const projectId = setting("L10N_PROJECT");
const configuration = (basePath: string) => new client.Configuration({ basePath, apiKey });
const main = configuration(setting("L10N_BASE_URL"));

const camel = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Calls an operation with the examples of the document; the names are those of the client. */
async function call({ id, tag, server, parameters, body }: Operation): Promise<unknown> {
  const name = `${tag[0]!.toUpperCase()}${tag.slice(1)}Api`;
  const group = exported[name] as new (configuration: client.Configuration) => Api;
  const api = new group(configuration(setting(server)));
  const request = Object.fromEntries(parameters.map(({ snake, value }) => [camel(snake), value]));
  if (body) {
    const read = exported[`${body.schema}FromJSON`] as (json: unknown) => unknown;
    request[camel(body.snake)] = read(body.value);
  }
  return await api[id]!(request);
}

async function callEveryOperation(): Promise<void> {
  const text = readFileSync("target/interop/operations.json", "utf8");
  const given = text.replace(/\$(L10N_\w+)/g, (_, name: string) => setting(name));
  const operations = JSON.parse(given) as Operation[];
  await makeAll(operations.map((it) => ({ ...it, send: () => call(it) })));
}

async function readAnError(): Promise<void> {
  // Not a color of the palette.
  const newCustomTranslationStatus = { title: "Approved", color: "#000001" };
  const statuses = new client.CustomTranslationStatusesApi(main);
  const failure: unknown = await statuses
    .createCustomTranslationStatus({ projectId, newCustomTranslationStatus })
    .catch((error: unknown) => error);
  assert(failure instanceof client.ResponseError, "the service refuses the color");
  assert.equal(failure.response.status, 400);
  // It has its documented envelope, or none.
  const body: object = await failure.response.json();
  const error =
    "error" in body ? client.ErrorResponseFromJSON(body).error : client.ErrorDetailFromJSON(body);
  assert(error);
}

async function readPages(): Promise<void> {
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const answer = await new client.TranslationsApi(main).listTranslationsRaw({
      projectId,
      filterUntranslated: client.QueryFlag.On,
      pagination: client.PaginationType.Cursor,
      limit: 2,
      cursor,
    });
    const page = await answer.value();
    found.push(...page.translations.map((translation) => translation.translationId));
    // At the end the header is absent, or empty.
    cursor = answer.raw.headers.get("X-Pagination-Next-Cursor") || undefined;
  } while (cursor);
  assert(found.length > 2 && new Set(found).size === found.length, "there are pages");
}

await callEveryOperation();
await readAnError();
await readPages();
