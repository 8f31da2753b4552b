// A configuration of the generated client for an address.

import { Configuration } from "./client/index.js";
import { setting } from "./shared.js";

const apiKey = setting("L10N_TOKEN");
export const configuration = (basePath: string): Configuration =>
  new Configuration({ basePath, apiKey });
export const main = configuration(setting("L10N_BASE_URL"));
export const projectId = setting("L10N_PROJECT");
