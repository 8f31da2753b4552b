// The types of what the package gives.

/** Data of one's own: the path of a seed file, or what such a file holds. */
export type Seed = string | URL | Record<string, unknown>

/** How answers look: as recorded, as the samples show, or as the document declares. */
export type Shapes = 'observed' | 'sample' | 'declared'

/** The main project: its ids and what is in it. */
export interface Project {
  project_id: string
  [field: string]: unknown
}

/** What `GET /state` answers: addresses, tokens, ids, shapes. */
export interface State {
  world: string
  base_url: string
  auth_url: string
  cursor_url: string
  bundle_url: string
  control_url: string
  tokens: Record<string, string>
  project: Project
  [field: string]: unknown
}

/** When a fault strikes: the fields of the control endpoint. */
export interface Conditions {
  /** An `operationId`, `downloadBundle`, `authorize`, or `any`, the default. */
  operation?: string
  /** So many requests are spared first. */
  after?: number
  /** How often; once by default. */
  times?: number | 'always'
  [field: string]: unknown
}

/** A request that arrived, as `GET /requests` has it. */
export interface SeenRequest {
  [field: string]: unknown
}

/** The sandbox did not start, or refused what it was told; the message says why. */
export class SandboxError extends Error {}

/** A world of a sandbox: data, faults, shapes and a record of requests of its own. */
export class World implements AsyncDisposable {
  readonly state: State
  readonly name: string
  /** The address of the main API, with its path. */
  readonly baseUrl: string
  /** The address of the authorization server. */
  readonly authUrl: string
  /** The address of the cursor API, with its path. */
  readonly cursorUrl: string
  /** The address of this world's control endpoints. */
  readonly controlUrl: string
  /** API tokens by their names. */
  readonly tokens: Record<string, string>
  /** The API token `read_write`; where a seed has none of this name, its first. */
  readonly token: string
  readonly project: Project
  readonly projectId: string
  /**
   * Adds a fault; its id. What happens is a status to be answered, or what the control endpoint
   * takes, such as `{ delay: 500 }` or `'expired_link'`.
   */
  fault(what: number | string | Record<string, unknown>, conditions?: Conditions): Promise<number>
  /** The faults that were added, and how often each struck. */
  faults(): Promise<Record<string, unknown>[]>
  clearFaults(): Promise<void>
  /**
   * What arrived, oldest first. With `wait`, so many requests are waited for, for `timeout`
   * milliseconds at most.
   */
  requests(query?: Record<string, string | number>): Promise<SeenRequest[]>
  clearRequests(): Promise<void>
  /** Goes back to the beginning: data, faults, record and shapes. */
  reset(): Promise<void>
  /** Sets how answers look: a preset, or quirks by their names. */
  shapes(shapes: Shapes | { preset?: Shapes; [quirk: string]: string | undefined }): Promise<void>
  /** Sets where answers have nulls. */
  nulls(which: 'off' | 'values' | 'all'): Promise<void>
  /** All the data, in the form of a seed file. */
  data(): Promise<Record<string, unknown>>
  /** Replaces all the data. */
  setData(seed: Seed): Promise<void>
  /** Ends the world; what is sent to it is refused from now on. */
  remove(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A sandbox that runs, and its default world. */
export class Sandbox extends World {
  /** Makes a world; without data of its own it begins as the sandbox did. */
  world(options?: { name?: string; seed?: Seed; shapes?: Shapes }): Promise<World>
  /** Stops the program, and waits until it has ended. */
  stop(): Promise<void>
}

/** How a sandbox is started. */
export interface Options {
  seed?: Seed
  shapes?: Shapes
  /** Other arguments: `l10n-sandbox --help` tells which there are. */
  args?: readonly string[]
}

/**
 * Starts a sandbox on free ports. It ends with this process at the latest.
 *
 * Throws `SandboxError` where the program does not start.
 */
export function startSandbox(options?: Options): Promise<Sandbox>

type Hook = (act: () => Promise<void>) => unknown

/** The hooks of node:test or of vitest. */
export type Runner = { beforeEach: Hook; afterEach: Hook } & (
  | { before: Hook; after: Hook }
  | { beforeAll: Hook; afterAll: Hook }
)

/**
 * A sandbox for the tests of this file, and a world for each that runs: `useSandbox(runner)`, where
 * `runner` is all of `node:test` or of `vitest`.
 *
 * Tests that run at the same time in one file make their worlds themselves: `sandbox.world()`.
 */
export function useSandbox(
  runner: Runner,
  options?: Options,
): { readonly sandbox: Sandbox; readonly world: World }
