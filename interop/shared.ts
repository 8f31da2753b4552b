// What both recipes in TypeScript share: settings, and what no example of the document can show.

import assert from "node:assert/strict";

export function setting(name: string): string {
  const value = process.env[name];
  assert(value !== undefined, `${name} is set`);
  return value;
}

/** Gives the sandbox its first data. */
export async function seed(): Promise<void> {
  await fetch(`${setting("L10N_CONTROL_URL")}/seed`, { method: "POST" });
}

/** The sandbox's user grants everything; a user of the service is asked in a browser. */
export async function code(): Promise<string> {
  const query = new URLSearchParams({
    client_id: "sandbox-app",
    scope: "read_comments",
    state: "x",
    redirect_uri: "https://app.sandbox.test/callback",
  });
  const address = `${setting("L10N_AUTH_URL")}/oauth2/auth?${query}`;
  const redirect = await fetch(address, { redirect: "manual" });
  const location = new URL(redirect.headers.get("location")!);
  return location.searchParams.get("code")!;
}
