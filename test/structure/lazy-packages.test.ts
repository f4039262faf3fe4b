import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/source-imports.ts';

/** `import … from` and `export … from` with values, and imports for their effects: what a module loads at once. */
const LOADED_AT_ONCE = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^'\n]+)'/gm;

/** The files that a module loads at once, itself among them, paths from the root. */
function loadedBy(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const folder = dirname(file);
    for (const [, to = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(LOADED_AT_ONCE)) {
      const name = /^@sluice\/([\w-]+)$/.exec(to)?.[1];
      if (name !== undefined) open.push(`packages/${name}/src/index.ts`);
      else if (to.startsWith('.')) open.push(normalize(join(folder, to)));
    }
  }
  return loaded;
}

const INTERACTIVE = 'interactive/start/run-interactive.ts';
const START = ['exec/exec-command.ts', 'print/print-command.ts', INTERACTIVE].map(
  (file) => `packages/sluice/src/cli/${file}`,
);

describe('a start without them loads nothing', () => {
  it.each(['hooks', 'mcp'])('of @sluice/%s', (name) => {
    const files = START.flatMap((entry) => [...loadedBy(entry)]);
    expect(files.filter((file) => file.startsWith('packages/session/')).length).toBeGreaterThan(50);
    expect(files.filter((file) => file.startsWith(`packages/${name}/`))).toEqual([]);
  });

  it('of commands that are typed later', () => {
    const files = [...loadedBy(`packages/sluice/src/cli/${INTERACTIVE}`)];
    expect(files).toContain('packages/sluice/src/cli/interactive/commands/undo.ts');
    expect(files.filter((file) => /src\/cli\/(?:undo|hooks|mcp)\//.test(file))).toEqual([]);
  });

  it('finds what a module does load', () => {
    expect([...loadedBy('packages/sluice/src/cli/hooks/list/list-command.ts')]).toContain(
      'packages/hooks/src/events/event-lookup.ts',
    );
  });

  it('builds no schema of zod', () => {
    const files = [...loadedBy(START[1] ?? '')].filter((file) =>
      /^(?:export )?const \w+(?:: [^=]+)? = z\./m.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(files).toEqual([]);
  });
});
