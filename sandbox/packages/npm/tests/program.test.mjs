// The start of the program, and its end.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { startSandbox } from 'l10n-sandbox'

const COMMAND = 'node_modules/.bin/l10n-sandbox'
const START = `import { startSandbox } from 'l10n-sandbox'
  console.log(JSON.stringify({ control_url: (await startSandbox()).controlUrl }))`
const SCRIPT = ['--input-type=module', '-e']

const serves = async (control) => {
  const response = await fetch(`${control}/health`).catch(() => undefined)
  return response?.ok ?? false
}

/** Waits until the program has exited. */
async function ends(control) {
  for (let left = 200; left > 0 && (await serves(control)); left--) await sleep(50)
  return !(await serves(control))
}

/** The control address that a process prints. */
async function announced(child) {
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text
    if (output.includes('\n')) break
  }
  return JSON.parse(output).control_url
}

test('a sandbox is stopped, once or twice', async () => {
  const sandbox = await startSandbox()
  assert(await serves(sandbox.controlUrl))
  await sandbox.stop()
  assert(!(await serves(sandbox.controlUrl)))
  await sandbox.stop()
})

test('a failed start, and the exit code of the command', async () => {
  const failing = [...SCRIPT, `${START.split('\n')[0]}; await startSandbox()`]
  const missing = { ...process.env, L10N_SANDBOX_PROGRAM: '/nope' }
  for (const [command, args, env, status, message] of [
    ['node', failing, missing, 1, /SandboxError: spawn \/nope ENOENT/],
    [COMMAND, ['--help'], missing, 1, /^l10n-sandbox: spawn \/nope ENOENT/],
    [COMMAND, ['--no-such-option'], process.env, 2, /--no-such-option/],
    [COMMAND, ['--help'], process.env, 0, /^$/],
  ]) {
    const done = spawnSync(command, args, { encoding: 'utf8', env })
    assert.equal(done.status, status, command)
    assert.match(done.stderr, message)
  }
})

const command = [COMMAND, ['--listen', '127.0.0.1:0', '--json']]
const withStdin = [COMMAND, ['--listen', '127.0.0.1:0', '--json', '--stop-with-stdin']]
for (const [what, [program, args], end] of [
  ['by itself', ['node', [...SCRIPT, START]], undefined],
  ['killed', ['node', [...SCRIPT, `${START}; setInterval(() => {}, 1000)`]], 'SIGKILL'],
  ['a command, by SIGINT', command, 'SIGINT'],
  ['a command, by SIGTERM', command, 'SIGTERM'],
  ['a command, killed', command, 'SIGKILL'],
  ['a command, by the end of its input', withStdin, (starter) => starter.stdin.end()],
]) {
  test(`the program ends with the process that started it: ${what}`, async () => {
    const starter = spawn(program, args)
    const ended = once(starter, 'exit')
    const control = await announced(starter)
    if (end) assert(await serves(control))
    if (typeof end === 'string') starter.kill(end)
    else end?.(starter)
    await ended
    assert(await ends(control))
  })
}
