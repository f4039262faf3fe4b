import { expect, it } from 'vitest';
import { ChatCalls } from '../../src/adapters/chat-calls.ts';

type Piece = readonly [index: number, id?: string, name?: string, args?: string];

const chunk = (...pieces: readonly Piece[]): object => ({
  choices: [
    {
      index: 0,
      finish_reason: null,
      delta: {
        tool_calls: pieces.map(([index, id, name, args]) => ({
          index,
          id,
          function: { name, arguments: args },
        })),
      },
    },
  ],
});
const finish = (reason: string): object => ({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const custom = { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'x', type: 'custom' }] } }] };

/** The calls that are complete after each chunk. */
it.each([
  [
    'when the next one begins',
    [chunk([0, 'a', 'A', '{"n"']), chunk([0, undefined, undefined, ':1}']), chunk([1, 'b', 'B', ''])],
    ['', '', 'a'],
  ],
  ['when the model has finished', [chunk([0, 'a', 'A', '{}']), finish('tool_calls')], ['', 'a']],
  ['not when the answer was cut off', [chunk([0, 'a', 'A', '{}']), finish('length')], ['', '']],
  ['in one chunk', [chunk([0, 'a', 'A', '{"n":1}'], [1, 'b', 'B', '{"n":2}']), finish('stop')], ['a', 'b']],
  [
    'in order, where inputs come after all names',
    [
      chunk([0, 'a', 'A'], [1, 'b', 'B'], [2, 'c', 'C']),
      chunk([1, undefined, undefined, '{"n":2}']),
      chunk([0, undefined, undefined, '{"n":1}']),
      chunk([3, 'd', 'D', '{}']),
      finish('tool_calls'),
    ],
    ['', '', '', 'ab', 'd'],
  ],
  [
    'with the input that comes after an empty one',
    [
      chunk([0, 'a', 'A', '{}']),
      chunk([0, undefined, undefined, '{"n":1}'], [1, 'b', 'B', '{}']),
      finish('stop'),
    ],
    ['', 'a', 'b'],
  ],
  [
    'only if it has an id, a name and an object',
    [
      chunk(
        [0, '', 'A', '{}'],
        [1, 'b', '', '{}'],
        [2, 'c', 'C', '[]'],
        [3, 'd', 'D', '{'],
        [4, 'e', 'E', '{}'],
      ),
      finish('stop'),
    ],
    ['', 'e'],
  ],
  [
    'unless its tool is one that the SDK does not run',
    [custom, chunk([1, 'b', 'B', '{}']), finish('stop')],
    ['', '', 'b'],
  ],
  [
    'once',
    [chunk([0, 'a', 'A', '{"n":1}']), chunk([1, 'b', 'B', '{}']), finish('stop'), finish('stop')],
    ['', 'a', 'b', ''],
  ],
] as const)('a call is complete %s', (_, chunks, complete) => {
  const calls = new ChatCalls();
  expect(
    chunks.map((one) =>
      calls
        .add(one)
        .map(({ id }) => id)
        .join(''),
    ),
  ).toEqual(complete);
});

it('the input is what the SDK makes of the pieces', () => {
  const calls = new ChatCalls();
  calls.add(chunk([0, 'a', 'Lo', '{}']));
  calls.add(chunk([0, 'a', 'ok', '{"n":1}']));
  expect(calls.add(finish('stop'))).toEqual([{ id: 'a', name: 'Look', input: { n: 1 } }]);
});

it('other choices, and chunks without any, have no calls', () => {
  const calls = new ChatCalls();
  const other = {
    choices: [
      {
        index: 1,
        delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'A', arguments: '{}' } }] },
        finish_reason: 'stop',
      },
    ],
  };
  expect([other, {}, { choices: [] }, { choices: 'none' }].flatMap((one) => calls.add(one))).toEqual([]);
});
