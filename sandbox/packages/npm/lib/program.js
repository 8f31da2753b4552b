// Finds the program in this package.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../bin', import.meta.url))

/** Returns the path in `L10N_SANDBOX_PROGRAM`, or that of the program for this platform. */
export function program() {
  if (process.env.L10N_SANDBOX_PROGRAM) return process.env.L10N_SANDBOX_PROGRAM
  const platform = `${process.platform}-${process.arch}`
  const name = process.platform === 'win32' ? 'l10n-sandbox.exe' : 'l10n-sandbox'
  const path = join(folder, platform, name)
  if (existsSync(path)) return path
  const entries = readdirSync(folder, { withFileTypes: true })
  const built = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  throw new Error(`this package holds l10n-sandbox for ${built.join(', ')}, not for ${platform}`)
}
