// For everybody, and against whoever means harm: keyboard, colors, hostile content.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { control, look, newWorld, open, row, steer } from './support.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a page breaks, with the elements that do. */
async function broken(page) {
  // Evaluated by the protocol, which the page's policy does not bind.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(
    (it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}

for (const colorScheme of ['light', 'dark']) {
  for (const width of [1280, 390, 320]) {
    test(`nothing keeps anyone out, ${colorScheme}, ${width} pixels wide`, async () => {
      const world = await newWorld();
      await world.call('GET', '/projects');
      await steer('POST', `/worlds/${world.name}/faults`, {
        what: { respond: { status: 503 } },
        times: 1,
      });
      await world.call('POST', '/keys', { keys: [] });
      await world.call('POST', '/keys', { keys: [{ nmae: 1 }] });
      await steer('POST', `/worlds/${world.name}/faults`, {
        what: { respond: { status: 503 } },
        times: 'always',
      });
      const page = await open(`#/${world.name}/requests`, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await row(page, 3);
      assert.deepEqual(await broken(page), [], 'the list');
      await page.locator('.requests a').first().click();
      await page.locator('.why').first().waitFor();
      assert.deepEqual(await broken(page), [], 'a request');
      await page.keyboard.press('?');
      assert.deepEqual(await broken(page), [], 'the keys');
      await page.keyboard.press('Escape');
      await page.keyboard.press('2');
      await page.getByText('start.title').waitFor();
      assert.deepEqual(await broken(page), [], 'the state');
      await page.keyboard.press('3');
      await page.getByLabel('Shape of timestamps').waitFor();
      await page.getByRole('button', { name: 'Remove fault' }).first().waitFor();
      assert.deepEqual(await broken(page), [], 'the switches');
      await page.getByRole('button', { name: 'Everything' }).click();
      assert.deepEqual(await broken(page), [], 'a question');
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.ok(!isWide, 'nothing is scrolled sideways');
      await page.done();
    });
  }
}

/** Presses Tab until the element with the focus fits. */
async function tabTo(page, name) {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    const focused = await page.evaluate(() => {
      const { activeElement: it } = document;
      const outline = getComputedStyle(it).outlineStyle;
      const text = it.matches('a, button, input, select') ? it.textContent : '';
      return { text, outline };
    });
    if (focused.text.includes(name)) {
      assert.notEqual(focused.outline, 'none', `the focus is seen on ${name}`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name} is not reached by Tab`);
}

test('without a mouse: find the refused request, read why, go back, set a fault', async () => {
  const world = await newWorld();
  await world.call('GET', '/branches');
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: {} }] });
  await world.call('GET', '/files');
  const page = await open(`#/${world.name}/requests`);
  await row(page, 3);
  await page.keyboard.press('/');
  await page.keyboard.type('createKeyComments');
  await row(page, 1);
  await tabTo(page, '/comments');
  await page.keyboard.press('Enter');
  await page.locator('.why').first().waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/#/${world.name}/requests`);
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await row(page, 3);
  await page.keyboard.press('Escape');
  await page.locator('#main').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.locator('.why').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('.detail').getByText('/branches').first().waitFor();
  await page.keyboard.press('3');
  await page.getByLabel('Shape of timestamps').waitFor();
  await tabTo(page, 'Add fault');
  await page.keyboard.press('Enter');
  await page.getByText('The fault is set.').waitFor();
  assert.equal((await world.call('GET', '/files')).status, 503);
  await page.done();
});

test('the focus is in the request that is opened, and then back on its row', async () => {
  const world = await newWorld();
  await world.call('GET', '/branches');
  await world.call('GET', '/files');
  const page = await open(`#/${world.name}/requests`, { viewport: { width: 420, height: 800 } });
  await row(page, 2);
  const focused = (fits) =>
    page.waitForFunction((fits) => document.activeElement.textContent.includes(fits), fits);
  for (const way of ['Escape', 'Close']) {
    await page.locator('.requests a', { hasText: '/branches' }).focus();
    await page.keyboard.press('Enter');
    await focused('GET /worlds');
    if (way === 'Close') {
      await page.keyboard.press('Tab');
      await focused('Close');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press(way);
    await focused('/branches');
    assert.ok(await page.locator('.requests a:focus').isVisible());
  }
  await page.keyboard.press('2');
  const project = page.getByRole('combobox', { name: 'Project' });
  await project.focus();
  await page.keyboard.type('Opal');
  await page.waitForURL(/opal-1180/);
  await page.getByText('No key.').waitFor();
  assert.ok(await project.evaluate((it) => it === document.activeElement), 'it stays');
  await page.done();
});

look('single keys can be switched off', 'requests', async (page) => {
  await page.getByText('Nothing has arrived yet').waitFor();
  await page.keyboard.press('?');
  await page.getByLabel('Single keys').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('2');
  await page.waitForTimeout(200);
  assert.ok(page.url().endsWith('/requests'));
});

const HOSTILE =
  '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>"\'>' +
  '<svg onload=globalThis.ran=1>';

test('what comes from outside is shown as text and runs nowhere', async () => {
  const world = await newWorld();
  await world.call('POST', '/keys', {
    keys: [
      {
        key_name: HOSTILE,
        platforms: ['web'],
        tags: [HOSTILE],
        description: HOSTILE,
        translations: [{ language_iso: 'en', translation: HOSTILE }],
      },
    ],
  });
  await world.call('POST', '/keys/3101/comments', { comments: [{ comment: HOSTILE }] });
  await world.call(
    'POST',
    '/keys',
    { [HOSTILE]: 1, keys: [{ key_name: 7, [HOSTILE]: HOSTILE }] },
    { 'X-Hostile': HOSTILE },
  );
  await world.call(
    'GET',
    `/projects/${encodeURIComponent(HOSTILE)}/keys?${HOSTILE}=javascript:globalThis.ran=1`,
  );
  const page = await open(`#/${world.name}/requests`);
  await row(page, 4);
  for (const link of await page.locator('.requests a').all()) {
    await link.click();
    await page.locator('.detail h2').waitFor();
  }
  await page.locator('.requests a').nth(1).click();
  await page.locator('.detail dd', { hasText: '<img src=x' }).waitFor();
  await page.keyboard.press('2');
  await page.locator('td', { hasText: '<script>' }).first().waitFor();
  await page.goto(`${control}/#/${encodeURIComponent(HOSTILE)}/state`);
  await page.getByText('there is no world').waitFor();
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.equal(await page.locator('main img, main svg, main script').count(), 0);
  await page.context().close();
});

test('names without end stay in their places, in a narrow window too', async () => {
  const long = 'a_name_without_any_place_to_break_'.repeat(12);
  const text = 'many words '.repeat(400);
  const key = { name: long, tags: [long], filename: `${long}.json`, translations: { en: text } };
  const projects = [
    { name: 'Long', keys: [key] },
    { name: long, keys: [] },
  ];
  const world = await steer('POST', '/worlds', { seed: { projects } });
  const headers = { 'X-Api-Token': world.tokens.read_write, 'Content-Type': 'application/json' };
  const keys = `${world.base_url}/projects/${world.project.project_id}/keys`;
  const body = JSON.stringify({ [long]: 1, keys: [{ key_name: 1, platforms: [long] }] });
  await fetch(keys, { method: 'POST', headers, body });
  await fetch(`${keys}/${long}`, { headers });
  const page = await open(`#/${world.world}/requests`, { viewport: { width: 420, height: 800 } });
  const fits = async (what) => {
    const over = await page.evaluate(() =>
      Math.max(...['html', 'main'].map((it) => document.querySelector(it).scrollWidth)),
    );
    assert.ok(over <= 420, `${what}: ${over}`);
  };
  await row(page, 2);
  await fits('the list');
  for (const index of [0, 1]) {
    await page.locator('.requests a').nth(index).click();
    await page.locator('.why').first().waitFor();
    await fits('a request');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('2');
  await page.getByText('(4,400 characters)').waitFor();
  await fits('the state');
  const height = await page
    .locator('.texts tbody tr')
    .first()
    .evaluate((it) => it.clientHeight);
  assert.ok(height < 1200, `a key takes ${height} pixels`);
  await page.keyboard.press('3');
  await page.getByLabel('Shape of timestamps').waitFor();
  await fits('the switches');
  assert.equal(await page.locator('main').evaluate((it) => it.scrollTop), 0);
  await page.done();
});

look('the keys are listed again at once after they were closed', 'requests', async (page) => {
  await page.getByText('Nothing has arrived yet').waitFor();
  await page.keyboard.press('?');
  // The browser tells that a dialog was closed after the next key may have come.
  await page.evaluate(() => {
    document.querySelector('dialog').close();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
  });
  await page.waitForTimeout(200);
  assert.equal(await page.getByRole('dialog').count(), 1);
});
