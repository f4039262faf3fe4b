import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import { pathWords } from '../path-words.ts';
import { optionals, type Arguments, type ParsedArguments } from '../row.ts';
import { namedProfiles } from './named-profiles.ts';
import { filledBy, filledDirectory, implied, route, type Route } from './route.ts';

/** Other runtimes of scripts, whose options are all listed. Words after the script are arguments of the script. */
export const scriptRunnerRoutes: readonly (readonly [string, Route])[] = [
  ...route('deno', {
    flags: `
      -A/--allow-all -h/--help -V/--version -q/--quiet -f/--force -g/--global -l/--lockfile-only --cached-only --no-remote --no-npm
      --no-lock --no-config --no-check --no-prompt --no-code-cache --no-clear-screen --lock-write --parallel
      --trace-leaks --permit-no-files --doc --clean --hide-stacktraces --json --fix --compact
      --rules --use-tabs --no-semicolons --single-quote --dev --save-dev --save --entrypoint --allow-scripts --recursive --eval
      --html --sloppy-imports --unstable-sloppy-imports --unstable-kv --unstable-ffi --unstable-fs
      --unstable-cron --unstable-net --unstable-http --unstable-webgpu --unstable-worker-options --unstable-byonm --unstable
      --unstable-bare-node-builtins --unstable-temporal --unstable-detect-cjs
      -i --interactive --minify --keep-names --code-splitting       --no-run --lcov --detailed`,
    values: `
      -L/--log-level --location --seed --ext -n/--name --filter --target --reporter --port --host --cwd       --line-width --indent-width --prose-wrap --rules-tags --rules-include --rules-exclude --platform --format --conditions
      --ignore --include --exclude -j/--jobs --cpu-prof-dir --root`,
    reads: '-c/--config --import-map --cert --preload --import --require',
    writes: '-o/--output --outdir --junit-path',
    lists: [
      optionals(
        '--allow-read/-R --allow-write/-W --allow-net/-N --allow-env/-E --allow-run --allow-sys/-S --allow-ffi --allow-import/-I ' +
          '--deny-read --deny-write --deny-net --deny-env --deny-run --deny-sys --deny-ffi --deny-import --permission-set/-P --check ' +
          '--reload/-r --watch --watch-hmr --watch-exclude --inspect --inspect-brk --inspect-wait --node-modules-dir --vendor --frozen ' +
          '--fail-fast --shuffle --coverage --env-file/--env --lock --unsafely-ignore-certificate-errors --cpu-prof --sourcemap',
      ),
    ],
    order: 'options-first',
    rewrite: withoutSubcommand(
      'run test eval fmt lint check task install i compile bundle cache info repl serve bench doc init add remove upgrade clean outdated coverage',
    ),
    syntax: 'exact',
    isComplete: true,
    operands: scriptOf,
    more: (parsed, argv) => [
      ...filledBy(parsed, '--coverage', '--outdir', '--cpu-prof-dir', '--root'),
      ...attachedFiles(parsed, '--env-file', 'read', '.env'),
      ...attachedFiles(parsed, '--lock', 'read'),
      ...attachedFiles(parsed, '--lock', 'write'),
      ...wordsOfScript(parsed, argv),
      ...namedAtAll(argv),
    ],
  }),
  ...route('bun', {
    flags: `
      --watch --hot --no-clear-screen --smol --if-present --no-install -i --prefer-offline --prefer-latest --expose-gc
      --no-deprecation --throw-deprecation --zero-fill-buffers --no-addons --silent -v/--version --revision -b/--bun -h/--help
      --preserve-symlinks --preserve-symlinks-main --sql-preconnect --redis-preconnect --no-env-file -u/--update-snapshots --only --todo
      --coverage --concurrent --randomize --pass-with-no-tests --compile --bytecode --minify --minify-syntax --minify-whitespace
      --minify-identifiers --keep-names --splitting --production --emit-dce-annotations --react-fast-refresh
      --frozen-lockfile -y/--yarn --no-save --save --dry-run -f/--force
      --no-cache --verbose --no-progress --no-summary --no-verify --ignore-scripts --trust -g/--global --save-text-lockfile
      --dev -D --development --optional --peer -E/--exact -a/--analyze -r/--recursive --latest --all --parallel --sequential
      --workspaces`,
    values: `
      -e/--eval -p/--print --port --conditions --fetch-preconnect --max-http-header-size --dns-result-order --title
      --unhandled-rejections --elide-lines -F/--filter --shell --install --drop -l/--loader --main-fields --extension-order
      --jsx-factory --jsx-fragment --jsx-import-source --jsx-runtime --timeout --rerun-each --coverage-reporter -t/--test-name-pattern
      --reporter --max-concurrency --seed --target --format --public-path --external --entry-naming --chunk-naming --asset-naming --banner
      --footer --packages --env --registry --concurrent-scripts --network-concurrency --omit --linker --backend --ca --minimum-release-age
      -d/--define --cpu --os --user-agent --console-depth --cwd --root --outdir --coverage-dir --cache-dir
      --cpu-prof-dir --cpu-prof-name --heap-prof-dir --heap-prof-name`,
    reads: '--preload --require --import --env-file --cafile --tsconfig-override -c/--config',
    writes: '--outfile --reporter-outfile --metafile',
    lists: [optionals('--inspect --inspect-wait --inspect-brk --bail --sourcemap --cpu-prof --heap-prof')],
    order: 'options-first',
    rewrite: withoutSubcommand(
      'run test build install i add a remove rm update x create init link unlink outdated audit pm repl publish why exec',
    ),
    syntax: 'exact',
    isComplete: true,
    operands: scriptOf,
    more: (parsed, argv) => [
      ...filledBy(parsed, '--outdir', '--coverage-dir', '--cache-dir', '--cpu-prof-dir', '--heap-prof-dir'),
      ...namedProfiles(parsed),
      ...bundledInto(argv),
      ...wordsOfScript(parsed, argv),
      ...namedAtAll(argv),
    ],
  }),
  ...route('php', {
    flags: `
      -a/--interactive -C/--no-chdir -e/--profile-info -h/--help -? -H/--hide-args -i/--info -l/--syntax-check -m/--modules
      -n/--no-php-ini -q/--no-header -s/--syntax-highlight -v/--version -w/--strip --ini`,
    values: `
      -d/--define -r/--run -B/--process-begin -R/--process-code -E/--process-end -S/--server -t/--docroot -T/--timing -b/--bindpath
      --rf/--rfunction --rc/--rclass --re/--rextension --rz/--rzendextension --ri/--rextinfo`,
    reads: '-c/--php-ini -f/--file -F/--process-file -z/--zend-extension',
    order: 'options-first',
    syntax: 'exact',
    isComplete: true,
    operands: scriptOf,
    more: (parsed, argv) => [...namedBySettings(parsed), ...wordsOfScript(parsed, argv)],
  }),
];

/** Options that hold code, so that no operand is a script. */
const CODE = ['-e', '--eval', '-p', '-r', '-R', '-B'];

function scriptOf({ given, positionals }: ParsedArguments) {
  return CODE.some((name) => given.has(name)) ? [] : [['read', positionals.slice(0, 1)] as const];
}

/** A script is a program that no table knows. */
function wordsOfScript({ positionals: [script] }: ParsedArguments, argv: Arguments): readonly FileTouch[] {
  return script === undefined ? [] : pathWords(argv, script.index);
}

/**
 * Each word may be a file that is read: `deno check a.ts b.ts`, `bun test a.ts b.ts`. An option that takes a value for one sub-command takes
 * none for another, where the next word is an operand: `bun run --target x.ts`.
 */
function namedAtAll(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    const [, value] = /^(?:-\w=)?([^-][^]*)$/u.exec(knownWord(word) ?? '') ?? [];
    return index === 0 || value === undefined ? [] : [implied('read', value, { index })];
  });
}

/** `bun build x.ts --outfile y`: options come behind the source too, and what fills a directory has the names of the sources. */
function bundledInto(argv: Arguments): readonly FileTouch[] {
  const sources = argv.flatMap(
    (word) => /^(?!-)(?:.*\/)?([^/]+)\.[cm]?[jt]sx?$/u.exec(knownWord(word) ?? '')?.[1] ?? [],
  );
  return argv.flatMap((word, index): readonly FileTouch[] => {
    const [, kind, own] = /^--(outfile|outdir|metafile)(?:=([^]*))?$/u.exec(knownWord(word) ?? '') ?? [];
    if (kind === undefined) return [];
    const path = own ?? argv[index + 1];
    if (kind !== 'outdir') return [implied('write', path, { index })];
    const value = knownWord(path);
    const bundles = value === undefined ? [] : sources.map((name) => posix.join(value, `${name}.js`));
    return [
      ...filledDirectory({ value, index }),
      ...bundles.map((name) => implied('write', name, { index })),
    ];
  });
}

/** `deno run x.ts --flag` is `deno x.ts --flag`. */
function withoutSubcommand(names: string): (argv: Arguments) => Arguments {
  const known = new Set(names.split(' '));
  return (argv) => (known.has(knownWord(argv[1]) ?? '') ? argv.toSpliced(1, 1) : argv);
}

/**
 * `--env-file=x`
 * @param otherwise what the option names without a value
 */
function attachedFiles(
  { given }: ParsedArguments,
  option: string,
  access: FileTouch['access'],
  otherwise?: string,
): readonly FileTouch[] {
  const values = given.get(option);
  const all = values?.length === 0 && otherwise !== undefined ? [otherwise] : values;
  return (all ?? []).map((value) => implied(access, value, { index: 1 }));
}

/** `-d auto_prepend_file=x`, `-d error_log=x`: a setting may name a file that is read, loaded or written. */
function namedBySettings({ given }: ParsedArguments): readonly FileTouch[] {
  return (given.get('-d') ?? []).flatMap((value): readonly FileTouch[] => {
    const [, path] = /^[\w.]+=["']?(.*?)["']?$/su.exec(value ?? '=') ?? [];
    if (
      value !== undefined &&
      (path === undefined || /^(?:\d+[KMG]?|on|off|yes|no|true|false|)$/iu.test(path))
    )
      return [];
    return [implied('read', path, { index: 1 }), implied('write', path, { index: 1 })];
  });
}
