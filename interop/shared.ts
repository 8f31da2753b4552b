// What both recipes in TypeScript share: settings, and calls of every operation.

import assert from "node:assert/strict";

export function setting(name: string): string {
  const value = process.env[name];
  assert(value !== undefined, `${name} is set`);
  return value;
}

export interface Call {
  id: string;
  method: string;
  send: () => Promise<unknown>;
}

/** Makes each call in a sandbox with its first data. */
export async function makeAll(calls: Call[]): Promise<void> {
  for (const { id, method, send } of calls) {
    try {
      assert.notEqual(await send(), undefined);
    } catch (cause) {
      throw new Error(`${id} is not read`, { cause });
    }
    if (method !== "GET") await fetch(`${setting("L10N_CONTROL_URL")}/seed`, { method: "POST" });
  }
  console.log(`${new Set(calls.map(({ id }) => id)).size} operations, ${calls.length} calls`);
}
