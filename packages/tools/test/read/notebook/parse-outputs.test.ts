import { expect, test } from 'vitest';
import { parseOutputs } from '../../../src/read/notebook/parse-outputs.ts';

const stream = (name: string, text: unknown): object => ({ output_type: 'stream', name, text });
const result = (data: object): object => ({ output_type: 'execute_result', data });

test.each([
  ['no list', 'nonsense', []],
  ['things that are not outputs', [null, 1, 'text'], []],
  ['a stream as one string', [stream('stdout', 'a\n')], [['stdout', 'a\n']]],
  ['a stream as lines', [stream('stdout', ['a\n', 'b\n'])], [['stdout', 'a\nb\n']]],
  [
    'pieces of streams, put together as long as they are of one',
    [stream('stdout', 'a'), stream('stdout', 'b'), stream('stderr', 'c'), stream('stdout', 'd')],
    [
      ['stdout', 'ab'],
      ['stderr', 'c'],
      ['stdout', 'd'],
    ],
  ],
  ['a stream of format 3', [{ output_type: 'stream', stream: 'stderr', text: 'a' }], [['stderr', 'a']]],
  [
    'a progress bar, of which the last state is shown, also across pieces',
    [stream('stdout', '10%\r50'), stream('stdout', '%\r100%\ndone\r\n')],
    [['stdout', '100%\ndone\n']],
  ],
  ['colors', [stream('stdout', '\u001b[1;31mred\u001b[0m')], [['stdout', 'red']]],
  [
    'the plain text of a result rather than its HTML',
    [result({ 'text/html': '<b>', 'text/plain': 'b' })],
    [['result', 'b']],
  ],
  ['HTML where there is nothing else', [result({ 'text/html': ['<b>', 'x'] })], [['result', '<b>x']]],
  ['JSON', [result({ 'application/json': { a: 1 } })], [['result', '{"a":1}']]],
  [
    'what can not be shown',
    [{ output_type: 'display_data', data: { 'application/x-widget': {} } }],
    [['display', '[The output has only application/x-widget, which is not shown.]']],
  ],
  [
    'an output without anything',
    [{ output_type: 'display_data' }],
    [['display', '[The output has nothing that can be shown.]']],
  ],
  ['a result of format 3', [{ output_type: 'pyout', text: ['a', 'b'] }], [['result', 'ab']]],
  [
    'an error with its traceback',
    [{ output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mline 1', 'line 2'] }],
    [['error', 'line 1\nline 2']],
  ],
  ['an error without one', [{ output_type: 'pyerr', ename: 'E', evalue: 'v' }], [['error', 'E: v']]],
  [
    'keys that every object has',
    [result({ toString: 'x' })],
    [['result', '[The output has only toString, which is not shown.]']],
  ],
])('%s', (_, outputs, texts) => {
  expect(parseOutputs(outputs)).toEqual(texts.map(([name, text]) => ({ type: 'text', name, text })));
});

test.each([
  ['format 4', { output_type: 'display_data', data: { 'text/plain': 'x', 'image/png': ['AB\n', 'CD'] } }],
  ['format 3', { output_type: 'display_data', png: 'AB\nCD', text: 'x' }],
])('an image is shown rather than its text: %s', (_, output) => {
  expect(parseOutputs([output])).toEqual([{ type: 'image', name: 'display', base64: 'AB\nCD' }]);
});
