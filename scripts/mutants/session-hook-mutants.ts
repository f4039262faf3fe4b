import type { Mutant } from './mutant.ts';

const AGENT_HOOKS = 'packages/sluice/src/print/agent-hooks.ts';
const AGENT_HOOKS_TEST = 'packages/sluice/test/print/agent-hooks.test.ts';

/** What hooks of a session and its prompts are told, and what comes of what they say. */
export const SESSION_HOOK_MUTANTS: readonly Mutant[] = [
  {
    name: 'failure-by-its-inner-name',
    breaks: 'A hook of StopFailure is told of a refused key by a name that no matcher goes by.',
    promise: 3,
    file: 'packages/settings/src/hooks/failure-error.ts',
    find: "authentication: 'authentication_failed'",
    replace: "authentication: 'unknown'",
    test: AGENT_HOOKS_TEST,
    title: 'by the name that their matcher',
  },
  {
    name: 'value-that-never-occurs-unsaid',
    breaks: 'A matcher that names a value that never occurs, beside one that does, is not warned of.',
    promise: 3,
    file: 'packages/settings/src/hooks/matcher-problem.ts',
    find: 'return strayProblem(event, shown, matcher, values);',
    replace: 'return undefined;',
    test: 'packages/settings/test/hooks/problems.test.ts',
    title: 'never occur',
  },
  {
    name: 'compaction-begins-nothing',
    breaks: 'Hooks of SessionStart do not hear that a conversation was made shorter.',
    promise: 3,
    file: AGENT_HOOKS,
    find: "{ source: 'compact' }",
    replace: "{ source: 'startup' }",
    test: AGENT_HOOKS_TEST,
    title: 'begins the session anew',
  },
  {
    name: 'last-words-untold',
    breaks: 'Hooks of Stop are not told what the model has said last.',
    promise: 3,
    file: AGENT_HOOKS,
    find: 'stopLoop.ask({ last_assistant_message: lastText }',
    replace: 'stopLoop.ask({}',
    test: AGENT_HOOKS_TEST,
    title: 'has said last',
  },
  {
    name: 'stop-loop-never-reset',
    breaks: 'A new prompt counts as one that a hook of Stop has kept going.',
    promise: 3,
    file: AGENT_HOOKS,
    find: 'began: () => stopLoop?.reset()',
    replace: 'began: () => {}',
    test: AGENT_HOOKS_TEST,
    title: 'anew with each prompt',
  },
  {
    name: 'compaction-hook-ends-nothing',
    breaks: 'A hook of PreCompact or PostCompact that says "continue": false does not end the work.',
    promise: 3,
    file: AGENT_HOOKS,
    find: 'wanted ??= verdict?.stop?.reason;',
    replace: 'wanted ??= undefined;',
    test: AGENT_HOOKS_TEST,
    title: 'ends the work',
  },
];
