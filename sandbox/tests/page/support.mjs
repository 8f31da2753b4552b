// A browser, and a world of its own for each test, on the sandbox that runs.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

export const control = process.env.L10N_CONTROL_URL;
// No other host can be reached.
const hosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

let browser;

before(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const args = ['--no-sandbox', '--disable-gpu', hosts];
  browser = await chromium.launch({ executablePath, args });
});

after(() => browser.close());

/** Calls a control endpoint. */
export async function steer(method, path, body) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`${control}${path}`, { method, body: sent });
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** A new world, and how its main project is called from outside. */
export async function newWorld() {
  const world = await steer('POST', '/worlds', {});
  const project = `${world.base_url}/projects/${world.project.project_id}`;
  const token = { 'X-Api-Token': world.tokens.read_write };
  const call = (method, path, body, headers = {}) =>
    fetch(project + path, {
      method,
      headers: { ...token, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { ...world, name: world.world, call };
}

/** Opens a page. `done` fails if its console has errors. */
export async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  await page.goto(`${control}/${path}`);
  page.done = async () => {
    await context.close();
    assert.deepEqual(wrong, []);
  };
  return page;
}

/** Waits until the list of requests has so many rows, and the first of them fits. */
export async function row(page, count, fits = /./) {
  const first = page.locator('#requests tr:first-child');
  await first.filter({ hasText: fits }).waitFor({ timeout: 10000 });
  await page.waitForFunction(
    (count) => document.querySelectorAll('#requests tr').length === count,
    count,
    { timeout: 10000 },
  );
}
