// The page shows requests, and why they were rejected; it starts faults, and has code to copy.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fits, look, newWorld, open, row, steer } from './support.mjs';

/** Runs a command of the page in a shell, in a folder. */
const run = (command, cwd = tmpdir()) =>
  execFileSync('sh', ['-c', command.replace('curl', 'curl -sf')], { encoding: 'utf8', cwd });

/** Opens the newest request, and waits until the page explains it so. */
async function explained(page, expected) {
  await page.locator('.requests tbody tr a').first().click();
  await page.locator('.why', { hasText: expected }).first().waitFor();
}

look('a request is shown with its response', async (page, world) => {
  await page.getByText('No requests yet').waitFor();
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: 'Grüße' }] });
  await row(page, 1, /200[^]*POST[^]*createKeyComments/);
  await page.locator('.requests a').click();
  const detail = page.locator('.detail');
  await detail.getByText('"comment": "Grüße"').first().waitFor();
  assert.match(await detail.innerText(), /Response[^]*"comment_id"/);
  assert.equal(await page.locator('.why').count(), 0, 'it was not rejected');
});

look('a rejection is explained by what the world has', async (page, world) => {
  let sent = 0;
  const rejected = async (expected, method, path, body, token) => {
    await world.call(method, path, body, token && { 'X-Api-Token': token });
    await row(page, (sent += 1));
    await explained(page, expected);
  };
  const upload = { data: 'e30=', filename: 'a.json', lang_iso: 'xx' };
  await rejected(/lang_iso[^]*"xx"[^]*en, de, fr/, 'POST', '/files/upload', upload);
  await world.call('POST', '/languages', { languages: [{ lang_iso: 'it' }] });
  sent += 1;
  await rejected(/en, de, fr, it/, 'POST', '/files/upload', upload);
  const key = { key_name: 'start.title', platforms: ['fax'] };
  await rejected(/"ios", "android", "web", "other"/, 'POST', '/keys', { keys: [key] });
  key.platforms = ['web'];
  await rejected(/start\.title[^]*name is taken/, 'POST', '/keys', { keys: [key] });
  await rejected(/use_automation/, 'POST', '/keys', { keys: [], use_automation: true });
  const comments = [{ comment: {} }];
  await rejected(/comments\.0\.comment[^]*Sent: {}/, 'POST', '/keys/3101/comments', { comments });
  await row(page, sent, /400[^]*1 invalid field: comments/);
  await rejected(/master, feature\/start/, 'GET', '/projects/garnet-7041.26:dev/keys');
  await rejected(/no project shop[^]*opal-1180\.26/, 'GET', '/projects/shop/keys');
  await rejected(/no key_id 77 in garnet-7041\.26/, 'GET', '/keys/77');
  await rejected(/methods GET, PUT, DELETE/, 'PATCH', '/keys/3101', {});
  await rejected(/Similar: [^]*listKeys/, 'GET', '/projects/garnet-7041.26/kies');
  const wrong = `${world.name}.sandbox-wrong-token`;
  await rejected(/no credential of the world/, 'GET', '/keys', undefined, wrong);
  const { reviewer, read_only } = world.tokens;
  const needs = /reviewer’s token[^]*Manage contributors/;
  await rejected(needs, 'DELETE', '/contributors/1005', undefined, reviewer);
  await rejected(/may not write/, 'DELETE', '/keys/3101', undefined, read_only);
  await steer('PUT', `/worlds/${world.name}/rate_limit`, { per_second: 1, in_flight: 7 });
  await world.call('GET', '/files');
  sent += 1;
  await rejected(/1 requests of a token per second/, 'GET', '/files');
});

test('a fault is started, explained, listed while pending, and removed', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}`);
  await page.getByText('Faults', { exact: true }).click();
  await page.getByLabel('Operation of the fault').selectOption('listFiles');
  await page.getByLabel('Value').fill('999');
  await page.getByRole('button', { name: 'Start fault' }).click();
  await page.getByRole('alert').getByText('status 999 is not').waitFor();
  await page.getByLabel('Value').fill('418');
  await page.getByRole('spinbutton', { name: 'The next' }).fill('2');
  await page.getByRole('button', { name: 'Start fault' }).click();
  await page.getByText('listFiles: {"respond"').waitFor();
  assert.equal((await world.call('GET', '/branches')).status, 200);
  assert.equal((await world.call('GET', '/files')).status, 418);
  await page.getByText('applied 1 of 2').waitFor();
  await row(page, 2, /418[^]*fault/);
  await explained(page, /applied[^]*status 418[^]*no effect/);
  await page.getByRole('button', { name: 'Remove fault' }).click();
  await page.getByText('applied 1 of 2').waitFor({ state: 'detached' });
  await steer('POST', `/worlds/${world.name}/faults`, { what: { reset: 'after_effect' } });
  await assert.rejects(world.call('GET', '/files'));
  await row(page, 3, /lost/);
  await explained(page, /no whole response[^]*took effect all the same/);
  // The console has the error of the first form.
  await page.context().close();
});

look('the sandbox accepts every fault of the form', async (page) => {
  await page.getByText('Faults', { exact: true }).click();
  const effect = page.getByLabel('Effect');
  const kinds = await effect.locator('option').evaluateAll((all) => all.map((it) => it.value));
  for (const [index, kind] of kinds.entries()) {
    await effect.selectOption(kind);
    await page.getByRole('button', { name: 'Start fault' }).click();
    await page.getByText(`Faults (${index + 1})`).waitFor();
  }
});

look('the list has filters', async (page, world) => {
  await world.call('GET', '/projects');
  await world.call('GET', '/keys/1');
  await world.call('POST', '/keys', { keys: [{ key_name: 'needle', platforms: ['web'] }] });
  await row(page, 3);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('rejected');
  await row(page, 1, /404/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await page.getByLabel('Operation', { exact: true }).selectOption('listProjects');
  await row(page, 1, /listProjects/);
  await page.getByLabel('Operation', { exact: true }).selectOption('');
  await page.getByLabel('Text in the request').fill('NEEDLE');
  await row(page, 1, /createKeys/);
  await page.getByText('1 request found.').waitFor();
});

look('credentials are hidden, and a command repeats the request', async (page, world) => {
  await world.call('GET', "/keys?filter_keys=it's");
  await row(page, 1);
  await page.locator('.requests a').click();
  const detail = page.locator('.detail');
  await detail.getByText('…').first().waitFor();
  assert.ok(!(await detail.innerText()).includes(world.tokens.read_write));
  await page.getByRole('button', { name: 'Show credentials' }).click();
  const command = await page.getByLabel('The command that repeats it').innerText();
  assert.deepEqual(JSON.parse(run(command)).keys, []);
  await row(page, 2, /200[^]*listKeys/);
});

look('the code of Connect works', async (page, world) => {
  const panel = page.locator('.connect');
  for (const text of [world.base_url, world.tokens.read_write, world.project.project_id])
    await panel.getByText(text, { exact: true }).waitFor();
  await panel.getByLabel('Language').selectOption('Node.js');
  const code = (await panel.locator('pre').innerText()).replace('console.log(', 'return (');
  const AsyncFunction = (async () => {}).constructor;
  assert.ok((await new AsyncFunction(code)()).length > 0);
  await row(page, 1, /200[^]*listKeys/);
});

look('the commands work', async (page, world) => {
  await page.getByText('Commands', { exact: true }).click();
  const commands = await page.locator('details[open] dd code').allInnerTexts();
  assert.ok(commands.length > 10);
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  run(`curl ${world.control_url}/state/data > seed.json`, folder);
  for (const command of commands) {
    assert.ok(command.includes('/worlds'), command);
    run(command.replaceAll('mine', `mine-${world.name}`), folder);
  }
});

test('the requests of all worlds are in one list, removed worlds included', async () => {
  const [one, other] = [await newWorld(), await newWorld()];
  const page = await open(`#/${one.name}`, { viewport: { width: 390, height: 800 } });
  await page.getByText('No requests yet').waitFor();
  await page.getByRole('combobox', { name: 'World' }).selectOption('All worlds');
  await page.waitForURL('**/#/*');
  // Other tests send requests too.
  const needle = `needle-${process.pid}`;
  const filter = page.getByLabel('Text in the request');
  const worlds = async (...expected) => {
    await row(page, expected.length);
    assert.deepEqual(await page.locator('.requests td.world').allInnerTexts(), expected);
  };
  await filter.fill(needle);
  await one.call('GET', `/files?${needle}`);
  await worlds(one.name);
  await other.call('GET', `/projects/shop/keys?${needle}`);
  await worlds(other.name, one.name);
  await steer('DELETE', `/worlds/${one.name}`);
  await page.reload();
  await filter.fill(needle);
  await worlds(other.name, one.name);
  await fits(page, 'the list');
  await page.getByRole('link', { name: 'shop' }).click();
  await page.locator('.detail').getByText(`The world “${other.name}” has no project`).waitFor();
  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('combobox', { name: 'World' }).selectOption(`${one.name} (removed)`);
  await row(page, 1, /listFiles/);
  await page.done();
});
