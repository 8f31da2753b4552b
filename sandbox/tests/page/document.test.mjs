// The viewer of the document: set to a world, with its addresses and tokens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, newWorld, open, row } from './support.mjs';

test('the viewer sends an operation to the world that is chosen, whose list shows it', async () => {
  const world = await newWorld();
  const page = await open('docs/#/projects/listProjects');
  await page.getByRole('combobox', { name: 'World' }).selectOption(world.name);
  await page.locator('#to').getByText(world.base_url).waitFor();
  await page.getByRole('button', { name: 'Execute' }).click();
  const response = page.locator('.live-responses-table');
  await response.getByText('garnet-7041.26').first().waitFor();
  assert.match(await response.innerText(), /200/);
  await page.getByRole('link', { name: 'Requests' }).click();
  await row(page, 1, /200[^]*listProjects/);
  await page.locator('.requests a').click();
  await page.getByRole('link', { name: 'listProjects (document)' }).click();
  await page.locator('.opblock.is-open', { hasText: 'List projects' }).waitFor();
  await page.done();
});

test('the viewer sends the token that is chosen, or none', async () => {
  const world = await newWorld();
  const page = await open(`docs/?world=${world.name}#/branches/listBranches`);
  const token = page.getByLabel('with the token');
  const sent = async (choice) => {
    await token.selectOption({ label: choice });
    const request = page.waitForRequest((request) => request.url().includes('/branches'));
    await page.getByPlaceholder('project_id').fill('garnet-7041.26');
    await page.getByRole('button', { name: 'Execute' }).click();
    return (await request).headers()['x-api-token'];
  };
  await token.waitFor();
  assert.equal(await token.inputValue(), 'read_write');
  assert.equal(await sent(`reviewer: ${world.tokens.reviewer}`), world.tokens.reviewer);
  assert.equal(await sent('none'), undefined);
  await page.context().close();
});

test('an unknown world is reported', async () => {
  const page = await open('docs/?world=nobodys');
  await page.getByRole('alert').getByText('there is no world "nobodys"').waitFor();
  await page.getByRole('link', { name: 'Go to the default world' }).click();
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

test('the viewer and its forms fit a narrow window', async () => {
  for (const [operation, width] of [
    ['', 320],
    ['#/keys/listKeys', 390],
    ['#/files/exportFiles', 390],
    ['#/files/uploadFile', 390],
  ]) {
    const page = await open(`docs/${operation}`, { viewport: { width, height: 800 } });
    await page.locator(operation ? '.responses-table' : '.opblock-tag').first().waitFor();
    await fits(page, operation);
    await page.done();
  }
});
