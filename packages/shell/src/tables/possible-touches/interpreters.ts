import type { FileTouch } from '../file-touch.ts';
import { pathWords } from '../path-words.ts';
import { optionals, type Arguments, type ParsedArguments, type Positional } from '../row.ts';
import { namedProfiles } from './named-profiles.ts';
import { scriptRunnerRoutes } from './script-runners.ts';
import { filledBy, filledDirectory, implied, route, type Route, type Use } from './route.ts';
import { wholeTree } from './unpacked.ts';

/** The script, unless options say what is run. */
const scriptOf = ({ given, positionals }: ParsedArguments): readonly Use[] =>
  ['-c', '-e', '-m', '-p', '-r'].some((name) => given.has(name)) ? [] : [['read', positionals.slice(0, 1)]];

/** A script is a program that no table knows. */
const wordsOfScript = ({ positionals: [script] }: ParsedArguments, argv: Arguments): readonly FileTouch[] =>
  script === undefined ? [] : pathWords(argv, script.index);

/** Interpreters of languages that are not for the shell. */
export const interpreterRoutes: readonly (readonly [string, Route])[] = [
  ...route('python python2 python3 pypy pypy3', {
    flags: `
      -b -bb -B -c -d -E -h/--help -i -I -m -O -OO -P -q -s -S -t -u -v -vv -V/--version -x -? --help-env --help-xoptions
      --help-all`,
    values: '-W -X --check-hash-based-pycs',
    order: 'options-first',
    operands: scriptOf,
    isComplete: true,
    // `-mjson.tool`
    families: /^-[a-zA-Z]*[mc]/u,
    more: (parsed, argv) => {
      const { given, positionals } = parsed;
      return [
        ...(given.get('-X') ?? []).flatMap((value) => {
          const [, directory] = /^pycache_prefix=([^]+)$/u.exec(value ?? '') ?? [];
          return filledDirectory({ value: directory, index: 1 });
        }),
        ...(given.has('-m') ? [...filledByModule(positionals), ...namedToModule(positionals)] : []),
        ...wordsOfScript(parsed, argv),
      ];
    },
  }),
  ...route('node nodejs', {
    flags: `
      -c/--check -e/--eval -p/--print -h/--help -i/--interactive -v/--version --v8-options --completion-bash --cpu-prof --heap-prof
      --test --test-only --test-force-exit --test-update-snapshots --watch --watch-preserve-output --abort-on-uncaught-exception
      --allow-addons --allow-child-process --allow-wasi --allow-worker --permission --experimental-permission
      --disable-wasm-trap-handler --disable-sigusr1 --disallow-code-generation-from-strings --enable-fips --enable-source-maps
      --entry-url --expose-gc --force-context-aware --force-fips --force-node-api-uncaught-exceptions-policy --frozen-intrinsics
      --insecure-http-parser --interpreted-frames-native-stack --jitless --node-memory-debug --openssl-legacy-provider
      --openssl-shared-config --pending-deprecation --preserve-symlinks --preserve-symlinks-main --report-compact
      --report-exclude-network --report-exclude-env --report-on-fatalerror --report-on-signal --report-uncaught-exception
      --throw-deprecation --trace-deprecation --trace-exit --trace-promises --trace-sigint --trace-sync-io --trace-tls
      --trace-uncaught --trace-warnings --trace-env --track-heap-objects --use-bundled-ca --use-openssl-ca --use-system-ca
      --zero-fill-buffers --enable-network-family-autoselection --huge-max-old-generation-size --tls-max-v1.2 --tls-max-v1.3
      --tls-min-v1.0 --tls-min-v1.1 --tls-min-v1.2 --tls-min-v1.3 --experimental-eventsource --experimental-import-meta-resolve
      --experimental-print-required-tla --experimental-require-module --experimental-test-coverage --experimental-test-module-mocks
      --experimental-test-isolation --experimental-test-snapshots --experimental-vm-modules --experimental-wasm-modules
      --experimental-websocket --experimental-webstorage --experimental-strip-types --experimental-transform-types
      --experimental-sqlite --experimental-detect-module --experimental-network-inspection --experimental-async-context-frame`,
    values: `
      -C/--conditions --cpu-prof-dir --cpu-prof-interval --cpu-prof-name
      --heap-prof-dir --heap-prof-interval --heap-prof-name --diagnostic-dir --report-dir/--report-directory --report-signal
      --test-concurrency --test-name-pattern --test-skip-pattern --test-shard --test-timeout --test-isolation
      --test-coverage-include --test-coverage-exclude --test-coverage-branches --test-coverage-functions --test-coverage-lines
      --watch-path --watch-kill-signal --disable-proto --disable-warning --dns-result-order
      --experimental-default-type --input-type --icu-data-dir --inspect-port/--debug-port --inspect-publish-uid
      --max-http-header-size --network-family-autoselection-attempt-timeout --heapsnapshot-near-heap-limit --heapsnapshot-signal
      --secure-heap --secure-heap-min --title --tls-cipher-list --trace-event-categories --unhandled-rejections --use-largepages
      --v8-pool-size --stack-trace-limit --allow-fs-read --allow-fs-write --run`,
    reads: `
      --env-file --env-file-if-exists --openssl-config --experimental-config-file -r/--require --import
      --loader/--experimental-loader --test-reporter --test-global-setup`,
    writes: `
      --redirect-warnings --trace-event-file-pattern --test-reporter-destination --logfile --report-filename --tls-keylog
      --localstorage-file --snapshot-blob`,
    lists: [
      optionals(
        '--inspect --inspect-brk --inspect-wait --max-old-space-size --max-semi-space-size --stack-size',
      ),
    ],
    // V8 reads what the words of node's own options begin with as options of its own.
    syntax: 'exact',
    order: 'options-first',
    operands: scriptOf,
    isComplete: true,
    families: /^--(?:no-|harmony)[a-z-]+$|^--max-(?:old-space|semi-space|heap)-size=\d+$/u,
    more: (parsed, argv) => [
      ...filledBy(parsed, '--cpu-prof-dir', '--heap-prof-dir', '--diagnostic-dir', '--report-dir'),
      ...namedProfiles(parsed),
      ...modulesByAddress(parsed),
      ...wordsOfScript(parsed, argv),
    ],
  }),
  ...scriptRunnerRoutes,
  ...route('lua Rscript osascript', {
    flags: '-c -e -m -p/--eval/--print -r --test',
    values: '-d --import --require',
    order: 'options-first',
    operands: scriptOf,
    more: wordsOfScript,
  }),
];

/** `--import file:///p/x.mjs` */
function modulesByAddress({ fileValues }: ParsedArguments): readonly FileTouch[] {
  return fileValues.flatMap(({ value, index }): readonly FileTouch[] => {
    if (value?.startsWith('file:') !== true || !URL.canParse(value)) return [];
    return [{ access: 'read', path: pathOfAddress(new URL(value)), isTree: false, argument: index }];
  });
}

/** Undefined: any file. */
function pathOfAddress({ pathname }: URL): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** `-m json.tool IN OUT`, `-m uu IN OUT`, `-m cProfile -o FILE`, `-m trace -C DIR`: an output, whatever the module. */
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
  const output = /^(?:json\.tool|uu)$/u.test(module?.value ?? '') ? places.slice(1, 2) : [];
  return [...named, ...output.map((one) => implied('write', one.value, one))];
}

/** Directories that modules of Python's own fill: `-m zipfile -e z.zip DIR`, `-m tarfile -e`, `-m venv DIR`, `-m pip install -t DIR`. */
function filledByModule([module, ...words]: readonly Positional[]): readonly FileTouch[] {
  const places = words.filter(({ value }) => value?.startsWith('-') !== true);
  const isGiven = (pattern: RegExp): boolean => words.some(({ value }) => pattern.test(value ?? ''));
  switch (module?.value) {
    case 'zipfile':
    case 'tarfile':
      if (isGiven(/^(?:-e|--e)/u)) {
        const place = places[1] ?? { value: '.', index: module.index };
        return [...filledDirectory(place), wholeTree(place.value, place.index)];
      }
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
