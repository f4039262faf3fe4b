import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { WatchedFiles } from '../../src/lsp/watched-files.ts';

function project(files: readonly string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'sluice-watched-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (name: string, text = ''): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const file of files) write(file);
  return { root, write };
}

const RUNS = Number(process.env['SLUICE_RUNS'] ?? 25);

/** What a look finds, with files by their place in the project. */
function seen(watched: WatchedFiles, root: string): Readonly<Record<string, number>> {
  return Object.fromEntries(watched.look().map(({ path, type }) => [path.slice(root.length + 1), type]));
}

it('finds what was created, changed and deleted since the last look, and at first nothing', () => {
  const { root, write } = project(['a.ts', 'src/b.ts', 'src/deep/c.ts']);
  const watched = new WatchedFiles(root);
  expect(watched.look()).toEqual([]);
  expect(watched.look()).toEqual([]);
  write('src/deep/c.ts', 'longer');
  write('src/new/d.ts');
  rmSync(join(root, 'a.ts'));
  expect(seen(watched, root)).toEqual({ 'src/deep/c.ts': 2, 'src/new/d.ts': 1, 'a.ts': 3 });
});

it('sees a change that leaves the size and the time as they were', () => {
  const { root, write } = project();
  write('a.ts', 'one');
  utimesSync(join(root, 'a.ts'), 1, 1);
  const watched = new WatchedFiles(root);
  watched.look();
  write('a.ts', 'two');
  utimesSync(join(root, 'a.ts'), 1, 1);
  expect(seen(watched, root)).toEqual({ 'a.ts': 2 });
});

it('leaves out what no one edits, and follows no link', () => {
  const { root, write } = project(['target/CACHEDIR.TAG', 'env/pyvenv.cfg']);
  const elsewhere = project(['x.ts']);
  const watched = new WatchedFiles(root);
  watched.look();
  for (const directory of ['.git', '.cache', 'node_modules/x', 'src/__pycache__', 'target/debug', 'env/lib'])
    write(`${directory}/a.ts`);
  symlinkSync(elsewhere.root, join(root, 'link'));
  symlinkSync('..', join(root, 'src/up'));
  write('src/real.ts');
  expect(seen(watched, root)).toEqual({ 'src/real.ts': 1 });
});

it('gives up on a project that is too large, and on none that is gone', () => {
  const { root, write } = project(['a.ts', 'b.ts', 'c.ts']);
  const watched = new WatchedFiles(root, 3);
  watched.look();
  write('a.ts', 'changed');
  expect(watched.look()).toEqual([]);
  expect(watched.isTooLarge).toBe(true);
  expect(new WatchedFiles(join(root, 'nowhere')).look()).toEqual([]);
});

it('knows at every time which files there are, whatever is done to them', () => {
  const path = fc.constantFrom('a', 'd/a', 'd/b', 'd/e/a', 'f/a');
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), path, text: fc.constantFrom('x', 'y', 'zz') }),
    fc.record({ do: fc.constant('remove' as const), path }),
    fc.record({ do: fc.constant('move' as const), path, to: path }),
    fc.record({ do: fc.constant('look' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { root, write } = project();
      const watched = new WatchedFiles(root);
      watched.look();
      const known = new Map<string, string>();
      const look = (): void => {
        const found = seen(watched, root);
        for (const [name, type] of Object.entries(found))
          if (type === 3) expect(known.delete(name)).toBe(true);
          else {
            expect(known.has(name)).toBe(type === 2);
            known.set(name, readFileSync(join(root, name), 'utf8'));
          }
        // Nothing that is there was missed, and nothing is known as it was.
        expect(Object.fromEntries(known)).toEqual(filesOf(root));
      };
      for (const one of steps) {
        if (one.do === 'write') write(one.path, one.text);
        else if (one.do === 'remove') rmSync(join(root, one.path), { force: true });
        else if (one.do === 'look') look();
        else if (one.path in filesOf(root)) {
          mkdirSync(dirname(join(root, one.to)), { recursive: true });
          renameSync(join(root, one.path), join(root, one.to));
        }
      }
      look();
    }),
    { numRuns: RUNS },
  );
});

function filesOf(root: string): Readonly<Record<string, string>> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
