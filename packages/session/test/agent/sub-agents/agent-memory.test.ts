import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../../../../sluice/test/cli/exec/support/scratch.ts';
import { openAgentMemory } from '../../../src/agent/sub-agents/open/agent-memory.ts';

type Options = Parameters<typeof openAgentMemory>;

function placeOf(isTrusted = true) {
  const cwd = scratch();
  mkdirSync(join(cwd, '.git'));
  const permission = { loaded: { isTrusted: () => isTrusted, trustRoot: cwd } };
  const open = (memory: 'project' | 'local', isOwn = true) =>
    openAgentMemory({ name: 'my keeper', memory, isTrusted: isOwn, disallowedTools: [] }, {
      cwd,
      permission,
    } as unknown as Options[1]);
  return { cwd, open };
}

it.each([
  ['project', '.sluice/agent-memory/my-keeper'],
  ['local', '.sluice/agent-memory-local/my-keeper'],
] as const)('the notes of %s are below the root of the repository', (scope, directory) => {
  const { cwd, open } = placeOf();
  expect(open(scope).memory?.directory).toBe(join(cwd, directory));
  expect(open(scope).memory?.text).toContain('MEMORY.md is still empty.');
  expect(existsSync(join(cwd, '.sluice'))).toBe(false);
});

it('are those of the twin in .claude until there are others', () => {
  const { cwd, open } = placeOf();
  const [own, twin] = ['.sluice', '.claude'].map((folder) => join(cwd, folder, 'agent-memory/my-keeper'));
  mkdirSync(String(twin), { recursive: true });
  writeFileSync(join(String(twin), 'MEMORY.md'), 'From before.\n');
  expect(open('project').memory?.text).toContain('From before.');
  mkdirSync(String(own), { recursive: true });
  writeFileSync(join(String(own), 'MEMORY.md'), 'Newer.\n');
  expect(open('project').memory?.text).not.toContain('From before.');
});

it.each([
  ['200 lines', Array.from({ length: 250 }, (_, at) => `line ${at}`).join('\n'), 'line 199', 'line 200'],
  ['25 KB', `${'x'.repeat(25 * 1024 - 6)} start ${'y'.repeat(9)} past`, 'x start', 'past'],
])('only their first %s are shown, and it is told that there is more', (_, text, shown, hidden) => {
  const { cwd, open } = placeOf();
  mkdirSync(join(cwd, '.sluice/agent-memory/my-keeper'), { recursive: true });
  writeFileSync(join(cwd, '.sluice/agent-memory/my-keeper/MEMORY.md'), text);
  const told = open('project').memory?.text ?? '';
  expect(told).toContain(shown.slice(0, 6));
  expect(told).not.toContain(hidden);
  expect(told).toContain('The rest of MEMORY.md is not shown');
});

it.each([
  ['a project that the user does not trust', false, true, 'the user does not trust this project'],
  ['a definition of such a project', true, false, 'from a project that the user does not trust'],
])('%s has none, and the agent is told why', (_, isTrusted, isOwn, why) => {
  const { cwd, open } = placeOf(isTrusted);
  expect(open('project', isOwn)).toEqual({ notes: [expect.stringContaining(why)] });
  expect(existsSync(join(cwd, '.sluice'))).toBe(false);
});

it('a directory that leads out of the project is none, and a link in place of the notes is not read', () => {
  const { cwd, open } = placeOf();
  const away = scratch();
  mkdirSync(join(cwd, '.sluice'));
  symlinkSync(away, join(cwd, '.sluice/agent-memory'));
  expect(open('project')).toEqual({ notes: [expect.stringContaining('outside')] });
  writeFileSync(join(away, 'secret'), 'Secret.');
  const { directory = '' } = open('local').memory ?? {};
  mkdirSync(directory, { recursive: true });
  symlinkSync(join(away, 'secret'), join(directory, 'MEMORY.md'));
  expect(open('local').memory?.text).toContain('MEMORY.md is still empty.');
});
