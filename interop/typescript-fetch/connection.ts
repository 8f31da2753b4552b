// Settings of both programs, and a configuration of the generated client for an address.

import { Configuration } from "./client/index.js";

export const setting = (name: string, otherwise: string): string => process.env[name] ?? otherwise;

const apiKey = setting("L10N_TOKEN", "sandbox-read-write-token");
export const configuration = (basePath: string): Configuration =>
  new Configuration({ basePath, apiKey });
export const main = configuration(setting("L10N_BASE_URL", "http://127.0.0.1:8080/v2"));
export const projectId = setting("L10N_PROJECT", "garnet-7041.26");
export const keyId = Number(setting("L10N_KEY", "3101"));
