import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

/** However slow the machine is. */
const LONG_MS = 120_000;

/** An expectation about something that becomes true. */
export function eventually<Value>(look: () => Value) {
  return expect.poll(look, { timeout: LONG_MS });
}

/** One Chromium for a file of tests. */
export function useBrowser(): { open(address: string, colorScheme?: 'light' | 'dark'): Promise<Page> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Without its own sandbox, which root and containers can't use: the pages are ours.
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  });
  afterAll(() => browser?.close());
  return {
    async open(address, colorScheme = 'light') {
      if (browser === undefined) throw new Error('no browser');
      const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, colorScheme });
      onTestFinished(() => context.close());
      context.setDefaultTimeout(LONG_MS);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
      });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      onTestFinished(() => expect(problems).toEqual([]));
      await page.goto(address);
      await page.locator('.row').first().waitFor();
      // A page from disk loads nothing but itself.
      if (address.startsWith('file:'))
        expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([address]);
      return page;
    },
  };
}
