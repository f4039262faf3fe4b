import type { AgentEvent, AgentResult } from '@sluice/agent';
import { expect, test } from 'vitest';
import { createAwaitedRetry } from '../../../../src/cli/print/output/awaited-retry.ts';
import { textNotes } from '../../../../src/cli/print/output/text-notes.ts';
import { builtInPool } from '../../../../src/cli/built-in-pool.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const BUSY = { kind: 'overloaded', message: 'Overloaded.', status: 529, isRetryable: true } as const;
const LOST = { kind: 'network', message: 'no such host is known', isRetryable: true } as const;
const RESULT: AgentResult = {
  reason: 'completed',
  text: '',
  stopReason: undefined,
  turns: 0,
  usage: USAGE,
  costUsd: undefined,
  models: [{ model: 'm', contextWindow: 9, maxOutputTokens: 5, usage: USAGE, costUsd: undefined }],
  durationMs: 0,
  modelMs: 0,
  denials: [],
  structuredOutput: undefined,
  deferred: undefined,
  failure: undefined,
  errors: [],
};

const retry = (delayMs: number, failure: typeof BUSY | typeof LOST = BUSY): AgentEvent => ({
  type: 'model',
  messageId: 'm',
  event: { type: 'retry', attempt: 2, maxRetries: 10, delayMs, failure },
});
const denied = (...names: readonly string[]): AgentEvent => ({
  type: 'result',
  result: {
    ...RESULT,
    // A name with `!`: no rule and no mode lifts it; with `?`: plan mode denied it.
    denials: names.map((name) => ({
      ...{ toolName: name.replace(/[!?]/, ''), callId: 'c', input: {} },
      isFinal: name.endsWith('!') ? true : undefined,
      isOfPlanMode: name.endsWith('?') ? true : undefined,
    })),
  },
});

const hookFailed: AgentEvent = {
  type: 'engine',
  event: { type: 'notice', code: 'hook-failed', message: 'oh', callId: 'c', sequence: 1, time: 0 },
};
const broken: AgentEvent = { type: 'retracted', messageId: 'm', failure: BUSY, attempt: 1, delayMs: 8000 };

test.for<readonly [title: string, event: AgentEvent, quiet: readonly string[], all: readonly string[]]>([
  ['a short wait', retry(500), [], ['the server is overloaded; retrying in 500 ms (2 of 10)']],
  [
    'a long wait',
    retry(8000),
    ['the server is overloaded; retrying in 8 s (2 of 10)'],
    ['the server is overloaded; retrying in 8 s (2 of 10)'],
  ],
  [
    'what has no short name',
    retry(8000, LOST),
    ['no such host is known; retrying in 8 s (2 of 10)'],
    ['no such host is known; retrying in 8 s (2 of 10)'],
  ],
  [
    'an answer that broke off',
    broken,
    ['the server is overloaded; retrying in 8 s (1 of 3)'],
    ['the server is overloaded; retrying in 8 s (1 of 3)'],
  ],
  ['a notice', { type: 'notice', message: 'mind' }, [], ['mind']],
  ['a hook that failed, which is told apart from these', hookFailed, [], []],
  ['nothing of an answer without denials', denied(), [], []],
  [
    'one denial',
    denied('Bash'),
    ['1 call was denied: Bash; allow it with --allowedTools or another --permission-mode'],
    ['1 call was denied: Bash; allow it with --allowedTools or another --permission-mode'],
  ],
  [
    'denials, each tool once',
    denied('Edit', 'Bash', 'Edit'),
    ['3 calls were denied: Edit, Bash; allow them with --allowedTools or another --permission-mode'],
    ['3 calls were denied: Edit, Bash; allow them with --allowedTools or another --permission-mode'],
  ],
  ['a denial that stays', denied('LSP!'), ['1 call was denied: LSP'], ['1 call was denied: LSP']],
  [
    'denials of which some stay',
    denied('Bash', 'LSP!'),
    ['2 calls were denied: Bash, LSP; allow Bash with --allowedTools or another --permission-mode'],
    ['2 calls were denied: Bash, LSP; allow Bash with --allowedTools or another --permission-mode'],
  ],
  [
    'denials of one tool of which some stay',
    denied('Bash', 'Bash!'),
    ['2 calls were denied: Bash; allow 1 of them with --allowedTools or another --permission-mode'],
    ['2 calls were denied: Bash; allow 1 of them with --allowedTools or another --permission-mode'],
  ],
  [
    'denials of plan mode, which no rule lifts',
    denied('Write?', 'Bash?'),
    [
      '2 calls were denied: Write, Bash; plan mode denies them, whatever is allowed: use another --permission-mode',
    ],
    [
      '2 calls were denied: Write, Bash; plan mode denies them, whatever is allowed: use another --permission-mode',
    ],
  ],
])('tells %s', ([, event, quiet, all]) => {
  const pool = builtInPool();
  expect(textNotes(event, { pool, showsAll: false })).toEqual(quiet);
  expect(textNotes(event, { pool, showsAll: true })).toEqual(all);
});

test('the result of an interrupt tells what was waited for, and of one after an answer nothing', () => {
  const end = (reason: AgentResult['reason']): AgentEvent => ({
    type: 'result',
    result: { ...RESULT, reason },
  });
  const errorsAfter = (...events: readonly AgentEvent[]) => {
    const complete = createAwaitedRetry();
    const told = events.map(complete).at(-1);
    return told?.type === 'result' ? told.result.errors : undefined;
  };
  const aborted: AgentEvent = {
    type: 'model',
    messageId: 'm',
    event: { type: 'failed', failure: { kind: 'aborted', message: 'gone', isRetryable: false } },
  };
  const begun: AgentEvent = {
    type: 'model',
    messageId: 'm',
    event: { type: 'message-start', id: 'x', model: 'm', usage: USAGE },
  };
  const why = 'Interrupted before the model, which had failed, was retried: Overloaded.';
  expect(errorsAfter(retry(8000), aborted, end('interrupted-streaming'))).toEqual([why]);
  expect(errorsAfter(broken, end('shutdown'))).toEqual([why]);
  expect(errorsAfter(retry(8000), begun, end('interrupted-streaming'))).toEqual([]);
  expect(errorsAfter(retry(8000), end('model-error'))).toEqual([]);
});
