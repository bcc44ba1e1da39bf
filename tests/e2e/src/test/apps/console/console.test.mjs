// The console as a visitor uses it, in the Chromium of CHROMIUM. Screenshots go to SCREENSHOTS.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const address = process.env.CONSOLE;
const token = process.env.CONSOLE_TOKEN;
const pictures = process.env.SCREENSHOTS;
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
});
after(() => browser?.close());

async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (message) => { if (message.type() === 'error') troubles.push(message.text()); });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => { if (!request.url().startsWith(address)) troubles.push(`asked for ${request.url()}`); });
  await page.goto(address + path);
  return { page, troubles, context };
}

const number = async (page, selector) => Number((await page.locator(selector).textContent()).replace(/\D/g, ''));

test('a visitor makes a collection, inserts, and sees two shards collide', async () => {
  const { page, troubles, context } = await open(`#token=${token}`);
  assert.equal(new URL(page.url()).hash, '', 'the token does not stay in the address');
  await page.getByText('No collection numbers its documents yet').waitFor();
  await page.screenshot({ path: `${pictures}/console-empty.png` });

  await page.getByRole('button', { name: 'New collection' }).waitFor();
  await page.getByLabel('New collection').fill('shop.orders');
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('button', { name: 'Insert 10', exact: false }).nth(1).click();
  await page.locator('#told', { hasText: 'Inserted 100.' }).waitFor();
  await page.locator('.drop.shared').first().waitFor();

  const lasts = await page.locator('.lane .figure').allTextContents();
  assert.equal(lasts.length, 3);
  assert.equal(lasts.map(Number).reduce((sum, last) => sum + last), 100, 'each document got a number on its shard');
  assert.equal(await number(page, '#router-last'), Math.max(...lasts.map(Number)), 'the router shows the highest');
  assert.ok(await number(page, '#collision-count') > 0);
  await page.waitForTimeout(1200); // until the numbers have fallen into place
  await page.screenshot({ path: `${pictures}/console-collisions.png`, fullPage: true });
  assert.deepEqual(troubles, []);
  await context.close();
});

test('keys insert, and a counter that is set is obeyed', async () => {
  const { page, troubles, context } = await open(`#token=${token}`);
  await page.locator('.lane').nth(2).waitFor();
  await page.getByLabel('to', { exact: false }).first().waitFor();
  await page.locator('#set-value').fill('5000');
  await page.locator('#set-where').selectOption('');
  await page.locator('#set button').click();
  await page.locator('#told', { hasText: 'last is 5000 on all shards.' }).waitFor();
  await page.locator('#stage').focus();
  await page.keyboard.press('i');
  await page.locator('#router-last', { hasText: /5.?001/ }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a scenario runs from the page and leaves a report that needs nothing else', async () => {
  const { page, troubles, context } = await open(`#token=${token}`);
  await page.locator('#scenario option[value="two-shards-collide"]').waitFor({ state: 'attached' });
  await page.locator('#scenario').selectOption('two-shards-collide');
  await page.locator('#lab button').click();
  const link = page.getByRole('link', { name: 'two-shards-collide-per_shard' });
  await link.waitFor({ timeout: 60_000 });
  assert.deepEqual(troubles, []);
  const [report] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await report.getByRole('heading', { level: 1 }).waitFor();
  await report.locator('canvas').first().waitFor();
  await report.screenshot({ path: `${pictures}/report.png`, fullPage: true });
  await context.close();
});

test('without the token the page only looks', async () => {
  const { page, context } = await open('');
  await page.locator('.lane').nth(2).waitFor();
  assert.ok(await page.locator('button[data-count="1"]').isDisabled());
  const status = await page.evaluate(async () => (await fetch('/api/insert', { method: 'POST', body: '{}' })).status);
  assert.equal(status, 403);
  await context.close();
});

test('it fits a phone, in the dark', async () => {
  const { page, troubles, context } = await open(`#token=${token}`, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await page.locator('.lane').nth(2).waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${pictures}/console-phone-dark.png`, fullPage: true });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `nothing sticks out: ${width}`);
  assert.deepEqual(troubles, []);
  await context.close();
});
