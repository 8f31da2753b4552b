// The start of the program, and its end.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { SandboxError, startSandbox } from 'l10n-sandbox'

const COMMAND = 'node_modules/.bin/l10n-sandbox'

const serves = async (control) => {
  try {
    return (await fetch(`${control}/state`)).ok
  } catch {
    return false
  }
}

const ends = async (control) => {
  for (let left = 200; left > 0; left--) {
    if (!(await serves(control))) return true
    await sleep(50)
  }
  return false
}

/** The first line that a process prints, read as JSON. */
async function announced(child) {
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text
    if (output.includes('\n')) break
  }
  return JSON.parse(output)
}

test('it is stopped, once or twice', async () => {
  const sandbox = await startSandbox()
  assert(await serves(sandbox.controlUrl))
  await sandbox.stop()
  assert(!(await serves(sandbox.controlUrl)))
  await sandbox.stop()
})

test('what is wrong is told', async () => {
  const start = startSandbox({ args: ['--no-such-option'] })
  await assert.rejects(start, (error) => {
    return error instanceof SandboxError && error.message.includes('--no-such-option')
  })
})

test('a missing program is told, with the variable that names it', () => {
  const script = `import { SandboxError, startSandbox } from 'l10n-sandbox'
    const told = (error) => console.log(error instanceof SandboxError, error.message)
    await startSandbox().catch(told)`
  const env = { ...process.env, L10N_SANDBOX_PROGRAM: '/nope' }
  const done = spawnSync('node', ['--input-type=module', '-e', script], { env })
  assert.match(done.stdout.toString(), /^true L10N_SANDBOX_PROGRAM: .*\/nope/)
  const command = spawnSync(COMMAND, ['--help'], { env })
  assert.equal(command.status, 1)
  assert.match(command.stderr.toString(), /^l10n-sandbox: L10N_SANDBOX_PROGRAM: .*\/nope/)
})

test('it keeps no process from its end, and ends with it', async () => {
  const script = `import { startSandbox } from 'l10n-sandbox'
    console.log(JSON.stringify((await startSandbox()).controlUrl))`
  const done = spawnSync('node', ['--input-type=module', '-e', script], { timeout: 20_000 })
  assert.equal(done.status, 0, done.stderr.toString())
  assert(await ends(JSON.parse(done.stdout)))
})

test('it ends with a process that is killed', async () => {
  const script = `import { startSandbox } from 'l10n-sandbox'
    console.log(JSON.stringify((await startSandbox()).controlUrl))
    setInterval(() => {}, 1000)`
  const starter = spawn('node', ['--input-type=module', '-e', script])
  const control = await announced(starter)
  assert(await serves(control))
  starter.kill('SIGKILL')
  assert(await ends(control))
})

test('the command ends as the program does', async () => {
  assert.equal(spawnSync(COMMAND, ['--help']).status, 0)
  const refused = spawnSync(COMMAND, ['--no-such-option'])
  assert.notEqual(refused.status, 0)
  assert.match(refused.stderr.toString(), /--no-such-option/)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL']) {
  test(`the program ends with its command, by ${signal}`, async () => {
    const command = spawn(COMMAND, ['--listen', '127.0.0.1:0', '--json'])
    const { control_url: control } = await announced(command)
    assert(await serves(control))
    const ended = once(command, 'exit')
    command.kill(signal)
    await ended
    assert(await ends(control))
  })
}

test('the command waits for the end of its standard input where it is told to', async () => {
  const command = spawn(COMMAND, ['--listen', '127.0.0.1:0', '--json', '--stop-with-stdin'])
  const { control_url: control } = await announced(command)
  assert(await serves(control))
  command.stdin.end()
  const [status] = await once(command, 'exit')
  assert.equal(status, 0)
})
