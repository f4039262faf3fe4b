import type { SessionEvent } from '@sluice/core';
import { expect, test } from 'vitest';
import { showSequence } from '../../../../src/cli/print/output/show-sequence.ts';

const TITLE = '\u001b]2;done\u0007';
const ENDED: SessionEvent = {
  type: 'hook',
  status: 'ended',
  outcome: 'ok',
  durationMs: 1,
  said: {},
  terminalSequence: TITLE,
  program: undefined,
  runId: 'r1',
  event: 'Stop',
  hook: 'check',
  place: undefined,
  messageId: undefined,
  callId: undefined,
  toolName: undefined,
};

test.each([
  ['a terminal', ENDED, true, [TITLE]],
  ['no file', ENDED, false, []],
  ['a terminal, unless there is none', { ...ENDED, terminalSequence: undefined }, true, []],
] as const)('what a hook wants shown goes to %s', (_title, event, isTTY, expected) => {
  const written: string[] = [];
  showSequence(event, { isTTY, write: (text) => written.push(text) });
  expect(written).toEqual(expected);
});
