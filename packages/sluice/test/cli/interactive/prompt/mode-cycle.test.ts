import type { AssembledAgent } from '@sluice/session/agent';
import { expect, it } from 'vitest';
import { ModeCycle } from '../../../../src/cli/interactive/prompt/mode-cycle.ts';
import type { TerminalFront } from '../../../../src/cli/interactive/terminal-front.ts';

it.each([
  ['Shift-Tab', 'default', 'Shift-Tab: accept edits'],
  ['F6', 'default', 'F6: accept edits'],
  ['F6', 'acceptEdits', ''],
  ['F6', 'plan', ''],
  [undefined, 'default', ''],
] as const)('on the card of an edit, the key %s in mode %s says: %j', (key, mode, hint) => {
  const front = (): never => {
    throw new Error('nothing is shown');
  };
  expect(new ModeCycle(front, front, key).editHint(mode)).toBe(hint);
});

it('names the key that is set when the next mode would answer what waits', () => {
  const hints: string[] = [];
  const front = { desk: { waiting: [{ kind: 'plan' }] }, hint: (text: string) => hints.push(text) };
  const permission = { current: () => ({ mode: 'default' }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a turn uses of it
  const agent = { runtime: { permission } } as unknown as AssembledAgent;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a turn uses of it
  const cycle = new ModeCycle(
    () => front as unknown as TerminalFront,
    () => {},
    'F6',
  );
  cycle.turn(agent);
  expect(hints).toEqual(['acceptEdits would allow 0 of 1 · F6 again changes the mode']);
});
