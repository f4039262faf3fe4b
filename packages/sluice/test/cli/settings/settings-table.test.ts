import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '@sluice/settings';
import { settingsTable } from '../../../src/cli/settings/settings-table.ts';

const DOCUMENT = readFileSync(new URL('../../../../../docs/settings.md', import.meta.url), 'utf8');

it('docs/settings.md holds the table that the keys make', () => {
  const [, table] = /<!-- keys -->\n([^]*?)<!-- end of keys -->/.exec(DOCUMENT) ?? [];
  expect(table).toBe(settingsTable());
});

it('the table has a row for each key, and as many cells in each', () => {
  const rows = settingsTable().trimEnd().split('\n');
  expect(rows).toHaveLength(SETTING_KEYS.length + 2);
  expect(new Set(rows.map((row) => row.split(/(?<!\\)\|/).length)).size).toBe(1);
});

it('what is read when a session starts is named there', () => {
  const list = /read only when\sa session starts:([^]*?)\.\n/.exec(DOCUMENT)?.[1] ?? '';
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, key]) => key);
  expect(named).toEqual(SETTING_KEYS.filter(({ use }) => use === 'start').map(({ key }) => key));
});
