import type { FileTouch } from '../file-touch.ts';
import { optionals, type Arguments, type ParsedArguments, type Positional } from '../row.ts';
import { reads } from './operands.ts';
import { pathWords } from '../path-words.ts';
import { filledBy, filledDirectory, implied, route, type Route } from './route.ts';

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
  ...route('python python2 python3 pypy pypy3 node deno bun php lua Rscript osascript', {
    flags: '-c -e -m -p/--eval/--print -r --cpu-prof --heap-prof --test',
    values:
      '-W -X -d --cpu-prof-dir --heap-prof-dir --diagnostic-dir --report-dir/--report-directory --test-reporter --import --require',
    writes:
      '--redirect-warnings --trace-event-file-pattern --test-reporter-destination --logfile --report-filename',
    order: 'options-first',
    operands: (parsed) =>
      ['-c', '-e', '-m', '-p', '-r'].some((name) => parsed.given.has(name))
        ? []
        : [['read', parsed.positionals.slice(0, 1)]],
    // A script is a program that no table knows.
    more: (parsed, argv) => {
      const { given, positionals } = parsed;
      return [
        ...filledBy(parsed, '--cpu-prof-dir', '--heap-prof-dir', '--diagnostic-dir', '--report-dir'),
        ...(given.get('-X') ?? []).flatMap((value) => {
          const [, directory] = /^pycache_prefix=([^]+)$/u.exec(value ?? '') ?? [];
          return filledDirectory({ value: directory, index: 1 });
        }),
        ...(given.has('-m') ? [...filledByModule(positionals), ...namedToModule(positionals)] : []),
        ...(positionals[0] === undefined ? [] : pathWords(argv, positionals[0].index)),
      ];
    },
  }),
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

/** `-m json.tool IN OUT`, `-m cProfile -o FILE`, `-m trace -C DIR`: an output, whatever the module. */
function namedToModule([module, ...words]: readonly Positional[]): readonly FileTouch[] {
  const places = words.filter(({ value }) => value?.startsWith('-') !== true);
  const named = words.flatMap((word, at) => {
    const [, attached] = /^(?:-\w*[oC]|--(?:out\w*|coverdir))(?:=|$)([^]*)$/u.exec(word.value ?? '') ?? [];
    if (attached === undefined) return [];
    const value = attached === '' ? words[at + 1]?.value : attached;
    return value === undefined
      ? []
      : [implied('write', value, word), ...filledDirectory({ value, index: word.index })];
  });
  const output = module?.value === 'json.tool' ? places.slice(1, 2) : [];
  return [...named, ...output.map((one) => implied('write', one.value, one))];
}

/** Directories that modules of Python's own fill: `-m zipfile -e z.zip DIR`, `-m tarfile -e`, `-m venv DIR`, `-m pip install -t DIR`. */
function filledByModule([module, ...words]: readonly Positional[]): readonly FileTouch[] {
  const places = words.filter(({ value }) => value?.startsWith('-') !== true);
  const isGiven = (pattern: RegExp): boolean => words.some(({ value }) => pattern.test(value ?? ''));
  switch (module?.value) {
    case 'zipfile':
    case 'tarfile':
      if (isGiven(/^(?:-e|--e)/u)) return filledDirectory(places[1] ?? { value: '.', index: module.index });
      return isGiven(/^(?:-c|--c)/u) ? places.slice(0, 1).map((one) => implied('write', one.value, one)) : [];
    case 'venv':
    case 'virtualenv':
      return places.flatMap(filledDirectory);
    case 'pip':
      return words.flatMap((word, at) => {
        const [, attached] = DIRECTORY_OF_PIP.exec(word.value ?? '') ?? [];
        if (attached === undefined) return [];
        const value = attached === '' ? words[at + 1]?.value : attached;
        return filledDirectory({ value, index: word.index });
      });
    default:
      return [];
  }
}

const DIRECTORY_OF_PIP = /^(?:-[tdw]|--(?:target|dest|wheel-dir|root|prefix|src|cache-dir)(?:=|$))(.*)$/u;

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
