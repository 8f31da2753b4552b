// The page shows requests as they arrive.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { newWorld, open, row, steer } from './support.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks contrast and names, and that nothing is wider than the window. */
async function accessible(page) {
  // Evaluated by the protocol, to which the page's policy does not apply.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(
    violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' | ')}`),
    [],
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}

for (const colorScheme of ['light', 'dark']) {
  test(`requests are listed, filtered and opened, ${colorScheme}`, async () => {
    const world = await newWorld();
    const viewport = { width: colorScheme === 'light' ? 1280 : 390, height: 800 };
    const page = await open(`#/${world.name}`, { colorScheme, viewport });
    await world.call('GET', '/files');
    await row(page, 1, /200[^]*GET[^]*files/);
    await world.call('POST', '/keys/3101/comments', { comments: [{ comment: { "it's": 1 } }] });
    await row(page, 2, /400[^]*POST[^]*comments/);
    await page.locator('#requests a').first().focus();
    await page.keyboard.press('Enter');
    const detail = page.locator('#detail');
    await detail.getByText('comments.0.comment').first().waitFor();
    const text = await detail.innerText();
    assert.match(text, /Response[^]*"error"[^]*body[^]*"comments"[^]*headers[^]*x-api-token/);
    assert.doesNotMatch(text, /unknown|coerced/);
    await accessible(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await detail.getByText('Copy as curl').click();
    await detail.getByText('Copied').waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const token = world.tokens.read_write;
    assert.ok(!command.includes(token));
    const options = { env: { ...process.env, L10N_TOKEN: token }, stdio: 'pipe' };
    assert.match(execFileSync('sh', ['-c', command], options).toString(), /comments.0.comment/);
    await row(page, 3, /400[^]*POST[^]*comments/);
    await page.getByLabel('Text in the request').fill('LISTFILES');
    await row(page, 1, /200/);
    await page.done();
  });
}

test('a sandbox that is away and another one at its address are noticed', async () => {
  const world = await newWorld();
  await world.call('GET', '/files');
  await world.call('GET', '/branches');
  const page = await open(`#/${world.name}`);
  await row(page, 2, /branches/);
  await page.context().setOffline(true);
  await page.getByText('may be gone').waitFor();
  await steer('DELETE', `/worlds/${world.name}`);
  await steer('POST', '/worlds', { name: world.name });
  await world.call('GET', '/contributors');
  await page.context().setOffline(false);
  await row(page, 1, /contributors/);
  await page.context().close();
});

test('hostile content is shown as text and never executed', async () => {
  const world = await newWorld();
  const hostile = `<img src=x onerror="globalThis.ran=1"><svg onload=globalThis.ran=1>`;
  await world.call('POST', '/keys', { [hostile]: [hostile] }, { 'X-Hostile': hostile });
  const page = await open(`#/${world.name}`);
  await row(page, 1);
  await page.locator('#requests a').click();
  await page.locator('#detail pre', { hasText: '<img src=x' }).first().waitFor();
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.equal(await page.locator('main :is(img, svg, script)').count(), 0);
  await page.done();
});
