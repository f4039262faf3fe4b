import { reads, writes, writesWith } from './operands.ts';
import { route, type Route } from './route.ts';

const notFor = ['--check', '--diff', '-l'] as const;

/** Editors, and programs that bring a file into another form in its place. */
export const editingRoutes: readonly (readonly [string, Route])[] = [
  ...route('ed red', { values: '-p/--prompt', operands: writes }),
  ...route('ex vi vim nvim vimdiff gvim elvis nvi', {
    values: '-c --cmd -S -t -T -u -U -V -i',
    writes: '-w -W',
    operands: writes,
  }),
  ...route('nano pico micro joe jed mg emacs emacsclient kak hx helix ne mcedit gedit kate', {
    values: '-eval/--eval -l/--load',
    operands: writes,
  }),
  ...route('prettier', { flags: '-w/--write', values: '--parser --config', operands: writesWith('-w') }),
  ...route('eslint biome oxlint oxfmt stylelint rubocop', {
    flags: '--fix --write -a -A --fix-all',
    values: '-c/--config -f/--format --rule',
    writes: '-o/--output-file',
    operands: writes,
  }),
  ...route('black isort autopep8 yapf ruff autoflake pyupgrade docformatter', {
    flags: '-i/--in-place --check --diff',
    values: '-l/--line-length --config',
    operands: (parsed) =>
      notFor.some((name) => parsed.given.has(name)) && !parsed.given.has('-l')
        ? reads(parsed)
        : writes(parsed),
  }),
  ...route('gofmt goimports gofumpt shfmt', {
    flags: '-w -l -d',
    values: '-i -r -s',
    operands: writesWith('-w'),
  }),
  ...route('clang-format astyle uncrustify', {
    flags: '-i',
    values: '--style --options -c',
    writes: '-o',
    operands: writes,
  }),
  ...route('rustfmt stylua taplo dartfmt swiftformat', {
    flags: '--check',
    operands: writesWith('--write'),
    more: ({ given, positionals }) =>
      given.has('--check')
        ? []
        : positionals.map(({ value, index }) => ({
            access: 'write',
            path: value,
            isTree: false,
            argument: index,
          })),
  }),
  ...route('sponge', { operands: writes }),
  ...route('sqlite3 duckdb', {
    values: '-cmd -separator -nullvalue -newline',
    reads: '-init',
    syntax: 'words',
    operands: ({ positionals }) => [['write', positionals.slice(0, 1)]],
  }),
  ...route('crudini augtool', { operands: ({ positionals }) => [['write', positionals.slice(1, 2)]] }),
];
