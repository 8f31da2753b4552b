/** A world of a sandbox: its own data, tokens, faults, variants and recorded requests. */
export class World {
  /** The response of `GET /state`: all addresses, tokens, ids and settings. */
  readonly state: Record<string, any>
  /** The address of the main API, with its path. */
  readonly base_url: string
  readonly control_url: string
  /** API tokens by name. */
  readonly tokens: Record<string, string>
  /** The main project: its `project_id`, and the ids of its content. */
  readonly project: Record<string, any>
  /** Calls a control endpoint, such as `/reset`, and returns the JSON of the response, if any. */
  control(method: string, path: string, body?: unknown): Promise<any>
}

/** A running sandbox, and its default world. */
export class Sandbox extends World {
  /** Creates a world: `options` is the body of `POST /worlds`. */
  world(options?: { name?: string; seed?: object; variants?: string }): Promise<World>
  /** Stops the program, and waits until it has exited. */
  stop(): Promise<void>
}

/** Starts a sandbox on a free port; `args` are those of the program: see `l10n-sandbox --help`. */
export function startSandbox(...args: string[]): Promise<Sandbox>
