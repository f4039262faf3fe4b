import type { Outcome } from '@sluice/core';
import { expect, it } from 'vitest';
import { reasonText } from '../../../../src/cli/exec/output/reason-text.ts';

const cancelled = (kind: 'user-message' | 'user-cancel' | 'stream-retracted' | 'shutdown'): Outcome => ({
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
  ['invalid input: It is no JSON.', { ...missing, stage: 'json', message: 'It is no JSON.' }],
  ['cancelled: the message was withdrawn', cancelled('stream-retracted')],
  ['cancelled: you interrupted', cancelled('user-cancel')],
  ['cancelled: you sent a message', cancelled('user-message')],
  ['cancelled: the program is shutting down', cancelled('shutdown')],
  [
    'cancelled: the agent was stopped (its budget is used up)',
    { code: 'cancelled', reason: { kind: 'stopped', message: 'its budget is used up' }, started: true },
  ],
  [
    'cancelled: it ran longer than its limit of 2 s; it may still be running',
    { code: 'cancelled', reason: { kind: 'timeout', afterMs: 2000 }, started: true, mayStillRun: true },
  ],
])('%s', (text, outcome) => {
  expect(reasonText(outcome)).toBe(text);
});

it.each<readonly [string, Outcome]>([
  ['cancelled: you declined the call of Write before it', cancelled('user-cancel')],
  ['cancelled: you declined the call of Write before it', cancelled('shutdown')],
  ['cancelled: you sent a message', cancelled('user-message')],
])('%s, where that had ended the run', (text, outcome) => {
  expect(reasonText(outcome, { kind: 'declined', toolName: 'Write' })).toBe(text);
});

it('a hook that had ended the run is named as one', () => {
  expect(reasonText(cancelled('shutdown'), { kind: 'hook', reason: 'r' })).toBe(
    'cancelled: a hook ended the run',
  );
});
