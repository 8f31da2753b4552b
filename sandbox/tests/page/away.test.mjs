// The sandbox or the world goes away while one looks, and comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, newWorld, open, row, steer } from './support.mjs';

const LOST = 'The sandbox does not answer';
const BACK = 'The sandbox is back.';

test('a sandbox that stops and starts again is told, and the list goes on', async () => {
  const world = await newWorld();
  await world.call('GET', '/files');
  await world.call('GET', '/branches');
  const page = await open(`#/${world.name}/requests`);
  await row(page, 2, /listBranches/);
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(LOST).waitFor();
  await row(page, 2, /listBranches/);
  // It starts with an empty record, whose numbers are those of before.
  await steer('DELETE', `/worlds/${world.name}`);
  await steer('POST', '/worlds', { name: world.name });
  await world.call('GET', '/contributors');
  await page.context().setOffline(false);
  await page.getByText(BACK).waitFor();
  await row(page, 1, /listContributors/);
  assert.equal(await page.getByText(LOST).count(), 0);
  await world.call('GET', '/files');
  await row(page, 2, /listFiles/);
  await page.context().close();
});

test('a view that is asked for while the sandbox is away comes with it', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/requests`);
  await page.getByText('Nothing has arrived yet').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(LOST).waitFor();
  await page.keyboard.press('2');
  await page.locator('main').getByText(LOST).waitFor();
  await page.context().setOffline(false);
  await page.getByText('start.title').waitFor();
  await page.context().close();
});

test('what is typed and what is counted outlive a sandbox that is away', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/switches`);
  const times = page.getByRole('textbox', { name: 'Times' });
  await times.fill('12');
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(LOST).waitFor();
  await steer('POST', `/worlds/${world.name}/faults`, { what: { delay: 1 }, times: 'always' });
  await page.context().setOffline(false);
  await page.getByText(BACK).waitFor();
  await page.getByText('0 of 0').waitFor();
  await world.call('GET', '/files');
  await page.getByText('1 of 1').waitFor();
  assert.equal(await times.inputValue(), '12');
  await page.context().close();
});

test('a switch that cannot be set goes back to what is set', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}/switches`);
  const shape = page.getByLabel('Shape of timestamps');
  const nulls = page.getByLabel('Nulls in answers');
  const before = await shape.inputValue();
  await page.context().setOffline(true);
  await shape.selectOption(before === 'other' ? 'sample' : 'other');
  await nulls.selectOption('all');
  await page.locator('#said').getByText(LOST).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await shape.inputValue(), before);
  assert.equal(await nulls.inputValue(), 'off');
  await page.context().close();
});

for (const view of ['requests', 'state', 'switches']) {
  test(`a world that is removed while one looks at its ${view} is told`, async () => {
    const world = await newWorld();
    const page = await open(`#/${world.name}/${view}`);
    await page.waitForFunction(() => document.title.includes('·'));
    await steer('DELETE', `/worlds/${world.name}`);
    const told = page.getByRole('alert').getByText(`There is no world “${world.name}” any more`);
    await told.waitFor();
    await steer('POST', '/worlds', { name: world.name });
    await told.waitFor({ state: 'detached' });
    await steer('DELETE', `/worlds/${world.name}`);
    await told.waitFor();
    await page.getByRole('link', { name: 'To the default world' }).click();
    await page.waitForURL('**/#/default/requests');
    await told.waitFor({ state: 'detached' });
    await page.context().close();
  });
}

test('a project that is removed while one looks at it is told, and another shown', async () => {
  const world = await newWorld();
  const made = await (
    await world.call('POST', '/projects', { name: 'Short', team_id: 501 })
  ).json();
  const page = await open(`#/${world.name}/state/${made.project_id}`);
  const project = page.getByRole('combobox', { name: 'Project' });
  await page.getByText('No key.').waitFor();
  await world.call('DELETE', `/projects/${made.project_id}`);
  await page.getByText(`There is no project ${made.project_id}`).waitFor();
  assert.notEqual(await project.inputValue(), made.project_id);
  assert.equal(await project.locator('option', { hasText: 'Short' }).count(), 0);
  await page.done();
});

look('a burst is shown whole, and a hidden page catches up', 'requests', async (page, world) => {
  await page.getByText('Nothing has arrived yet').waitFor();
  const hide = (hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const polls = new Set();
  page.on('request', (it) => polls.add(it));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (it) => polls.delete(it));
  await page.waitForRequest(/requests\?since/);
  await hide(true);
  // One that was on its way would see a part of the burst.
  while (polls.size > 0) await page.waitForEvent('requestfinished');
  await Promise.all(Array.from({ length: 60 }, () => world.call('GET', '/files')));
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.requests tbody tr').count(), 0, 'it holds no connection');
  await hide(false);
  await row(page, 60);
  await Promise.all(Array.from({ length: 130 }, () => world.call('GET', '/branches')));
  await row(page, 190);
});
