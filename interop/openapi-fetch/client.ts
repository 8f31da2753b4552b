// An instance of the client for an address.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";
import { setting } from "./shared.js";

const headers = { "X-Api-Token": setting("L10N_TOKEN") };
export const client = (baseUrl: string) => createClient<paths>({ baseUrl, headers });

/** What a call answers, where it succeeds. */
export async function good<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  assert(data !== undefined, `${response.url} answers ${response.status}`);
  return data;
}
