// Shapes, faults and worlds are switched on the page, and the answers change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { control, look, newWorld, open, row, steer } from './support.mjs';

look('a quirk is switched, and an answer changes', 'switches', async (page, world) => {
  const time = async () =>
    (await (await world.call('GET', '/comments')).json()).comments[0].added_at;
  const before = await time();
  const shape = page.getByLabel('Shape of timestamps');
  const other = (await shape.inputValue()) === 'other' ? 'sample' : 'other';
  await shape.selectOption(other);
  await page.getByText(`timestamps: ${other}`, { exact: true }).waitFor();
  assert.notEqual(await time(), before);
});

look('what was set elsewhere is shown on coming back', 'switches', async (page, world) => {
  const shape = page.getByLabel('Shape of timestamps');
  await shape.waitFor();
  await steer('PUT', `/worlds/${world.name}/shapes`, { preset: 'sample' });
  await steer('PUT', `/worlds/${world.name}/nulls`, { nulls: 'all' });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.waitForFunction(
    () => document.querySelector('[aria-label="Shape of timestamps"]').value === 'sample',
  );
  assert.equal(await page.getByLabel('Nulls in answers').inputValue(), 'all');
  await page.keyboard.press('2');
  await page.getByText('8 keys').waitFor();
  const projects = [{ name: 'Shop', keys: [{ name: 'put' }] }];
  await steer('PUT', `/worlds/${world.name}/state/data`, { projects });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText('1 key', { exact: true }).waitFor();
});

look('a preset sets all shapes', 'switches', async (page) => {
  const shape = page.getByLabel('Shape of timestamps');
  await page.getByRole('button', { name: 'sample', exact: true }).click();
  await page.getByText('the shapes “sample”').waitFor();
  assert.equal(await shape.inputValue(), 'sample');
  await page.getByRole('button', { name: 'observed', exact: true }).click();
  await page.getByText('the shapes “observed”').waitFor();
  assert.equal(await shape.inputValue(), 'other');
});

look('a fault is set, strikes, is counted, and is removed', 'switches', async (page, world) => {
  const form = page.locator('form', { hasText: 'Add fault' });
  await form.getByRole('combobox', { name: 'Operation' }).selectOption('listFiles');
  await form.getByRole('spinbutton', { name: 'Status' }).fill('418');
  await form.getByRole('textbox', { name: 'Times' }).fill('always');
  await form.getByRole('button', { name: 'Add fault' }).click();
  const row = page.locator('tr', { hasText: 'listFiles' });
  await row.waitFor();
  assert.equal((await world.call('GET', '/files')).status, 418);
  assert.equal((await world.call('GET', '/branches')).status, 200);
  await row.getByText('1 of 1').waitFor();
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal((await world.call('GET', '/files')).status, 200);
});

look('an impossible fault is refused, until the next try', 'switches', async (page) => {
  const form = page.locator('form', { hasText: 'Add fault' });
  const status = form.getByRole('spinbutton', { name: 'Status' });
  await form.getByRole('combobox', { name: 'Operation' }).selectOption('listFiles');
  await form.getByRole('textbox', { name: 'Times' }).fill('7');
  await status.fill('999');
  await form.getByRole('button', { name: 'Add fault' }).click();
  await form.getByRole('alert').getByText('status 999 is not').waitFor();
  assert.equal(await status.getAttribute('aria-invalid'), 'true');
  const about = await status.getAttribute('aria-describedby');
  assert.match(await page.locator(`[id="${about}"]`).innerText(), /^Status: status 999 is not/);
  assert.ok(await status.evaluate((it) => it === document.activeElement), 'the focus is there');
  await page.clock.install();
  await page.clock.fastForward(60000);
  assert.equal(await form.getByText('status 999 is not').count(), 1, 'it stays');
  assert.equal(await form.getByRole('textbox', { name: 'Times' }).inputValue(), '7');
  await status.fill('503');
  await page.keyboard.press('Enter');
  await page.locator('tr', { hasText: 'listFiles' }).waitFor();
  assert.equal(await form.locator('.problem').innerText(), '');
  assert.equal(await status.getAttribute('aria-invalid'), null);
  // The refusal is on the console.
  await page.context().close();
});

look('connections are reset in the default world only', 'switches', async (page) => {
  const form = page.locator('form', { hasText: 'Add fault' });
  const moments = () => form.getByLabel('When').locator('option').allInnerTexts();
  await form.getByRole('combobox', { name: 'What' }).selectOption('reset');
  assert.equal((await moments()).length, 3);
  await page.goto(`${control}/#/default/switches`);
  await page.getByRole('heading', { name: 'Worlds' }).waitFor();
  await page.waitForFunction(() => document.title.includes('default'));
  await form.getByRole('combobox', { name: 'Operation' }).selectOption('listFiles');
  await form.getByRole('combobox', { name: 'What' }).selectOption('reset');
  assert.equal((await moments()).length, 4);
  await form.getByLabel('When').selectOption('on_connect');
  const operation = form.getByRole('combobox', { name: 'Operation' });
  assert.equal(await operation.inputValue(), 'any');
  assert.ok(await operation.isDisabled());
});

look('a name of no world is refused in the form, and stays', 'switches', async (page, world) => {
  const form = page.locator('form', { hasText: 'Create world' });
  await form.getByRole('textbox').fill(world.name);
  await page.keyboard.press('Enter');
  await form.getByRole('alert').getByText('already').waitFor();
  assert.equal(await form.getByRole('textbox').inputValue(), world.name);
  await page.context().close();
});

look('the sandbox takes every fault of the form', 'switches', async (page) => {
  const form = page.locator('form', { hasText: 'Add fault' });
  await form.waitFor();
  const kinds = await form
    .getByLabel('What')
    .locator('option')
    .evaluateAll((all) => all.map((it) => it.value));
  assert.ok(kinds.length > 10);
  for (const [index, kind] of kinds.entries()) {
    await form.getByRole('combobox', { name: 'What' }).selectOption(kind);
    await form.getByRole('button', { name: 'Add fault' }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('section:has(#faults) tbody tr').length === count,
      index + 1,
    );
  }
});

test('a world is made, shows its own requests only, is removed, and still shows them', async () => {
  const world = await newWorld();
  await world.call('GET', '/projects');
  const page = await open(`#/${world.name}/switches`);
  const name = `made-${world.name}`;
  await page.getByLabel('Name: small letters').fill(name);
  await page.getByRole('button', { name: 'Create world' }).click();
  await page.waitForURL(`**/#/${name}/requests`);
  await page.getByText('Nothing has arrived yet').waitFor();
  const made = await steer('GET', `/worlds/${name}/state`);
  await fetch(`${made.base_url}/projects`, { headers: { 'X-Api-Token': made.tokens.read_only } });
  await world.call('GET', '/branches');
  await row(page, 1, /listProjects/);
  await page.getByRole('combobox', { name: 'World' }).selectOption(world.name);
  await row(page, 2, /listBranches/);
  await page.getByRole('link', { name: 'Switches' }).click();
  await page.getByRole('button', { name: `Remove the world ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText(`The world ${name} is gone.`).waitFor();
  const { worlds } = await steer('GET', '/worlds');
  assert.ok(!worlds.some((it) => it.world === name));
  await page.getByRole('combobox', { name: 'World' }).selectOption(`${name} (removed)`);
  await row(page, 1, /listProjects/);
  await page.done();
});

test('starting over asks first', async () => {
  const world = await newWorld();
  await world.call('DELETE', '/keys/3101');
  const page = await open(`#/${world.name}/switches`);
  await page.getByRole('button', { name: 'Data only' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await world.call('GET', '/keys/3101')).status, 404);
  await page.getByRole('button', { name: 'Data only' }).click();
  await page.getByRole('button', { name: 'Put them back' }).click();
  await page.getByText('The data are those of the start.').waitFor();
  assert.equal((await world.call('GET', '/keys/3101')).status, 200);
  await page.done();
});

look('the state shows changes from outside', 'state', async (page, world) => {
  const keys = page.getByRole('region', { name: 'Keys and their translations' });
  await keys.getByText('start.title').waitFor();
  const key = {
    key_name: 'late',
    platforms: ['web'],
    translations: [{ language_iso: 'de', translation: 'Spät' }],
  };
  await world.call('POST', '/keys', { keys: [key] });
  await page.getByText('9 keys').waitFor();
  await page.getByLabel('Text in a key').fill('spÄt');
  await page.getByText('1 key of 9').waitFor();
  assert.match(await keys.innerText(), /late/);
  for (const text of [
    'Olive Owner',
    'locales/%LANG_ISO%.json',
    'feature/start',
    'Needs legal review',
    'finished',
  ]) {
    await page.locator('.sections').getByText(text).first().waitFor();
  }
  await page.getByRole('combobox', { name: 'Branch' }).selectOption('feature/start');
  await page.getByText('8 keys').waitFor();
});
