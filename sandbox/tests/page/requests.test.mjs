// Requests from outside are found on the page, and what it says of them is why they were refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, newWorld, open, row, steer } from './support.mjs';

/** Waits until the page says this of the request that came last. */
async function says(page, fits) {
  await page.locator('.requests tbody tr a').first().click();
  await page.locator('.why', { hasText: fits }).first().waitFor();
}

/** Opens the request that came last, and waits until the page explains it so. */
async function explained(page, expected) {
  await page.locator('.requests tbody tr a').first().click();
  await page.locator('.why').filter({ hasText: expected }).waitFor();
}

look('a request appears, with what was sent and answered', 'requests', async (page, world) => {
  await page.getByText('Nothing has arrived yet').waitFor();
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: 'Grüße' }] });
  await row(page, 1, /200[^]*POST[^]*createKeyComments/);
  await page.locator('.requests a').click();
  const detail = page.locator('.detail');
  await detail.getByText('"comment": "Grüße"').first().waitFor();
  assert.match(await detail.innerText(), /Answered[^]*"comment_id"/);
  assert.equal(await page.locator('.why').count(), 0, 'nothing was refused');
});

look('a refusal is told, with what there is instead', 'requests', async (page, world) => {
  let sent = 0;
  const told = async (fits, method, path, body, token) => {
    await world.call(method, path, body, token && { 'X-Api-Token': token });
    await row(page, (sent += 1));
    await says(page, fits);
  };
  const upload = { data: 'e30=', filename: 'a.json', lang_iso: 'xx' };
  await told(/lang_iso[^]*"xx"[^]*en, de, fr/, 'POST', '/files/upload', upload);
  await world.call('POST', '/languages', { languages: [{ lang_iso: 'it' }] });
  sent += 1;
  await told(/en, de, fr, it/, 'POST', '/files/upload', upload);
  const key = { key_name: 'start.title', platforms: ['fax'] };
  await told(/"ios", "android", "web", "other"/, 'POST', '/keys', { keys: [key] });
  key.platforms = ['web'];
  await told(/start\.title[^]*name is taken/, 'POST', '/keys', { keys: [key] });
  await told(/use_automation/, 'POST', '/keys', { keys: [], use_automation: true });
  const comments = [{ comment: {} }];
  await told(/comments\.0\.comment[^]*Sent was {}/, 'POST', '/keys/3101/comments', { comments });
  await told(/master, feature\/start/, 'GET', '/projects/garnet-7041.26:dev/keys');
  await told(/no project shop[^]*opal-1180\.26/, 'GET', '/projects/shop/keys');
  await told(/key_id 77 is not in garnet-7041\.26/, 'GET', '/keys/77');
  await told(/takes GET, PUT, DELETE/, 'PATCH', '/keys/3101', {});
  await told(/listKeys/, 'GET', '/projects/garnet-7041.26/kies');
  const wrong = `${world.name}.sandbox-wrong-token`;
  await told(/no credential of the world/, 'GET', '/keys', undefined, wrong);
  const { reviewer, read_only } = world.tokens;
  await told(/reviewer’s token/, 'DELETE', '/contributors/1005', undefined, reviewer);
  await told(/Manage contributors/, 'DELETE', '/contributors/1005', undefined, reviewer);
  await told(/may not write/, 'DELETE', '/keys/3101', undefined, read_only);
});

look('the limit that a request went past is told', 'requests', async (page, world) => {
  const limit = { per_second: 1, in_flight: 7 };
  await page.getByText('Nothing has arrived yet').waitFor();
  await steer('PUT', `/worlds/${world.name}/rate_limit`, limit);
  await world.call('GET', '/files');
  await world.call('GET', '/files');
  await row(page, 2, /429/);
  await says(page, /1 requests of a token within a second/);
});

look('a fault is told, and an answer that never came', 'requests', async (page, world) => {
  await steer('POST', `/worlds/${world.name}/faults`, { what: { respond: { status: 503 } } });
  await world.call('GET', '/files');
  await row(page, 1, /503[^]*fault/);
  await explained(page, /struck[^]*answered 503[^]*Nothing was done/);
  await steer('POST', `/worlds/${world.name}/faults`, { what: { reset: 'after_effect' } });
  await assert.rejects(world.call('GET', '/files'));
  await row(page, 2, /lost/);
  await explained(page, /without a whole answer[^]*done all the same/);
});

look('a path of another version is shown in full', 'requests', async (page, world) => {
  const headers = { 'X-Api-Token': world.tokens.read_write };
  for (const [path, text] of [
    ['/v3/projects', '/v3/projects'],
    ['/v2/projects', '…/projects'],
    [`/v2/projects/${world.project.project_id}/keys`, '…/keys'],
  ]) {
    await fetch(new URL(path, world.base_url), { headers });
    await page.locator(`.requests tr:first-child a[title="${path}"]`).waitFor();
    const link = page.locator('.requests tbody tr:first-child a');
    assert.equal(await link.innerText(), text);
  }
});

look('the list is filtered, and can be paused', 'requests', async (page, world) => {
  await world.call('GET', '/projects');
  await world.call('GET', '/keys/1');
  await world.call('POST', '/keys', { keys: [{ key_name: 'needle', platforms: ['web'] }] });
  await row(page, 3);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('refused');
  await row(page, 1, /404/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('listProjects');
  await row(page, 1, /listProjects/);
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('');
  await page.getByLabel('Text in the request').fill('NEEDLE');
  await row(page, 1, /createKeys/);
  await page.getByText('1 request found.').waitFor();
  await page.getByLabel('Text in the request').fill('');
  await row(page, 3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await world.call('GET', '/files');
  await page.waitForTimeout(1500);
  await row(page, 3);
  await page.getByRole('button', { name: 'Go on' }).click();
  await row(page, 4);
});

look('credentials are hidden, and a command repeats it all', 'requests', async (page, world) => {
  await world.call('GET', "/keys?filter_keys=it's");
  await row(page, 1);
  await page.locator('.requests a').click();
  const detail = page.locator('.detail');
  assert.ok(!(await detail.innerText()).includes(world.tokens.read_write));
  await page.getByRole('button', { name: 'Show credentials' }).click();
  const command = await page.getByLabel('The command that repeats it').innerText();
  const { execFileSync } = await import('node:child_process');
  const answer = execFileSync('sh', ['-c', command.replace('curl', 'curl -s')], {
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(answer).keys, []);
  await row(page, 2, /200[^]*listKeys/);
});

look('the panel shows how to connect, and code that works', 'requests', async (page, world) => {
  const panel = page.locator('.connect');
  for (const text of [world.base_url, world.tokens.read_write, world.project.project_id])
    await panel.getByText(text, { exact: true }).waitFor();
  await panel.getByLabel('Language').selectOption('Node.js');
  const code = (await panel.locator('pre').innerText()).replace('console.log(', 'return (');
  const AsyncFunction = (async () => {}).constructor;
  assert.match(code, /^\/\/ keys\.mjs\n/, 'only a module can await at its top level');
  const keys = await new AsyncFunction(code)();
  assert.ok(keys.length > 0);
  await row(page, 1, /200[^]*listKeys/);
});

look('the reason of a refusal is in its row', 'requests', async (page, world) => {
  await world.call('POST', '/keys', { keys: [{ nmae: 1 }] });
  await row(page, 1, /400[^]*fields are wrong: keys/);
});

test('the requests of all worlds are in one list, in a narrow window too', async () => {
  const [one, other] = [await newWorld(), await newWorld()];
  const viewport = { width: 390, height: 800 };
  const page = await open(`#/${one.name}/requests`, { viewport });
  await page.getByText('Nothing has arrived yet').waitFor();
  await page.getByRole('combobox', { name: 'World' }).selectOption('All worlds');
  await page.waitForURL('**/#/*/requests');
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
  await page.getByRole('link', { name: 'shop' }).click();
  await page.locator('.detail').getByText(`The world “${other.name}” has no project`).waitFor();
  await page.getByRole('link', { name: 'Close' }).click();
  await filter.fill(`${other.name}.`);
  await worlds(other.name);
  const over = await page.evaluate(() =>
    Math.max(...['html', 'main'].map((it) => document.querySelector(it).scrollWidth)),
  );
  assert.ok(over <= 390, `${over} pixels`);
  await page.keyboard.press('Escape');
  for (const view of ['State', 'Switches']) {
    await page.getByRole('link', { name: view }).click();
    await page.getByText('choose one at the top').waitFor();
  }
  await page.getByRole('combobox', { name: 'World' }).selectOption(other.name);
  await page.waitForURL(`**/#/${other.name}/switches`);
  await page.getByLabel('Shape of timestamps').waitFor();
  await page.done();
});
