import { expect, test } from 'vitest';
import {
  createMemoryFiles,
  createPermissionContext,
  createPolicy,
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
