import { expect, it } from 'vitest';
import { HangRecord } from '../../src/lsp/hang-record.ts';

const MINUTE = 60_000;

it.each([
  ['once', [0], 0, 0],
  ['twice', [0, 1], 1, 10],
  ['twice, some time ago', [0, 1], 8.5, 3],
  ['twice, long ago', [0, 1], 11, 0],
  ['twice, far apart', [0, 10], 10, 0],
  ['again after the pause', [0, 1, 11], 11, 0],
] as const)('pauses a server that hung %s', (_, hangs, at, minutesLeft) => {
  let now = 0;
  const record = new HangRecord(() => now * MINUTE);
  for (now of hangs) record.add();
  now = at;
  expect(record.minutesLeft).toBe(minutesLeft);
});
