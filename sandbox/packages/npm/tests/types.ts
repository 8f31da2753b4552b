// What compiles, and what does not.

import { startSandbox, type SeedData, type SeenRequest } from 'l10n-sandbox'

const key = { key_name: 'greeting', translations: { en: 'Hello' } }
export const seed: SeedData = { projects: [{ name: 'Shop', languages: ['en'], keys: [key] }] }

// @ts-expect-error: misspelt
export const misspelt: SeedData = { projcets: [] }

export async function statuses(): Promise<(number | null)[]> {
  const sandbox = await startSandbox({ seed })
  const seen: SeenRequest[] = await sandbox.requests({ operation: 'listKeys', wait: 1 })
  // @ts-expect-error: misspelt
  await sandbox.requests({ opration: 'listKeys' })
  // @ts-expect-error: misspelt
  await sandbox.fault(503, { method: 'GET', path: '/tasks', tims: 2 })
  return seen.map((request) => request.status)
}
