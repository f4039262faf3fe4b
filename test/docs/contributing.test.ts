import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const contributing = read('CONTRIBUTING.md');

const rowsOf = (heading: string): readonly string[] => {
  const section = contributing.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\|.*\|$/gm)].map(([row]) => row).slice(2);
};

it('answers at least 20 times where a change goes, each with a file that exists', () => {
  const rows = rowsOf('Where do I change …?');
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const row of rows) {
    const [, path = ''] = /\| `([^`]+)` \|$/.exec(row) ?? [];
    expect(existsSync(join(root, path)), row).toBe(true);
  }
});

it('lists every package, each above those that import it', () => {
  const order = rowsOf('Packages').map((row) => /`packages\/([a-z-]+)`/.exec(row)?.[1] ?? '');
  expect(order.toSorted()).toEqual(readdirSync(join(root, 'packages')).toSorted());
  for (const [index, name] of order.entries()) {
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
      read(`packages/${name}/package.json`),
    );
    const below = order.slice(index).map((other) => `@sluice/${other}`);
    expect(Object.keys(dependencies).filter((needed) => below.includes(needed))).toEqual([]);
  }
});

it.for([
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
])('%s links to files that exist', (page) => {
  for (const [, path = ''] of read(page).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)) {
    expect(existsSync(join(root, dirname(page), path)), `${page}: ${path}`).toBe(true);
  }
});

it('the index has every page', () => {
  const index = read('docs/index.md');
  for (const name of readdirSync(join(root, 'docs'))) {
    if (name.endsWith('.md') && name !== 'index.md') expect(index, name).toContain(`(${name})`);
  }
});
