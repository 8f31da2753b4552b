// An instance of the client for an address.

import createClient from "openapi-fetch";
import type { paths } from "./schema.js";
import { setting } from "./shared.js";

const headers = { "X-Api-Token": setting("L10N_TOKEN") };
export const client = (baseUrl: string) => createClient<paths>({ baseUrl, headers });
export const api = client(setting("L10N_BASE_URL"));
export const project = { project_id: setting("L10N_PROJECT") };
