// Accessibility: contrast and names, keyboard, narrow windows; and hostile content.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { control, fits, newWorld, open, row, steer } from './support.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a page breaks, with the elements that do. */
async function broken(page) {
  // Evaluated by the protocol, to which the page's policy does not apply.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(
    (it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}

for (const colorScheme of ['light', 'dark']) {
  for (const width of [1280, 390, 320]) {
    test(`accessible, ${colorScheme}, ${width} pixels wide`, async () => {
      const world = await newWorld();
      const faults = `/worlds/${world.name}/faults`;
      await world.call('GET', '/projects');
      await steer('POST', faults, { what: { respond: { status: 503 } } });
      await world.call('POST', '/keys', { keys: [] });
      await world.call('POST', '/keys', { keys: [{ nmae: 1 }] });
      await steer('POST', faults, { what: { respond: { status: 503 } }, times: 'always' });
      const viewport = { width, height: 800 };
      const page = await open(`#/${world.name}`, { colorScheme, viewport });
      await row(page, 3);
      for (const panel of ['Connect', 'Commands', 'Faults (1)']) {
        await page.getByText(panel, { exact: true }).click();
        assert.deepEqual(await broken(page), [], panel);
        await fits(page, panel);
      }
      await page.locator('.requests a').first().click();
      await page.locator('.why').first().waitFor();
      assert.deepEqual(await broken(page), [], 'a request');
      await fits(page, 'a request');
      await page.done();
    });
  }
}

/** Presses Tab until the element with the focus has this text. */
async function tabTo(page, name) {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    const focused = await page.evaluate(() => {
      const { activeElement: it } = document;
      const isControl = it.matches('a, button, input, select, summary');
      return { text: isControl && it.textContent, outline: getComputedStyle(it).outlineStyle };
    });
    if (focused.text && focused.text.includes(name)) {
      assert.notEqual(focused.outline, 'none', `the focus on ${name} is visible`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${name}`);
}

test('without a mouse: start a fault, open requests, and close them', async () => {
  const world = await newWorld();
  await world.call('GET', '/branches');
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: {} }] });
  const page = await open(`#/${world.name}`);
  await row(page, 2);
  await tabTo(page, 'Faults');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Start fault');
  await page.keyboard.press('Enter');
  await page.getByText('Faults (1)').waitFor();
  assert.equal((await world.call('GET', '/files')).status, 503);
  await row(page, 3);
  await tabTo(page, '/files');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.locator('.detail').getByText('comments.0.comment').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.detail').waitFor({ state: 'hidden' });
  await page.done();
});

test('the focus moves to the request that is opened, and back to its row', async () => {
  const world = await newWorld();
  await world.call('GET', '/branches');
  await world.call('GET', '/files');
  const page = await open(`#/${world.name}`, { viewport: { width: 390, height: 800 } });
  await row(page, 2);
  const focused = (text) =>
    page.waitForFunction((text) => document.activeElement.textContent.includes(text), text);
  await page.locator('.requests a', { hasText: '/branches' }).focus();
  await page.keyboard.press('Enter');
  await focused('GET /');
  await page.keyboard.press('Tab');
  await focused('Close');
  await page.keyboard.press('Enter');
  await focused('/branches');
  assert.ok(await page.locator('.requests a:focus').isVisible());
  await page.done();
});

const HOSTILE =
  '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>"\'>' +
  `<svg onload=globalThis.ran=1>${'a_name_without_any_place_to_break_'.repeat(12)}`;

test('hostile content is shown as text, is never executed, and fits', async () => {
  const world = await newWorld();
  const body = { [HOSTILE]: 1, keys: [{ key_name: 7, [HOSTILE]: HOSTILE }] };
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: HOSTILE }] });
  await world.call('POST', '/keys', body, { 'X-Hostile': HOSTILE });
  const project = encodeURIComponent(HOSTILE);
  await world.call('GET', `/projects/${project}/keys?${HOSTILE}=javascript:globalThis.ran=1`);
  const page = await open(`#/${world.name}`, { viewport: { width: 390, height: 800 } });
  await row(page, 3);
  await fits(page, 'the list');
  for (const link of await page.locator('.requests a').all()) {
    await link.click();
    await page.locator('.detail h2').waitFor();
    await fits(page, 'a request');
    await page.keyboard.press('Escape');
  }
  await page.locator('.requests a').nth(1).click();
  await page.locator('.detail dd', { hasText: '<img src=x' }).waitFor();
  await page.goto(`${control}/#/${project}`);
  await page.getByText('there is no world').waitFor();
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.equal(await page.locator('main img, main svg, main script').count(), 0);
  await page.context().close();
});
