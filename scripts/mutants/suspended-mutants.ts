import type { Mutant } from './mutant.ts';

const TEST = 'packages/core/test/run/suspended-calls.test.ts';

/** Of calls that stay open until someone answers. */
export const SUSPENDED_MUTANTS: readonly Mutant[] = [
  {
    name: 'effects-before-the-answer',
    breaks: 'A call with effects runs although an earlier one of its message is still open.',
    promise: 1,
    file: 'packages/core/src/call/life.ts',
    find: '  waitBehindSuspended,\n  holdPaths',
    replace: '  holdPaths',
    test: TEST,
    title: 'calls with effects after it stay open too',
  },
  {
    name: 'approval-of-something-else',
    breaks: 'An approval is taken for whatever the call would do by now.',
    promise: 3,
    file: 'packages/core/src/call/decide/ask.ts',
    find: 'known?.answer !== undefined && known.requestId === requestId',
    replace: 'known?.answer !== undefined',
    test: TEST,
    title: 'no longer what was shown',
  },
  {
    name: 'refusal-overruled-by-a-rule',
    breaks: 'A call that a person refused runs because a rule allows it by then.',
    promise: 3,
    file: 'packages/core/src/call/decide/decide.ts',
    find: "answer?.behavior === 'deny' && decision.behavior !== 'deny'",
    replace: "answer?.behavior === 'deny' && decision.behavior === 'ask'",
    test: TEST,
    title: 'never runs once it was refused',
  },
  {
    name: 'ask-lost-when-fed-again',
    breaks: 'Feeding a message again makes the journal forget the answers to its open calls.',
    promise: 2,
    file: 'packages/core/src/call/receive/receive-journaled.ts',
    find: 'isJournaled: journaled.isDeferred',
    replace: 'isJournaled: false',
    test: TEST,
    title: 'is answered in other processes',
  },
  {
    name: 'second-answer-counts',
    breaks: 'A refusal replaces an approval that was stored before.',
    promise: 2,
    file: 'packages/core/src/run/answer-suspended.ts',
    find: 'given !== undefined && given.behavior !== behavior',
    replace: 'given !== undefined && given.behavior === undefined',
    test: TEST,
    title: 'killed before the call ran',
  },
];
