// Settings of both programs, and an instance of the client for an address.

import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

export const setting = (name: string, otherwise: string): string => process.env[name] ?? otherwise;

const headers = { "X-Api-Token": setting("L10N_TOKEN", "sandbox-read-write-token") };
export const client = (baseUrl: string) => createClient<paths>({ baseUrl, headers });
export const api = client(setting("L10N_BASE_URL", "http://127.0.0.1:8080/v2"));
export const project = { project_id: setting("L10N_PROJECT", "garnet-7041.26") };
export const key_id = Number(setting("L10N_KEY", "3101"));
