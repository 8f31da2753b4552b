// The viewer of the document: of the world that was chosen, with its addresses and its tokens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { control, newWorld, open, row } from './support.mjs';

test('the viewer tries an operation on the world, and the request is seen there', async () => {
  const world = await newWorld();
  const page = await open(`docs/?world=${world.name}#/projects/listProjects`);
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table');
  await answer.getByText('garnet-7041.26').first().waitFor();
  assert.match(await answer.innerText(), /200/);
  await page.getByRole('link', { name: 'Requests' }).click();
  await row(page, 1, /200[^]*listProjects/);
  await page.locator('.requests a').click();
  await page.getByRole('link', { name: 'listProjects in the document' }).click();
  await page.locator('.opblock.is-open', { hasText: 'List projects' }).waitFor();
  await page.done();
});

test('the viewer is of the world that is chosen there, and keeps its operation', async () => {
  const [first, second] = [await newWorld(), await newWorld()];
  const page = await open(`docs/?world=${first.name}#/projects/listProjects`);
  const to = page.locator('#to');
  await to.getByText(first.base_url).waitFor();
  await page.getByRole('combobox', { name: 'World' }).selectOption(second.name);
  await to.getByText(second.base_url).waitFor();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table').getByText('garnet-7041.26').first().waitFor();
  await page.getByRole('link', { name: 'Requests' }).click();
  await row(page, 1, /200[^]*listProjects/);
  assert.ok(page.url().endsWith(`#/${second.name}/requests`));
  await page.done();
});

test('another token of the world is sent once it is chosen, or none', async () => {
  const world = await newWorld();
  const page = await open(`docs/?world=${world.name}#/branches/listBranches`);
  const token = page.getByLabel('with the token');
  const sent = async (choice) => {
    await token.selectOption({ label: choice });
    const asked = page.waitForRequest((request) => request.url().includes('/branches'));
    await page.getByPlaceholder('project_id').fill('garnet-7041.26');
    await page.getByRole('button', { name: 'Execute' }).click();
    return (await asked).headers()['x-api-token'];
  };
  await token.waitFor();
  assert.equal(await sent(`reviewer: ${world.tokens.reviewer}`), world.tokens.reviewer);
  assert.equal(await sent('none'), undefined);
  // A refusal is told on the console.
  await page.context().close();
});

test('the keys are listed on the viewer too, and lead to the other views', async () => {
  const world = await newWorld();
  const page = await open(`docs/?world=${world.name}`);
  await page.locator('.opblock-tag').first().waitFor();
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('dialog').getByText('To the filter').waitFor();
  assert.equal(await page.getByText('Close the request').count(), 0, 'there is none here');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('2');
  assert.equal(await page.getByPlaceholder('Filter by tag').inputValue(), '2');
  await page.getByRole('button', { name: 'Shortcuts' }).focus();
  await page.keyboard.press('2');
  await page.waitForURL(`${control}/#/${world.name}/state`);
  await page.done();
});

test('a world that is not there is told on the viewer', async () => {
  const page = await open('docs/?world=nobodys');
  await page.getByRole('alert').getByText('there is no world "nobodys"').waitFor();
  await page.getByRole('link', { name: 'The default world' }).click();
  await page.locator('.opblock-tag').first().waitFor();
  await page.context().close();
});

test('the form of a list sends no filter unless one is entered', async () => {
  const world = await newWorld();
  const page = await open(`docs/?world=${world.name}#/keys/listKeys`);
  await page.getByRole('button', { name: 'Execute' }).click();
  const url = page.locator('.request-url');
  await url.filter({ hasText: world.base_url }).waitFor();
  assert.equal((await url.innerText()).trim().split('/projects/')[1], 'garnet-7041.26/keys');
  await page.done();
});

test('an open operation fits a narrow window', async () => {
  const viewport = { width: 390, height: 800 };
  for (const operation of ['keys/listKeys', 'files/exportFiles', 'files/uploadFile']) {
    const page = await open(`docs/#/${operation}`, { viewport });
    await page.locator('.responses-table').first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 390, operation);
    await page.done();
  }
});

test('the viewer fits a narrow window', async () => {
  const page = await open('docs/', { viewport: { width: 320, height: 800 } });
  await page.locator('.opblock-tag').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.done();
});
