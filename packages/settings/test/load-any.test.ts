import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings, permissionStart } from '../src/index.ts';
import { makeScratch, type Scratch } from './scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const name = fc.constantFrom(
  ...['permissions', 'allow', 'deny', 'ask', 'defaultMode', 'additionalDirectories', 'ignorePatterns'],
  ...['disableAutoMode', 'allowManagedPermissionRulesOnly', 'Allow', '__proto__', 'toString', 'sandbox', 'x'],
);
const leaf = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom('Bash(x)', 'Read(', 'auto', '~', '', '/', '\0', '(', 'manual', '../..'),
);
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('any')), { maxLength: 5 }).map((pairs) => ({ ['']: 0, ...fromPairs(pairs) })),
  ),
})).any;

function fromPairs(pairs: readonly (readonly [string, unknown])[]): object {
  return JSON.parse(
    `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`).join(',')}}`,
  );
}

const content = fc.oneof(
  fc
    .array(fc.tuple(name, value), { maxLength: 6 })
    .map((pairs) => Buffer.from(JSON.stringify(fromPairs(pairs)))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => Buffer.from(text)),
);

it('whatever is in the files, they are read, and what a repository brings allows nothing', () => {
  fc.assert(
    fc.property(fc.tuple(content, content, content), ([managed, project, user]) => {
      scratch.write('managed/managed-settings.json', managed);
      scratch.write('project/.claude/settings.json', project);
      scratch.write('home/.claude/settings.json', user);
      const loaded = loadSettings(scratch.options);
      const { mode } = permissionStart(loaded);
      const brought = loaded.rules.filter(({ source }) => source === 'project');
      expect(brought.every(({ behavior }) => behavior !== 'allow')).toBe(true);
      expect(loaded.directories.some(({ source }) => source === 'project')).toBe(false);
      for (const { message } of loaded.problems) expect(message).toMatch(/[.?]$/);
      const wishers = loaded.modes.filter((requested) => requested.mode === mode);
      if (['acceptEdits', 'auto', 'bypassPermissions'].includes(mode)) {
        expect(wishers.some(({ source }) => source !== 'project')).toBe(true);
      }
    }),
    { numRuns: Math.min(500, Number(process.env['SLUICE_RUNS'] ?? 500)) },
  );
});
