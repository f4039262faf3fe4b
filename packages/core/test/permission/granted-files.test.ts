import { expect, test } from 'vitest';
import {
  createMemoryFiles,
  createPermissionContext,
  createPermissionState,
  createPolicy,
  deriveState,
  type FileAction,
  type PermissionRule,
} from '../../src/index.ts';
import { toolOf } from '../support/kit.ts';

const GRANTED: FileAction = {
  type: 'file',
  access: 'read',
  path: '/out/r/HEAD',
  isTree: false,
  isGranted: true,
};

test.each([
  ['no rule', GRANTED, [], 'allow'],
  ['a rule that denies it', GRANTED, [['deny', 'Read(//out/**)']], 'deny'],
  ['a rule that asks about it', GRANTED, [['ask', 'Read(//out/**)']], 'ask'],
  ['no rule, written', { ...GRANTED, access: 'write' }, [], 'ask'],
  ['no rule, removed', { ...GRANTED, access: 'remove' }, [], 'ask'],
  ['no rule, not granted', { ...GRANTED, isGranted: false }, [], 'ask'],
] as const)('what need not lie in a working directory, with %s', (_, action, rules, expected) => {
  const listed = rules.map(([behavior, text]): PermissionRule => ({
    behavior,
    text,
    source: 'session',
    root: '/w',
  }));
  const context = createPermissionContext(
    { mode: 'default', workingDirectories: ['/w'], root: '/w', rules: listed },
    1,
  );
  const tool = toolOf('Any', { actions: () => ({ actions: [action] }) });
  const query = { tool, input: {}, json: {}, isReadOnly: true, claims: undefined, cwd: '/w' };
  expect(createPolicy({ files: createMemoryFiles(), remedy: '' }).decide(query, context).behavior).toBe(
    expected,
  );
});

const NOTES = '/home/p/.sluice/agent-memory/a';

test.each([
  ['written', 'write', `${NOTES}/MEMORY.md`, 'default', [], 'allow'],
  ['read', 'read', `${NOTES}/b/c.md`, 'dontAsk', [], 'allow'],
  [
    'written, against a rule',
    'write',
    `${NOTES}/MEMORY.md`,
    'default',
    [['deny', 'Edit(~/.sluice/**)']],
    'deny',
  ],
  ['written in plan mode', 'write', `${NOTES}/MEMORY.md`, 'plan', [], 'deny'],
  ['removed', 'remove', `${NOTES}/MEMORY.md`, 'default', [], 'ask'],
  ['those of another, written', 'write', `${NOTES}b/MEMORY.md`, 'default', [], 'ask'],
  ['written through a link out of them', 'write', `${NOTES}/out/x`, 'default', [], 'ask'],
] as const)("an agent's own notes are, %s", (_, access, path, mode, rules, expected) => {
  const listed = rules.map(([behavior, text]): PermissionRule => ({
    ...{ behavior, text, source: 'session', root: '/w' },
  }));
  const parent = createPermissionState({
    ...{ mode, workingDirectories: ['/w'], root: '/w', home: '/home/p', rules: listed },
  });
  const state = deriveState(parent, { memory: NOTES });
  const action: FileAction = { type: 'file', access, path, isTree: false };
  const tool = toolOf('Any', { actions: () => ({ actions: [action] }) });
  const query = { tool, input: {}, json: {}, isReadOnly: access === 'read', claims: undefined, cwd: '/w' };
  const files = createMemoryFiles({ links: new Map([[`${NOTES}/out`, '/home/p/.ssh']]) });
  const policy = createPolicy({ files, remedy: '' });
  expect(policy.decide(query, state.current()).behavior).toBe(expected);
  // No one else has them: neither its parent nor what it opens.
  for (const other of [parent, deriveState(state, {})])
    if (access === 'write') expect(policy.decide(query, other.current()).behavior).not.toBe('allow');
});
