import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeJson, renderPage, type TraceData } from '@sluice/trace';
import { tracePageAssets } from '../../../scripts/trace-page.ts';

function trace(title: string): TraceData {
  return {
    version: 1,
    id: 's',
    title,
    cwd: '/w',
    start: 0,
    end: 1,
    isRunning: false,
    agents: [],
    items: [],
    problems: [],
  };
}

it('no text of a session can end the data, open an element or close the title', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '</script><script>alert(1)</script>',
      '<!--<script>',
      ']]>',
      '"><img src=x onerror=alert(1)>',
      '</title>',
      '\u2028',
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const page = renderPage(trace(one + other));
      const [, data = ''] = /<script type="application\/json" id="trace">([^<]*)<\/script>/.exec(page) ?? [];
      expect(JSON.parse(data)).toMatchObject({ trace: { title: one + other } });
      expect(page.match(/<script/g)).toHaveLength(2);
      const [, title = ''] = /<title>([^<]*)<\/title>/.exec(page) ?? [];
      expect(title).toMatch(/ · Sluice trace$/);
    }),
  );
});

it('JSON is the same when it is escaped', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(escapeJson(json))).toEqual(JSON.parse(json));
    }),
  );
});

it('the policy allows the script and the style of the page, and no network', () => {
  const page = renderPage(trace('t'));
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(page) ?? [];
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(script).not.toContain('</');
  expect(renderPage(trace('t'), 'updates')).toContain("connect-src 'self'");
});

it('the bundled page is made from its sources: node scripts/trace-page.ts', async () => {
  const committed = readFileSync(join(import.meta.dirname, '../src/page/assets.ts'), 'utf8');
  expect(committed).toBe(await tracePageAssets());
});
