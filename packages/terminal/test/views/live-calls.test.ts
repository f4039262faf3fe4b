import { expect, it } from 'vitest';
import { createStyle } from '../../src/text/style.ts';
import { liveOutput, liveRows, type LiveCall } from '../../src/views/live-calls.ts';

const plain = createStyle(false);
const call = (label: string, tail?: string): LiveCall => ({
  ...{ callId: label, label, status: 'executing', startedAt: 0, progress: '10 B  last' },
  output: tail === undefined ? undefined : liveOutput({ type: 'output', bytes: 1234, tail }),
});
const SEVEN = Array.from({ length: 7 }, (_, at) => `line ${at}`).join('\n');

it.each([
  [
    'one call: its last lines, and how much there is',
    [call('Bash make', SEVEN)],
    9,
    [/^ {2}⠿ Bash make +2 s {2}1\.2 kB$/, ...[2, 3, 4, 5, 6].map((at) => new RegExp(`^ {4}line ${at}$`))],
  ],
  [
    'two that talk share the room; the bar that joins them goes on beside the output',
    [call('a', 'one\n\ntwo\nthree'), call('b', 'four')],
    6,
    [/^┌ ⠿ a/, /^│ {3}two$/, /^│ {3}three$/, /^└ ⠿ b/, /^ {4}four$/],
  ],
  ['no room: the end of the output is in the row', [call('a', SEVEN)], 1, [/^ {2}⠿ a +2 s {2}10 B {2}last$/]],
  ['a call without output', [call('a')], 9, [/^ {2}⠿ a +2 s {2}10 B {2}last$/]],
  [
    'of 10,000 calls those that fit have rows, and the rest are counted',
    Array.from({ length: 10_000 }, (_, at) => call(`call ${at}`)),
    3,
    [/call 0 /, /call 1 /, /^ {2}… and 9998 more calls$/],
  ],
  [
    'what would act on the terminal is shown',
    [call('a', '\u001b[2Jgone\ttab')],
    9,
    [/^ {2}⠿ a/, /^ {4}⟨U\+001B⟩\[2Jgone/],
  ],
] as const)('%s', (_, calls, room, expected) => {
  const rows = liveRows(calls, plain, 2000, 60, room);
  expect(rows).toHaveLength(expected.length);
  for (const [at, row] of expected.entries()) expect(rows[at]).toMatch(row);
});

it.each([
  [60, 'done, waits its turn'],
  [38, 'done'],
])('at %i columns, a call that waits its turn says: %s', (width, says) => {
  const rows = liveRows([{ ...call('Grep watchSignals in src'), status: 'settled' }], plain, 0, width, 1);
  expect(rows.join('').endsWith(`  ${says}`)).toBe(true);
  expect(rows.join('')).toContain('Grep watchSignals in src');
});

it.each([
  ['make', 78],
  ['x'.repeat(100), 124],
])(
  'in a wide terminal, what is said of a call is not far from its label, and does not move: %#',
  (label, length) => {
    const at = (now: number): number | undefined =>
      liveRows([call(label, 'one')], plain, now, 198, 2)[0]?.length;
    expect([0, 9000, 10_000, 100_000].map(at)).toEqual([length, length, length, length]);
  },
);
