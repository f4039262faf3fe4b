import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createPermissionState,
  createPolicy,
  describeCause,
  type DefinitionGuard,
  type PermissionDecision,
  type PermissionMode,
  type RuleSource,
} from '../../src/index.ts';
import { suggestionsFor } from '../../src/policy/suggestions.ts';
import { toolOf } from '../support/kit.ts';

const policy = createPolicy({ files: createMemoryFiles(), remedy: 'Add a rule.' });
const CHANGED: DefinitionGuard = {
  changeSince: (source) =>
    source === 'cli' ? undefined : { what: 'its description is new', remedy: 'Look at it.' },
  confirm() {},
};
const BROKEN: DefinitionGuard = {
  changeSince() {
    throw new Error('no disk');
  },
  confirm() {},
};

function decided(
  definition: DefinitionGuard | undefined,
  source: RuleSource,
  mode: PermissionMode = 'default',
  isReadOnly = false,
) {
  const tool = toolOf('mcp__s__a', definition && { definition });
  const rules = [{ behavior: 'allow', text: 'mcp__s', source, root: '/d' }] as const;
  const isBypassAvailable = true;
  const state = createPermissionState({ mode, workingDirectories: ['/d'], rules, isBypassAvailable });
  const query = { tool, input: {}, json: {}, isReadOnly, claims: [], cwd: '/d' };
  const decision = policy.decide(query, state.current());
  return { decision, suggestions: suggestionsFor(tool, query, policy, state.current()) };
}

const told = ({ reason, behavior, ...more }: PermissionDecision): unknown => [
  behavior,
  reason,
  'remedy' in more ? more.remedy : undefined,
];

describe('an allow rule for a tool whose author has changed it', () => {
  it('does not count, says why, and can be given anew', () => {
    const { decision, suggestions } = decided(CHANGED, 'user');
    expect(told(decision)).toEqual([
      'ask',
      'mcp__s__a has changed since the allow rule mcp__s (user) was first used: its description is new',
      'Look at it.',
    ]);
    expect(decision).toMatchObject({ by: 'default' });
    expect(suggestions).toEqual({ rules: ['mcp__s__a'], destination: 'local' });
  });

  it.each<[title: string, PermissionDecision['behavior'], Parameters<typeof decided>]>([
    ['a tool that has not changed', 'allow', [undefined, 'user']],
    ['a rule that was given since', 'allow', [CHANGED, 'cli']],
    ['a mode that allows everything', 'allow', [CHANGED, 'user', 'bypassPermissions']],
    ['a tool that only reads', 'allow', [CHANGED, 'user', 'default', true]],
    ['a tool of which no one knows whether it has changed', 'ask', [BROKEN, 'user']],
  ])('%s: %s', (_title, behavior, args) => {
    expect(decided(...args).decision.behavior).toBe(behavior);
  });

  it('names what failed when that is unknown', () => {
    const cause = decided(BROKEN, 'user').decision.parts?.[0]?.cause;
    expect(cause && describeCause(cause, 'it')).toContain('(no disk)');
  });
});
