// The start of the program, and its end. The README shows worlds.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { startSandbox } from 'l10n-sandbox'

const COMMAND = 'node_modules/.bin/l10n-sandbox'
const START = `import { startSandbox } from 'l10n-sandbox'
  console.log(JSON.stringify({ control_url: (await startSandbox()).control_url }))`

const serves = async (control) => {
  const response = await fetch(`${control}/state`).catch(() => undefined)
  return response?.ok ?? false
}

test('a sandbox starts and stops, and mistakes are errors', async () => {
  const sandbox = await startSandbox()
  const world = await sandbox.world({ name: 'other' })
  assert.equal(await world.control('POST', '/reset'), undefined)
  await assert.rejects(sandbox.world({ sed: {} }), /400: .*sed/)
  await assert.rejects(startSandbox('--nope'), /exited with 2/)
  await sandbox.stop()
  assert(!(await serves(sandbox.control_url)))
  await sandbox.stop()
})

test('the command has the exit code of the program', () => {
  for (const [option, status] of [['--help', 0], ['--nope', 2]])
    assert.equal(spawnSync(COMMAND, [option]).status, status)
})

const SCRIPT = ['--input-type=module', '-e']
for (const [what, program, args, end] of [
  ['by itself', 'node', [...SCRIPT, START], undefined],
  ['killed', 'node', [...SCRIPT, `${START}; setInterval(() => {}, 1000)`], 'SIGKILL'],
  ['a command, by SIGTERM', COMMAND, ['--listen', '127.0.0.1:0', '--json'], 'SIGTERM'],
]) {
  test(`the program ends with the process that started it: ${what}`, async () => {
    const starter = spawn(program, args)
    const ended = once(starter, 'exit')
    let output = ''
    for await (const text of starter.stdout.setEncoding('utf8'))
      if ((output += text).includes('\n')) break
    const control = JSON.parse(output).control_url
    if (end) assert(await serves(control))
    starter.kill(end ?? 0)
    await ended
    for (let left = 200; left > 0 && (await serves(control)); left--) await sleep(50)
    assert(!(await serves(control)))
  })
}
