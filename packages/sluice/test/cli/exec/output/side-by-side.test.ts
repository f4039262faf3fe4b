import type { CallStatus, RunEvent } from '@sluice/core';
import { expect, it } from 'vitest';
import { createSideBySide } from '../../../../src/cli/exec/output/side-by-side.ts';

type State = Extract<RunEvent, { readonly type: 'call-state' }>;

function state(callId: string, status: CallStatus, parentCallId?: string): State {
  const identity = { callId, messageId: 'message-1', toolName: 'Read', parentCallId };
  return { type: 'call-state', status, attempt: 1, sequence: 0, time: 0, ...identity };
}

/** `+a` starts a, `-a` ends it; what is never started settles without having run. The bars in call order. */
function bars(callIds: string, steps: string): string {
  const sideBySide = createSideBySide();
  for (const id of callIds.split('')) sideBySide.observe(state(id, 'received'));
  for (const step of steps.split(' ')) {
    sideBySide.observe(state(step.slice(1), step.startsWith('+') ? 'executing' : 'settling'));
  }
  return callIds
    .split('')
    .map(() => sideBySide.next('message-1'))
    .join('');
}

it.each([
  ['one after the other', 'ab', '+a -a +b -b', '  '],
  ['two beside each other', 'ab', '+a +b -a -b', '┌└'],
  ['three in a chain', 'abc', '+a +b -a +c -b -c', '┌├└'],
  ['two pairs', 'abcd', '+a +b -a -b +c +d -c -d', '┌└┌└'],
  ['one between that did not run', 'abc', '+a +c -a -c', '┌│└'],
  ['one between that ran alone', 'abc', '+a +c -a -c +b -b', '┌│└'],
  ['a later call that was over before the earlier began', 'ab', '+b -b +a -a', '  '],
  ['a later call that began first', 'ab', '+b +a -b -a', '┌└'],
  ['nothing ran', 'ab', '-a', '  '],
])('%s', (_, callIds, steps, expected) => {
  expect(bars(callIds, steps)).toBe(expected);
});

it('shows no nested calls, which have no line of their own', () => {
  const sideBySide = createSideBySide();
  sideBySide.observe(state('a', 'executing'));
  sideBySide.observe(state('a/1', 'executing', 'a'));
  expect(sideBySide.next('message-1')).toBe(' ');
});
