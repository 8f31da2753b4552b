// Every operation once with openapi-generator's `typescript-fetch` client: what it answers is read
// into its type, or throws.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as client from "./client/index.js";
import { configuration, keyId, main, projectId, setting } from "./connection.js";

interface Operation {
  id: string;
  tag: string;
  server: { setting: string; address: string };
  parameters: { snake: string; value: unknown }[];
  body: { schema: string; snake: string; value: Record<string, unknown> } | null;
}
type Api = Record<string, (request: Record<string, unknown>) => Promise<unknown>>;

const authUrl = setting("L10N_AUTH_URL", "http://127.0.0.1:8081");
const controlUrl = setting("L10N_CONTROL_URL", "http://127.0.0.1:8084");
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
  const api = new group(configuration(setting(server.setting, server.address)));
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
    // The sandbox's user grants everything; a user of the service is asked in a browser.
    const query = new URLSearchParams({
      client_id: "sandbox-app",
      scope: "read_comments",
      state: "x",
      redirect_uri: "https://app.sandbox.test/callback",
    });
    const redirect = await fetch(`${authUrl}/oauth2/auth?${query}`, { redirect: "manual" });
    const location = new URL(redirect.headers.get("location")!);
    operation.body!.value.code = location.searchParams.get("code");
  }
}

/** Reads the error that a call ends with. */
async function refused(status: number, call: Promise<unknown>): Promise<void> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(failure instanceof client.ResponseError, "the service refuses");
  assert.equal(failure.response.status, status);
  // It has its documented envelope, or none.
  const body: object = await failure.response.json();
  const error =
    "error" in body ? client.ErrorResponseFromJSON(body).error : client.ErrorDetailFromJSON(body);
  assert(error);
}

async function readErrors(): Promise<void> {
  // Not a color of the palette.
  const newCustomTranslationStatus = { title: "Approved", color: "#000001" };
  const statuses = new client.CustomTranslationStatusesApi(main);
  await refused(
    400,
    statuses.createCustomTranslationStatus({ projectId, newCustomTranslationStatus }),
  );
  await refused(
    404,
    new client.CommentsApi(main).getKeyComment({ projectId, keyId, commentId: 1 }),
  );
}

for (const operation of operations) {
  await fetch(`${controlUrl}/seed`, { method: "POST" });
  await give(operation);
  try {
    assert.notEqual(await call(operation), undefined);
  } catch (cause) {
    throw new Error(`${operation.id} is not read`, { cause });
  }
}
await readErrors();
console.log(`typescript-fetch: ${operations.length} operations`);
