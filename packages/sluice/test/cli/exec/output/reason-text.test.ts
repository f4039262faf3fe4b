import type { Outcome } from '@sluice/core';
import { expect, it } from 'vitest';
import { reasonText } from '../../../../src/cli/exec/output/reason-text.ts';

const canceled = (kind: 'user-message' | 'user-cancel' | 'stream-retracted' | 'shutdown'): Outcome => ({
  code: 'cancelled',
  reason: { kind },
  started: false,
});
const missing: Outcome = {
  code: 'invalid-input',
  stage: 'validate',
  issues: [],
  message: 'a.txt does not exist.\nMore.',
};

it.each<readonly [string, Outcome]>([
  ['', { code: 'ok' }],
  ['not run: a.txt does not exist.', missing],
  ['invalid input: It is not JSON.', { ...missing, stage: 'json', message: 'It is not JSON.' }],
  ['canceled: the message was withdrawn', canceled('stream-retracted')],
  ['canceled: you interrupted', canceled('user-cancel')],
  ['canceled: you sent a message', canceled('user-message')],
  ['canceled: the program is shutting down', canceled('shutdown')],
  [
    'canceled: the agent was stopped (its budget is used up)',
    { code: 'cancelled', reason: { kind: 'stopped', message: 'its budget is used up' }, started: true },
  ],
  [
    'canceled: it ran longer than its limit of 2 s; it may still be running',
    { code: 'cancelled', reason: { kind: 'timeout', afterMs: 2000 }, started: true, mayStillRun: true },
  ],
])('%s', (text, outcome) => {
  expect(reasonText(outcome)).toBe(text);
});

it.each<readonly [string, Outcome]>([
  ['canceled: you declined the call of Write before it', canceled('user-cancel')],
  ['canceled: you declined the call of Write before it', canceled('shutdown')],
  ['canceled: you sent a message', canceled('user-message')],
])('%s, where that had ended the run', (text, outcome) => {
  expect(reasonText(outcome, { kind: 'declined', toolName: 'Write' })).toBe(text);
});

it('a hook that had ended the run is named as one', () => {
  expect(reasonText(canceled('shutdown'), { kind: 'hook', reason: 'r' })).toBe(
    'canceled: a hook ended the run',
  );
});
