// The types of the package. `sandbox/docs/control.md` describes their fields.


/** The data of a sandbox or world, as in a seed file. */
export interface SeedData {
  users?: unknown[]
  tokens?: unknown[]
  oauth_apps?: unknown[]
  granting_user?: number | string
  oauth_grants?: unknown[]
  teams?: unknown[]
  projects?: { name: string; [field: string]: unknown }[]
  last_id?: number
}

/** Data for a sandbox or world: the path of a seed file, or its content. */
export type Seed = string | URL | SeedData

/** The variants of responses: as recorded, as in the samples, or as the interface declares them. */
export type Variants = 'observed' | 'sample' | 'declared'

/** The requests that a fault applies to. */
export type Conditions = Partial<
  Record<'operation' | 'method' | 'path' | 'project', string> &
    Record<'after' | 'share' | 'seed', number> & { times: number | 'always' }
>

/** The beginning of a body: `base64` if it is not text. */
export type SeenBody = { cut: boolean } & ({ text: string } | { base64: string })

/** A recorded request. */
export interface SeenRequest {
  number: number
  world: string
  server: 'main' | 'auth' | 'cursor' | 'bundle'
  operation: string | null
  method: string
  target: string
  parameters: Record<string, string>
  project: string | null
  branch: string | null
  headers: [string, string][]
  body_size: number
  body: SeenBody | null
  unknown: string[]
  coerced: string[]
  stage: 'arriving' | 'read' | 'answered' | 'lost'
  status: number | null
  answer: SeenBody | null
  refused: string | null
  took_effect: boolean
  misbehaved: boolean
  fault: number | null
  started: string
  duration_ms: number | null
}

/** The requests to return. */
export type RequestQuery = Partial<
  Record<'operation' | 'project', string> & Record<'status' | 'since' | 'wait' | 'timeout', number>
>

/** The sandbox did not start, or rejected a request; the message says why. */
export class SandboxError extends Error {}

/** A world of a sandbox: its own data, faults, variants of responses and record of requests. */
export class World {
  /** The response of `GET /state`: addresses, tokens, ids, variants. */
  readonly state: Record<string, any>
  readonly name: string
  /** The address of the main API, with its path. */
  readonly baseUrl: string
  readonly authUrl: string
  /** The address of the cursor API, with its path. */
  readonly cursorUrl: string
  /** The address of this world's control endpoints. */
  readonly controlUrl: string
  /** API tokens by name. */
  readonly tokens: Record<string, string>
  /** The API token `read_write` or, if the seed has none of this name, the first one. */
  readonly token: string
  /** The main project: its id, and those of its content. */
  readonly project: { project_id: string; [field: string]: unknown }
  readonly projectId: string
  /** Calls a control endpoint, such as `/reset`, and returns the JSON of the response, if any. */
  control(method: string, path: string, body?: unknown): Promise<any>
  /** Adds a fault, and returns its id: `what` is a status, or any `what` of `POST /faults`. */
  fault(what: number | string | Record<string, unknown>, conditions?: Conditions): Promise<number>
  /** Returns recorded requests, oldest first. */
  requests(query?: RequestQuery): Promise<SeenRequest[]>
  /** Returns a line for each rejected request, with the reason; faults are left out. */
  refusals(): Promise<string[]>
  /** Removes the world; later requests with its tokens fail. */
  remove(): Promise<void>
}

/** A running sandbox, and its default world. */
export class Sandbox extends World {
  /** Creates a world, by default with the data of the sandbox at its start. */
  world(options?: { name?: string; seed?: Seed; variants?: Variants }): Promise<World>
  /** Stops the program, and waits until it has exited. */
  stop(): Promise<void>
}

/** Options of a new sandbox; `args` are other arguments: see `l10n-sandbox --help`. */
export interface Options {
  seed?: Seed
  variants?: Variants
  args?: readonly string[]
}

/** Starts a sandbox on free ports, which stops when this process ends, or throws `SandboxError`. */
export function startSandbox(options?: Options): Promise<Sandbox>

type Hook = (act: () => Promise<void>) => unknown

/** The hooks of node:test, of vitest, or of Jest (`globalThis`). */
export type Runner = { beforeEach: Hook; afterEach: Hook } & (
  | { before: Hook; after: Hook }
  | { beforeAll: Hook; afterAll: Hook }
)

/** Starts a sandbox for the tests of this file, and creates a world for each test. */
export function useSandbox(
  runner: Runner,
  options?: Options,
): { readonly sandbox: Sandbox; readonly world: World }
