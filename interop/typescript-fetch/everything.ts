// Every operation once with openapi-generator's `typescript-fetch` client: what it answers is read
// into its type, or throws.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as client from "./client/index.js";
import { configuration, main, projectId } from "./connection.js";
import { code, seed, setting } from "./shared.js";

interface Operation {
  id: string;
  tag: string;
  server: string;
  parameters: { snake: string; value: unknown }[];
  body: { schema: string; snake: string; value: Record<string, unknown> } | null;
}
type Api = Record<string, (request: Record<string, unknown>) => Promise<unknown>>;

const text = readFileSync("target/interop/operations.json", "utf8");
const operations = JSON.parse(text) as Operation[];
const exported: Record<string, unknown> = client;

const camel = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Calls an operation with the examples of the document; the names are those of the client. */
async function call(operation: Operation): Promise<unknown> {
  const { tag, server, parameters, body } = operation;
  const name = `${tag[0]!.toUpperCase()}${tag.slice(1)}Api`;
  const group = exported[name] as new (configuration: client.Configuration) => Api;
  const api = new group(configuration(setting(server)));
  const request = Object.fromEntries(parameters.map(({ snake, value }) => [camel(snake), value]));
  if (body) {
    const read = exported[`${body.schema}FromJSON`] as (json: unknown) => unknown;
    request[camel(body.snake)] = read(body.value);
  }
  return await api[operation.id]!(request);
}

/** What no example can show: a job, and a code. */
async function give(operation: Operation): Promise<void> {
  if (operation.id === "getContributorDeletionJob") {
    const deletion = operations.find(({ id }) => id === "deleteAllContributors")!;
    const { jobId } = (await call(deletion)) as client.DeletionJobStartedResponse;
    operation.parameters.find(({ snake }) => snake === "job_id")!.value = jobId;
  } else if (operation.id === "requestToken") {
    operation.body!.value.code = await code();
  }
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

await readAnError();
for (const operation of operations) {
  await seed();
  await give(operation);
  try {
    assert.notEqual(await call(operation), undefined);
  } catch (cause) {
    throw new Error(`${operation.id} is not read`, { cause });
  }
}
console.log(`${operations.length} operations`);
