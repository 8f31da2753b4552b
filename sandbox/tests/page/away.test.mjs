// The sandbox or the world is gone while the page is open, and comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newWorld, open, row, steer } from './support.mjs';

const LOST = 'The sandbox does not respond';

test('a sandbox that stops and starts again is reported, and the list continues', async () => {
  const world = await newWorld();
  await world.call('GET', '/files');
  await world.call('GET', '/branches');
  const page = await open(`#/${world.name}`);
  await row(page, 2, /listBranches/);
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(LOST).waitFor();
  await row(page, 2, /listBranches/);
  // It starts with an empty record, and counts from 1 again.
  await steer('DELETE', `/worlds/${world.name}`);
  await steer('POST', '/worlds', { name: world.name });
  await world.call('GET', '/contributors');
  await page.context().setOffline(false);
  await page.getByText('The sandbox is back.').waitFor();
  await row(page, 1, /listContributors/);
  assert.equal(await page.getByText(LOST).count(), 0);
  await page.context().close();
});

test('a world that is chosen while the sandbox is away is shown when it is back', async () => {
  const [world, other] = [await newWorld(), await newWorld()];
  await other.call('GET', '/files');
  const page = await open(`#/${world.name}`);
  await page.getByText('No requests yet').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(LOST).waitFor();
  await page.evaluate((name) => (location.hash = `#/${name}`), other.name);
  await page.locator('main').getByText(LOST).waitFor();
  await page.context().setOffline(false);
  await row(page, 1, /listFiles/);
  await page.context().close();
});

test('a world that is removed is reported, and when it is back', async () => {
  const world = await newWorld();
  const page = await open(`#/${world.name}`);
  await page.getByText('No requests yet').waitFor();
  await steer('DELETE', `/worlds/${world.name}`);
  const removed = page.getByRole('alert').getByText(`The world “${world.name}” was removed`);
  await removed.waitFor();
  await steer('POST', '/worlds', { name: world.name });
  await removed.waitFor({ state: 'detached' });
  await steer('DELETE', `/worlds/${world.name}`);
  await removed.waitFor();
  await page.getByRole('link', { name: 'Go to the default world' }).click();
  await page.waitForURL('**/#/default');
  await removed.waitFor({ state: 'detached' });
  await world.call('GET', '/files');
  await page.locator('.requests a', { hasText: '/files' }).first().click();
  await page.locator('.detail').getByText(`There is no world “${world.name}”`).waitFor();
  await page.context().close();
});
