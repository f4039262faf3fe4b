import { expect, it } from 'vitest';
import { createMemoryFiles, createPermissionState, createPolicy } from '../../src/index.ts';
import { toolOf } from '../support/kit.ts';

const policy = createPolicy({ files: createMemoryFiles(), remedy: 'none' });
const watch = {
  ...toolOf('Monitor'),
  actions: () => ({ actions: [{ type: 'fetch' as const, host: 'example.com' }] }),
};

it.each([
  [['allow WebFetch(domain:example.com)'], 'allow'],
  [['allow WebFetch'], 'allow'],
  [['allow WebFetch(domain:other.com)'], 'ask'],
  [['allow Monitor'], 'allow'],
  [['allow Monitor', 'deny WebFetch(domain:example.com)'], 'deny'],
  [['allow Monitor', 'deny WebFetch'], 'deny'],
  [['allow Monitor', 'ask WebFetch'], 'ask'],
  [['allow WebFetch', 'deny Monitor'], 'deny'],
])('rules for hosts reach whatever connects: %j', (lines, expected) => {
  const rules = lines.map((line) => {
    const [behavior, text] = line.split(' ') as ['allow' | 'ask' | 'deny', string];
    return { behavior, text, source: 'session' as const, root: '/d' };
  });
  const state = createPermissionState({ mode: 'default', workingDirectories: ['/d'], rules });
  const query = { tool: watch, input: {}, json: {}, isReadOnly: false, claims: undefined, cwd: '/d' };
  expect(policy.decide(query, state.current()).behavior).toBe(expected);
});
