// A browser, and a world of its own for each test, on the sandbox that runs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

export const control = process.env.L10N_CONTROL_URL;
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Nothing is asked of others for real.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

let browser;
let opened = 0;
const log = join(mkdtempSync(join(tmpdir(), 'page-')), 'net-log.json');

before(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: [...quiet, `--log-net-log=${log}`] });
});

// What pages of this file asked for, by the browser's own account: it asks for things of its own.
after(async () => {
  await browser.close();
  if (opened === 0) return;
  const { constants, events } = JSON.parse(await readFile(log, 'utf8'));
  const started = constants.logEventTypes.URL_REQUEST_START_JOB;
  const asked = events.filter(({ type, params }) => type === started && params?.url);
  const ofPages = asked.filter(
    ({ params }) => /^https?:/.test(params.initiator) || params.url.startsWith(control),
  );
  assert.ok(ofPages.length >= opened, 'the log tells of requests');
  const hosts = ofPages.map(({ params }) => new URL(params.url).hostname);
  assert.deepEqual([...new Set(hosts)], ['127.0.0.1'], 'nothing is asked of other hosts');
});

/** Calls a control endpoint. */
export async function steer(method, path, body) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`${control}${path}`, { method, body: sent });
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** A new world, and how its main API is called from outside. */
export async function newWorld() {
  const world = await steer('POST', '/worlds', {});
  const project = `${world.base_url}/projects/${world.project.project_id}`;
  const call = (method, path, body, headers = {}) =>
    fetch(`${path.startsWith('/projects') ? world.base_url : project}${path}`, {
      method,
      headers: {
        'X-Api-Token': world.tokens.read_write,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  return { ...world, name: world.world, call };
}

/** A page that shows a view of a world. It must say nothing wrong by the time it is done. */
export async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  opened += 1;
  page.setDefaultTimeout(20000);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  await page.goto(`${control}/${path}`);
  page.on('close', () => {
    page.done = async () => {};
  });
  page.done = async () => {
    await context.close();
    assert.deepEqual(wrong, []);
  };
  return page;
}

/** A test of a page that shows a view of a world of its own. */
export function look(name, view, does) {
  test(name, async () => {
    const world = await newWorld();
    const page = await open(`#/${world.name}/${view}`);
    await does(page, world);
    await page.done();
  });
}

/** Waits until the list of requests has so many rows, and the first of them fits. */
export async function row(page, count, fits = /./) {
  const first = page.locator('.requests tbody tr:first-child');
  await first.filter({ hasText: fits }).waitFor({ timeout: 10000 });
  await page.waitForFunction(
    (count) => document.querySelectorAll('.requests tbody tr').length === count,
    count,
    { timeout: 10000 },
  );
}
