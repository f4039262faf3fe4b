import type { FileTouch } from '../file-touch.ts';
import { optionals, type Arguments, type ParsedArguments } from '../row.ts';
import { reads } from './operands.ts';
import { interpreterRoutes } from './interpreters.ts';
import { implied, route, type Route } from './route.ts';

/** Programs that run others, or a file, and write or read files by themselves. */
export const runningRoutes: readonly (readonly [string, Route])[] = [
  ...route('bash sh dash zsh ksh mksh ash rbash fish csh tcsh', {
    values: '-o -O',
    reads: '--rcfile --init-file',
    flags: '-c -s',
    order: 'options-first',
    operands: (parsed) =>
      parsed.given.has('-c') || parsed.given.has('-s') ? [] : [['read', parsed.positionals.slice(0, 1)]],
  }),
  ...route('source .', { operands: ({ positionals }) => [['read', positionals.slice(0, 1)]] }),
  ...interpreterRoutes,
  ...route('script', {
    values: '-c/--command -E/--echo -m/--logging-format -o/--output-limit',
    writes: '-I/--log-in -O/--log-out -B/--log-io -T/--log-timing',
    lists: [optionals('-t/--timing')],
    operands: ({ positionals }) => [['write', positionals.slice(0, 1)]],
  }),
  ...route('strace ltrace', {
    values: '-e -s -p -u -a -E -P -O -S -b -I -X -F',
    writes: '-o/--output',
    order: 'options-first',
  }),
  ...route('time gtime', { values: '-f/--format', writes: '-o/--output', order: 'options-first' }),
  ...route('xargs', {
    values: '-n -P -L -s -d -E -I -J -R',
    reads: '-a/--arg-file',
    order: 'options-first',
  }),
  ...route('parallel', {
    values: '-j',
    reads: '-a/--arg-file',
    writes: '--joblog --results',
    order: 'options-first',
    more: inputFiles,
  }),
  ...route('flock', {
    values: '-w -E',
    order: 'options-first',
    operands: ({ positionals }) => [['write', positionals.slice(0, 1)]],
  }),
  ...route('valgrind', { writes: '--log-file --xml-file', order: 'options-first' }),
  ...route('hyperfine', { values: '-w -r -p', writes: '--export-json --export-csv --export-markdown' }),
  ...route('column', { operands: reads }),
];

/** `parallel echo :::: a ::: b` reads `a`. */
function inputFiles(_parsed: ParsedArguments, argv: Arguments): readonly FileTouch[] {
  let isFile = false;
  return argv.flatMap((word, index) => {
    if (typeof word === 'string' && word.startsWith(':::')) {
      isFile = word.startsWith('::::');
      return [];
    }
    return isFile && typeof word === 'string' ? [implied('read', word, { index })] : [];
  });
}
