// The types of the package.

// `AsyncDisposable`, which `@types/node` has too.
/// <reference lib="esnext.disposable" />

import type { TheDataOfASandbox } from './seed.js'

/** The data of a sandbox or world, as in a seed file. */
export type SeedData = TheDataOfASandbox

/** Data for a sandbox or world: the path of a seed file, or its content. */
export type Seed = string | URL | SeedData

/** The variants of responses: as recorded, as in the samples, or as the interface declares them. */
export type Variants = 'observed' | 'sample' | 'declared'

/** The main project: its ids, and those of its content. */
export interface Project {
  project_id: string
  [field: string]: unknown
}

/** The response of `GET /state`: addresses, tokens, ids, variants. */
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

/** The requests that a fault applies to: the fields of the control endpoint. */
export interface Conditions {
  /** An `operationId`, `downloadBundle`, `authorize`, or `any`, the default. */
  operation?: string
  /** With `path`, also of endpoints that the sandbox does not serve. */
  method?: string
  /** A path below any project, such as `/tasks`, or a whole one; `*` stands for one segment. */
  path?: string
  /** Skips that many matching requests first. */
  after?: number
  /** How many requests it applies to; one by default. */
  times?: number | 'always'
  /** A project by id or UUID, with `:branch` for one of its branches. */
  project?: string
  /** The probability that it applies to a matching request; 1 by default. */
  share?: number
  /** Chooses the requests of `share`; 0 by default. */
  seed?: number
}

/** The beginning of a body: `base64` if it is not text. */
export type SeenBody = { cut: boolean } & ({ text: string } | { base64: string })

/** A recorded request, as in `GET /requests`. */
export interface SeenRequest {
  /** Counts the requests of the sandbox, in all its worlds, from 1. */
  number: number
  /** The name of the world. */
  world: string
  server: 'main' | 'auth' | 'cursor' | 'bundle'
  /** The `operationId`, or `downloadBundle`. */
  operation: string | null
  method: string
  /** Path and query as sent. */
  target: string
  parameters: Record<string, string>
  project: string | null
  branch: string | null
  /** Names and values in order. */
  headers: [string, string][]
  /** The size of the body in bytes, as far as it was read. */
  body_size: number
  body: SeenBody | null
  /** Unknown fields and query parameters. */
  unknown: string[]
  /** Values that were converted. */
  coerced: string[]
  stage: 'arriving' | 'read' | 'answered' | 'lost'
  status: number | null
  /** The body of the response. */
  answer: SeenBody | null
  /** Why it was rejected, unless by a fault. */
  refused: string | null
  took_effect: boolean
  misbehaved: boolean
  fault: number | null
  /** When its head was read. */
  started: string
  duration_ms: number | null
}

/** The requests to return: those that match all fields. */
export interface RequestQuery {
  operation?: string
  project?: string
  status?: number
  /** After the one with this number. */
  since?: number
  /** Waits until there are that many. */
  wait?: number
  /** Fails after that many milliseconds; 10,000 by default. */
  timeout?: number
}

/** The sandbox did not start, or rejected a request; the message says why. */
export class SandboxError extends Error {}

/** A world of a sandbox: its own data, faults, variants of responses and record of requests. */
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
  /** API tokens by name. */
  readonly tokens: Record<string, string>
  /** The API token `read_write` or, if the seed has none of this name, the first one. */
  readonly token: string
  readonly project: Project
  readonly projectId: string
  /**
   * Adds a fault, and returns its id. `what` is the status of the response, or a value of the
   * control endpoint, such as `{ delay: 500 }`.
   */
  fault(what: number | string | Record<string, unknown>, conditions?: Conditions): Promise<number>
  /** Returns the faults; `applied` counts how often each applied. */
  faults(): Promise<Record<string, unknown>[]>
  clearFaults(): Promise<void>
  /** Returns recorded requests, oldest first. */
  requests(query?: RequestQuery): Promise<SeenRequest[]>
  /** Returns a line for each rejected request, with the reason; faults are left out. */
  refusals(): Promise<string[]>
  clearRequests(): Promise<void>
  /** Restores the initial data and settings, and removes faults and recorded requests. */
  reset(): Promise<void>
  /** Sets the variants of responses: a preset, or quirks by name. */
  variants(variants: Variants | { preset?: Variants; [quirk: string]: string | undefined }): Promise<void>
  /** Sets which properties of responses are null. */
  nulls(which: 'off' | 'values' | 'all'): Promise<void>
  /** Returns all data, in the format of a seed file. */
  data(): Promise<SeedData>
  /** Replaces all data. */
  setData(seed: Seed): Promise<void>
  /** Removes the world; later requests to it fail. */
  remove(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A running sandbox, and its default world. */
export class Sandbox extends World {
  /** Creates a world, by default with the data of the sandbox at its start. */
  world(options?: { name?: string; seed?: Seed; variants?: Variants }): Promise<World>
  /** Stops the program, and waits until it has exited. */
  stop(): Promise<void>
}

/** Options of a new sandbox. */
export interface Options {
  seed?: Seed
  variants?: Variants
  /** Other arguments: see `l10n-sandbox --help`. */
  args?: readonly string[]
}

/**
 * Starts a sandbox on free ports. It stops when this process ends.
 *
 * Throws `SandboxError` if the program does not start.
 */
export function startSandbox(options?: Options): Promise<Sandbox>

type Hook = (act: () => Promise<void>) => unknown

/** The hooks of node:test, of vitest, or of Jest (`globalThis`). */
export type Runner = { beforeEach: Hook; afterEach: Hook } & (
  | { before: Hook; after: Hook }
  | { beforeAll: Hook; afterAll: Hook }
)

/**
 * Starts a sandbox for the tests of this file, and creates a world for each: `useSandbox(runner)`,
 * where `runner` is the module `node:test` or `vitest`.
 *
 * If tests of one file run concurrently, create a world in each: `sandbox.world()`.
 */
export function useSandbox(
  runner: Runner,
  options?: Options,
): { readonly sandbox: Sandbox; readonly world: World }
