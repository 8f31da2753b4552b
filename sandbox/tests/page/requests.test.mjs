// Requests from outside are found on the page, and what it says of them is why they were refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newWorld, open, row, steer } from './support.mjs';

/** Waits until the page says this of the request that came last. */
async function says(page, fits) {
  await page.locator('.requests tbody tr a').first().click();
  await page.locator('.why', { hasText: fits }).first().waitFor();
}

/** What the page says of the request that came last. */
async function why(page) {
  await page.locator('.requests tbody tr a').first().click();
  await page.locator('.why').first().waitFor();
  return (await page.locator('.why').allInnerTexts()).join('\n');
}

test('a request appears while one looks, and shows what was sent and answered', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await page.getByText('Nothing has arrived yet').waitFor();
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: 'Grüße' }] });
  await row(page, 1, /200[^]*POST[^]*createKeyComments/);
  await page.locator('.requests a').click();
  const detail = page.locator('.detail');
  await detail.getByText('"comment": "Grüße"').first().waitFor();
  assert.match(await detail.innerText(), /Answered[^]*"comment_id"/);
  assert.equal(await page.locator('.why').count(), 0, 'nothing was refused');
  await page.done();
});

test('what came while the list was read is not forgotten', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/state`);
  await page.getByText('start.title').waitFor();
  let read;
  const isRead = new Promise((done) => {
    read = done;
  });
  let release;
  const isReleased = new Promise((done) => {
    release = done;
  });
  await page.route('**/requests', async (route) => {
    const response = await route.fetch();
    read();
    await isReleased;
    await route.fulfill({ response });
  });
  await page.reload();
  await isRead;
  await page.getByText('start.title').waitFor();
  await world.call('GET', '/files');
  await page.keyboard.press('1');
  await row(page, 1, /200[^]*listFiles/);
  release();
  await page.waitForTimeout(500);
  await row(page, 1, /200[^]*listFiles/);
  await page.done();
});

test('a field that is not valid is named, with what is wrong with it', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: {} }] });
  await row(page, 1);
  assert.match(await why(page), /comments\.0\.comment[^]*Sent was {}/);
  await page.done();
});

test('what there is instead is told: languages, branches, projects, values, methods', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  let sent = 0;
  const told = async (fits, method, path, body) => {
    await world.call(method, path, body);
    await row(page, (sent += 1));
    await says(page, fits);
  };
  const upload = { data: 'e30=', filename: 'a.json', lang_iso: 'xx' };
  await told(/lang_iso[^]*"xx"[^]*en, de, fr/, 'POST', '/files/upload', upload);
  await world.call('POST', '/languages', { languages: [{ lang_iso: 'it' }] });
  sent += 1;
  await told(/en, de, fr, it/, 'POST', '/files/upload', upload);
  const key = { key_name: 'a', platforms: ['fax'] };
  await told(/"ios", "android", "web", "other"/, 'POST', '/keys', { keys: [key] });
  await told(/master, feature\/start/, 'GET', '/projects/garnet-7041.26:dev/keys');
  await told(/no project shop[^]*opal-1180\.26/, 'GET', '/projects/shop/keys');
  await told(/key_id 77 is not in garnet-7041\.26/, 'GET', '/keys/77');
  await told(/takes GET, PUT, DELETE/, 'PATCH', '/keys/3101', {});
  await page.done();
});

test('an answer of 200 that lists errors is told, with what was refused', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await world.call('POST', '/keys', { keys: [{ key_name: 'start.title', platforms: ['web'] }] });
  await row(page, 1, /200[^]*errors/);
  assert.match(await why(page), /start\.title[^]*name is taken/);
  await page.done();
});

test('the limit that a request went past is told', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  const limit = { per_second: 1, in_flight: 7 };
  await page.getByText('Nothing has arrived yet').waitFor();
  await steer('PUT', `/worlds/${world.name}/rate_limit`, limit);
  await world.call('GET', '/files');
  await world.call('GET', '/files');
  await row(page, 2, /429/);
  await says(page, /1 requests of a token within a second/);
  await page.done();
});

test('a field that is unknown is named', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await world.call('POST', '/keys', { keys: [], use_automation: true });
  await row(page, 1);
  assert.match(await why(page), /use_automation/);
  await page.done();
});

test('a missing right is told, with the token that lacks it', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  const token = { 'X-Api-Token': world.tokens.reviewer };
  await world.call('DELETE', '/contributors/1005', undefined, token);
  await row(page, 1);
  const told = await why(page);
  assert.match(told, /reviewer’s token/);
  assert.match(told, /Manage contributors/);
  await page.done();
});

test('a wrong token, a wrong path and a read-only token are told apart', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await world.call('GET', '/keys', undefined, {
    'X-Api-Token': `${world.name}.sandbox-wrong-token`,
  });
  await row(page, 1);
  assert.match(await why(page), /no credential of the world/);
  await world.call('GET', '/projects/garnet-7041.26/kies');
  await row(page, 2);
  assert.match(await why(page), /listKeys/);
  await world.call('DELETE', '/keys/3101', undefined, { 'X-Api-Token': world.tokens.read_only });
  await row(page, 3);
  assert.match(await why(page), /may not write/);
  await page.done();
});

test('a fault that struck is told, and so is an answer that never came', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await steer('POST', `/worlds/${world.name}/faults`, { what: { respond: { status: 503 } } });
  await world.call('GET', '/files');
  await row(page, 1, /503[^]*fault/);
  assert.match(await why(page), /struck[^]*answered 503[^]*Nothing was done/);
  await steer('POST', `/worlds/${world.name}/faults`, { what: { reset: 'after_effect' } });
  await assert.rejects(world.call('GET', '/files'));
  await row(page, 2, /lost/);
  assert.match(await why(page), /without a whole answer[^]*done all the same/);
  await page.done();
});

test('the list is filtered by text, status and operation, and can be paused', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
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
  await page.done();
});

test('credentials are shortened until asked for, and the command repeats the request', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
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
  await page.done();
});

test('thousands of requests do not freeze the page', async () => {
  const world = await newWorld();
  for (let sent = 0; sent < 2000; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => world.call('GET', '/branches')));
  }
  const page = await open(`#/${world.name}/requests`);
  await row(page, 200);
  const start = Date.now();
  await page.getByLabel('Text in the request').fill('branches');
  await page.getByText('2,000 requests found.').waitFor();
  assert.ok(Date.now() - start < 2000, 'the filter answers at once');
  await page.done();
});
