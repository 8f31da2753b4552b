// Every operation once with openapi-generator's `typescript-fetch` client: what it answers is read
// into its type, or throws.

import assert from "node:assert/strict";
import {
  CodeGrantType,
  CommentsApi,
  Configuration,
  ContributorsApi,
  CustomTranslationStatusesApi,
  ErrorResponseFromJSON,
  FilesApi,
  ItemsApi,
  OauthApi,
  ProcessesApi,
  ResponseError,
} from "./client/index.js";
import { cursor, keyId, main, projectId, setting } from "./connection.js";

const authUrl = setting("L10N_AUTH_URL", "http://127.0.0.1:8081");
// The operations in bulk take UUIDs.
const uuid = setting("L10N_PROJECT_UUID", "01957a00-0000-7000-8000-0000000000a1");
const source = setting("L10N_SOURCE_UUID", "01957a00-0000-7000-8000-0000000000b2");

const comments = new CommentsApi(main);
const contributors = new ContributorsApi(main);
const statuses = new CustomTranslationStatusesApi(main);
const files = new FilesApi(main);
const processes = new ProcessesApi(main);

async function useComments(): Promise<void> {
  await comments.listProjectComments({ projectId });
  const newComments = { comments: [{ comment: "Is this still in use?" }] };
  const created = await comments.createKeyComments({ projectId, keyId, newComments });
  const { commentId } = "comment" in created ? created.comment : created.comments[0]!;
  await comments.listKeyComments({ projectId, keyId });
  await comments.getKeyComment({ projectId, keyId, commentId });
  await comments.deleteKeyComment({ projectId, keyId, commentId });
}

async function useContributors(): Promise<void> {
  await contributors.listContributors({ projectId });
  await contributors.getOwnContributor({ projectId });
  const guest = {
    email: `guest-${Date.now()}@sandbox.test`,
    languages: [{ langIso: "de", isWritable: true }],
  };
  const contributorInvitations = { contributors: [guest] };
  const invited = await contributors.createContributors({ projectId, contributorInvitations });
  const { userId } = "contributor" in invited ? invited.contributor : invited.contributors[0]!;
  const one = { projectId, contributorId: userId };
  await contributors.getContributor(one);
  await contributors.updateContributor({ ...one, contributorUpdate: { isReviewer: true } });
  await contributors.deleteContributor(one);
  await contributors.importContributors({
    projectId: uuid,
    contributorImport: { fromProjectUuid: source },
  });
}

async function useCustomTranslationStatuses(): Promise<void> {
  await statuses.listCustomTranslationStatuses({ projectId });
  const { colors } = await statuses.listCustomTranslationStatusColors({ projectId });
  const newCustomTranslationStatus = { title: "Approved", color: colors[0]! };
  const created = await statuses.createCustomTranslationStatus({
    projectId,
    newCustomTranslationStatus,
  });
  const one = { projectId, statusId: created.customTranslationStatus.statusId };
  await statuses.getCustomTranslationStatus(one);
  await statuses.updateCustomTranslationStatus({
    ...one,
    customTranslationStatusUpdate: { title: "Checked" },
  });
  await statuses.deleteCustomTranslationStatus(one);
}

async function useFilesAndProcesses(): Promise<void> {
  await files.listFiles({ projectId });
  const data = btoa('{"greeting": "Hello"}');
  const fileUpload = { data, filename: "interop/%LANG_ISO%.json", langIso: "en" };
  const { process } = await files.uploadFile({ projectId, fileUpload });
  const fileExport = { format: "json", originalFilenames: true };
  await files.exportFiles({ projectId, fileExport });
  await files.startExport({ projectId, fileExport });
  await processes.listProcesses({ projectId });
  await processes.getProcess({ projectId, processId: process.processId });
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
  const grantType = CodeGrantType.AuthorizationCode;
  await new OauthApi(new Configuration({ basePath: authUrl })).requestToken({
    tokenRequest: { grantType, clientId: "sandbox-app", clientSecret: "sandbox-app-secret", code },
  });
}

/** Reads the error that a call ends with. */
async function refused(status: number, call: Promise<unknown>): Promise<void> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(failure instanceof ResponseError, "the service refuses");
  assert.equal(failure.response.status, status);
  const { error } = ErrorResponseFromJSON(await failure.response.json());
  assert(error, "the error is in its documented envelope");
}

async function readErrors(): Promise<void> {
  // Not a color of the palette.
  const newCustomTranslationStatus = { title: "Approved", color: "#000001" };
  await refused(
    400,
    statuses.createCustomTranslationStatus({ projectId, newCustomTranslationStatus }),
  );
  await refused(404, comments.getKeyComment({ projectId, keyId, commentId: 1 }));
}

async function deleteAllContributors(): Promise<void> {
  const { jobId } = await contributors.deleteAllContributors({ projectId: uuid });
  await contributors.getContributorDeletionJob({ projectId: uuid, jobId });
}

await useComments();
await useContributors();
await useCustomTranslationStatuses();
await useFilesAndProcesses();
await new ItemsApi(cursor).listItems({ projectId, limit: 2 });
await requestAToken();
await readErrors();
await deleteAllContributors();
console.log("typescript-fetch: every operation");
