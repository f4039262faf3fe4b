import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createMemoryFiles, type PermissionRule } from '@sluice/core';
import { loadSettings } from '@sluice/settings';
import { loadCommandLanguage } from '../src/permission/lazy-command-language.ts';
import { openPermission } from '../src/permission/open-permission.ts';
import { tightened } from '../src/permission/tightened.ts';

interface Lists {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

const written = ({ behavior, text }: PermissionRule): string => `${behavior} ${text}`;

async function open(first: Lists) {
  // What reads the rules is there, so that nothing waits for its file.
  await loadCommandLanguage();
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-tightening-')));
  for (const name of ['project', 'home/.sluice']) mkdirSync(join(path, name), { recursive: true });
  const write = (permissions: Lists): void =>
    writeFileSync(join(path, 'home/.sluice/settings.json'), JSON.stringify({ permissions }));
  write(first);
  const opened = await openPermission({
    cwd: join(path, 'project'),
    env: { HOME: join(path, 'home') },
    mode: undefined,
    settings: { managedDirectories: [] },
    remedy: '',
    files: createMemoryFiles(),
    knownTools: () => ['Bash', 'Write'],
  });
  if (!opened.ok) throw new Error(opened.problems.join());
  const { state, watch } = opened.permission;
  const answers: ((may: boolean) => void)[] = [];
  const asked = Promise.withResolvers<void>();
  const watched = watch({
    mayApply: () => {
      asked.resolve();
      return new Promise((resolve) => void answers.push(resolve));
    },
    applied: async () => {},
  });
  onTestFinished(() => {
    watched.close();
    rmSync(path, { recursive: true, force: true });
  });
  const rules = (): string[] => state.current().rules.map(written).toSorted();
  return { write, asked: asked.promise, answers, rules };
}

/** Waits for something else, but no longer than what has begun can take: nothing more is read or run for it. */
async function unlessStill(look: () => readonly string[], before: readonly string[]): Promise<void> {
  for (let turn = 0; turn < 200 && look().join() === before.join(); turn += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

it.each([
  [true, ['allow Edit', 'allow Write', 'ask Glob', 'deny Read']],
  [false, ['allow Write', 'ask Glob', 'deny Bash', 'deny Read']],
])(
  'while a hook is asked about it, a change tightens and does not loosen; then it may: %s',
  async (may, after) => {
    const world = await open({ allow: ['Write', 'Grep'], deny: ['Bash'] });
    const before = world.rules();
    world.write({ allow: ['Write', 'Edit'], ask: ['Glob'], deny: ['Read'] });
    await world.asked;
    await unlessStill(world.rules, before);
    const meanwhile = ['allow Write', 'ask Glob', 'deny Bash', 'deny Read'];
    expect(world.rules()).toEqual(meanwhile);
    world.answers.at(-1)?.(may);
    await unlessStill(world.rules, meanwhile);
    expect(world.rules()).toEqual(after);
  },
);

it('property: what is tightened allows what both allow, and forbids what one of them forbids', () => {
  const loaded = loadSettings({ cwd: '/', home: undefined, env: {}, managedDirectories: [], sources: [] });
  const rule = fc.record({
    behavior: fc.constantFrom('allow', 'ask', 'deny'),
    text: fc.constantFrom('Bash', 'Write', 'Read'),
    source: fc.constantFrom('user', 'local'),
    root: fc.constant('/'),
  });
  fc.assert(
    fc.property(fc.array(rule), fc.array(rule), (before, after) => {
      const key = (one: PermissionRule): string => `${written(one)} ${one.source}`;
      const result = new Set(
        tightened({ ...loaded, rules: before }, { ...loaded, rules: after }).rules.map(key),
      );
      const [old, young] = [new Set(before.map(key)), new Set(after.map(key))];
      for (const one of [...before, ...after]) {
        const isIn = one.behavior === 'allow' ? old.has(key(one)) && young.has(key(one)) : true;
        expect(result.has(key(one))).toBe(isIn);
      }
    }),
  );
});
