import { expect, it } from 'vitest';
import { createMemoryFiles, createPermissionState, createPolicy } from '../../src/index.ts';
import { toolOf } from '../support/kit.ts';

const policy = createPolicy({ files: createMemoryFiles(), remedy: 'none' });
const tool = { ...toolOf('mcp__s__a_b_12345678'), restrictedAs: ['mcp__s__a_b'] };

it.each([
  ['deny', 'mcp__s__a_b', 'deny'],
  ['ask', 'mcp__s__a_b', 'ask'],
  // Two tools may have that name: who allows one does not allow the other.
  ['allow', 'mcp__s__a_b', 'ask'],
  ['allow', 'mcp__s__a_b_12345678', 'allow'],
  ['allow', 'mcp__s', 'allow'],
] as const)(
  '%s %s decides %s for a tool that only has that name in rules that restrict',
  (behavior, rule, expected) => {
    const rules = [{ behavior, text: rule, source: 'session' as const, root: '/d' }];
    const state = createPermissionState({ mode: 'default', workingDirectories: ['/d'], rules });
    const query = { tool, input: {}, json: {}, isReadOnly: false, claims: undefined, cwd: '/d' };
    expect(policy.decide(query, state.current()).behavior).toBe(expected);
  },
);
