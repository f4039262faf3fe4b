import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles, graphOf } from './support/find-circles.ts';
import { ROOT, sourceImports } from './support/source-imports.ts';

const imports = sourceImports();

/** The folder that two files share, and the folder of each in it; undefined where one file is in that folder itself. */
function siblingFolders(from: string, to: string): { shared: string; edge: [string, string] } | undefined {
  const [a, b] = [from.split('/'), to.split('/')];
  let depth = 0;
  while (a[depth] === b[depth]) depth += 1;
  const [one, other] = [a[depth], b[depth]];
  if (one === undefined || other === undefined || depth === a.length - 1 || depth === b.length - 1)
    return undefined;
  return { shared: a.slice(0, depth).join('/'), edge: [one, other] };
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function dependenciesOf(name: string): readonly string[] {
  const manifest: {
    readonly dependencies?: Readonly<Record<string, string>>;
    /** What is bundled and not installed. */
    readonly devDependencies?: Readonly<Record<string, string>>;
  } = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((each) =>
    each.startsWith('@sluice/'),
  );
}

const crossings = imports.flatMap(({ from, to }): [string, string][] =>
  to.startsWith('@sluice/') ? [[packageOf(from), to.split('/')[1] ?? '']] : [],
);

describe('imports, type-only ones among them, go one way', () => {
  it('between packages: each imports only from rows above its own in the table of CONTRIBUTING.md', () => {
    const table = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n## ')[1] ?? '';
    const order = [...table.matchAll(/^\| `packages\/([\w-]+)`/gm)].map(([, name]) => name);
    const upward = crossings.filter(([from, to]) => order.indexOf(to) >= order.indexOf(from));
    expect(order).toContain('core');
    expect(upward).toEqual([]);
  });

  it('between packages: what is imported is a dependency', () => {
    const missing = crossings.filter(([from, to]) => !dependenciesOf(from).includes(`@sluice/${to}`));
    expect(missing).toEqual([]);
  });

  it('between folders that stand beside each other', () => {
    const byFolder = new Map<string, [string, string][]>();
    for (const { from, to } of imports) {
      const siblings = to.startsWith('packages/') ? siblingFolders(from, to) : undefined;
      if (siblings === undefined) continue;
      byFolder.set(siblings.shared, [...(byFolder.get(siblings.shared) ?? []), siblings.edge]);
    }
    const circles = [...byFolder].flatMap(([folder, edges]) =>
      findCircles(graphOf(edges)).map((names) => ({ folder, names })),
    );
    expect(byFolder.size).toBeGreaterThan(5);
    expect(circles).toEqual([]);
  });

  it('between files', () => {
    const edges = imports.flatMap(({ from, to }): [string, string][] =>
      to.startsWith('packages/') ? [[from, to]] : [],
    );
    expect(findCircles(graphOf(edges))).toEqual([]);
  });
});

describe('the search for circles', () => {
  it('finds each once, and no node that only leads into one', () => {
    const graph = graphOf([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['d', 'e'],
      ['e', 'd'],
      ['c', 'f'],
      ['g', 'g'],
    ]);
    expect(findCircles(graph)).toEqual([
      ['b', 'c'],
      ['d', 'e'],
    ]);
  });
});
