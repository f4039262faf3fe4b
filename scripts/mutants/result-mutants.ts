import type { Mutant } from './mutant.ts';

const BOUND_CALL = 'packages/core/src/result/bound-call.ts';
const BOUNDS = 'packages/core/test/property/bounds.test.ts';
const REFERENCES = 'packages/core/test/mutants/references.test.ts';

/** Bounds, previews and references. */
export const RESULT_MUTANTS: readonly Mutant[] = [
  {
    name: 'call-unbounded',
    breaks: 'A result of any size goes to the model whole.',
    promise: 4,
    file: BOUND_CALL,
    find: 'if (chars <= options.limit) return',
    replace: 'if (chars >= 0) return',
    test: BOUNDS,
  },
  {
    name: 'message-unbounded',
    breaks: 'The results of one message together have any size.',
    promise: 4,
    file: 'packages/core/src/result/message-budget.ts',
    find: 'while (total > budget) {',
    replace: 'while (total < 0) {',
    test: BOUNDS,
  },
  {
    name: 'half-a-character',
    breaks: 'A preview is cut in the middle of a surrogate pair.',
    promise: 4,
    file: 'packages/core/src/result/text.ts',
    find: 'end += isPair ? 2 : 1;',
    replace: 'end += 1;',
    test: 'packages/core/test/result/text.test.ts',
  },
  {
    name: 'empty-output',
    breaks: 'Output that is empty goes to the model as it is.',
    promise: 4,
    file: BOUND_CALL,
    find: 'if (isBlank(content)) {',
    replace: 'if (content === null) {',
    test: 'packages/core/test/tool/results.test.ts',
  },
  {
    name: 'result-not-kept',
    breaks: 'What a preview stands for is not in the store.',
    promise: 4,
    file: BOUND_CALL,
    find: 'const written = await store.put(text);',
    replace: "const written = await store.put('');",
    test: BOUNDS,
  },
  {
    name: 'reference-to-what-is-gone',
    breaks: 'A result becomes a reference to one that is no longer in the request.',
    promise: 4,
    file: 'packages/core/src/result/deduplicate.ts',
    find: 'if (!isStanding(earlier.messageId, earlier.callId)) return undefined;',
    replace: '',
    test: 'packages/core/test/result/session.test.ts',
  },
  {
    name: 'reference-to-an-error',
    breaks: 'A result becomes a reference to an error with the same text.',
    promise: 4,
    file: 'packages/core/src/run/finish-message.ts',
    find: 'if (!result.isError && !result.isReplaced)',
    replace: 'if (!result.isReplaced)',
    test: REFERENCES,
  },
  {
    name: 'reference-to-a-preview',
    breaks: 'A result becomes a reference to a preview.',
    promise: 4,
    file: 'packages/core/src/run/finish-message.ts',
    find: 'if (!result.isError && !result.isReplaced)',
    replace: 'if (!result.isError)',
    test: REFERENCES,
  },
  {
    name: 'progress-piles-up',
    breaks: 'All progress waits in memory for a slow reader.',
    promise: 4,
    file: 'packages/core/src/run/event-queue.ts',
    find: 'if (index !== undefined && waiting !== undefined) {',
    replace: 'if (index === null && waiting !== undefined) {',
    test: 'packages/core/test/run/progress.test.ts',
  },
];
