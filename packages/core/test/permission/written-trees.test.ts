import { expect, test } from 'vitest';
import {
  createMemoryFiles,
  createPermissionContext,
  createPolicy,
  type FileAction,
  type Files,
  type PermissionMode,
  type PermissionRule,
} from '../../src/index.ts';
import { toolOf } from '../support/kit.ts';

const TREE: FileAction = { type: 'file', access: 'write', path: '/w/d', isTree: true };
const MATCHES: FileAction = { type: 'file', access: 'write', path: '/w/d', isTree: false, levels: 1 };
const REMOVED: FileAction = { type: 'file', access: 'remove', path: '/w/d', isTree: true };
const DENY = ['deny', 'Edit(//out/**)'] as const;
const ALLOW = ['allow', 'Edit(//w/d/**)'] as const;

function decide(
  action: FileAction,
  targets: readonly string[] | undefined,
  mode: PermissionMode,
  rules: readonly (readonly [PermissionRule['behavior'], string])[],
): string {
  const files: Files = Object.assign(createMemoryFiles(), { linkTargets: () => targets });
  const context = createPermissionContext(
    {
      mode,
      workingDirectories: ['/w'],
      root: '/w',
      rules: rules.map(([behavior, text]) => ({ behavior, text, source: 'session', root: '/w' })),
    },
    1,
  );
  const tool = toolOf('Any', { actions: () => ({ actions: [action] }) });
  const query = { tool, input: {}, json: {}, isReadOnly: false, claims: undefined, cwd: '/w' };
  const { behavior, by } = createPolicy({ files, remedy: '' }).decide(query, context);
  return `${behavior} ${by}`;
}

test.each([
  ['no link', TREE, [], 'acceptEdits', [], 'allow mode'],
  ['a link within', TREE, ['/w/x'], 'acceptEdits', [], 'allow mode'],
  ['a link that leads out', TREE, ['/out/rc'], 'acceptEdits', [], 'ask default'],
  ['a link that leads out, matched', MATCHES, ['/out/rc'], 'acceptEdits', [], 'ask default'],
  ['links that no one can follow', TREE, undefined, 'acceptEdits', [], 'ask default'],
  ['links that are removed', REMOVED, ['/out/rc'], 'acceptEdits', [], 'allow mode'],
  ['a link that leads out of an allow rule', TREE, ['/out/rc'], 'default', [ALLOW], 'ask default'],
  ['a link within an allow rule', TREE, ['/w/d/x'], 'default', [ALLOW], 'allow rule'],
  ['a link to what a rule denies', TREE, ['/out/rc'], 'acceptEdits', [DENY], 'deny rule'],
  ['a link to what a rule denies, in bypass', TREE, ['/out/rc'], 'bypassPermissions', [DENY], 'deny rule'],
  ['links that no one can follow, in bypass', TREE, undefined, 'bypassPermissions', [DENY], 'ask rule'],
  ['the same without rules', TREE, undefined, 'bypassPermissions', [], 'allow mode'],
] as const)('what is written over %s', (_, action, targets, mode, rules, expected) => {
  expect(decide(action, targets, mode, rules)).toBe(expected);
});
