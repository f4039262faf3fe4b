import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parseTraceOptions } from '../../../src/cli/trace/trace-options.ts';

it.for([
  [[], { session: { kind: 'latest' }, out: undefined, isOpened: false, isLive: false }],
  [['0123'], { session: { kind: 'named', wanted: '0123' } }],
  [['--out', 'a.html', '--open'], { out: resolve('a.html'), isOpened: true }],
  [['--out', '-'], { out: '-' }],
  [['--out=-'], { out: '-' }],
  [['--live', 'a title'], { isLive: true, session: { kind: 'named', wanted: 'a title' } }],
  [['--session-dir', 'd'], { session: { kind: 'directory', directory: resolve('d') } }],
] as const)('%j is understood', ([args, expected]) =>
  expect(parseTraceOptions(args)).toMatchObject(expected),
);

it.for([
  [['a', 'b'], 'unexpected argument "b"'],
  [['a', '--session-dir', 'd'], "SESSION and --session-dir can't be combined"],
  [['--live', '--out', 'f'], "--live and --out can't be combined"],
  [['--open', '--out', '-'], '--open needs a file: --out - writes to standard output'],
  [['--out'], '--out needs'],
] as const)('%j is wrong', ([args, message]) =>
  expect(parseTraceOptions(args)).toEqual({ kind: 'wrong', message: expect.stringContaining(message) }),
);
