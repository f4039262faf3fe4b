import { reads, readsAfterFirst, writes, writesAfterFirst, writesWith } from './operands.ts';
import { vimReach } from '../scripts/editor-reach.ts';
import { joinedReach, UNKNOWN_REACH } from '../scripts/script-reach.ts';
import { optionals, pairs } from '../row.ts';
import { implied, route, type Route } from './route.ts';
import { databaseRoutes } from './databases.ts';
import { filesOfSql } from './sql-files.ts';
import { touchesOfScript } from './touches-of-script.ts';

const notFor = ['--check', '--diff', '-l'] as const;

/** What these version-control systems do to the files that are named. */
const CHANGING =
  /^(?:rev|revert|rm|rem|remove|del|delete|mv|move|ren|rename|cp|copy|up|update|co|checkout|purge|switch|resolve|merge|pull|shelve|unshelve)$/u;

/** Editors, and programs that bring a file into another form in its place. */
export const editingRoutes: readonly (readonly [string, Route])[] = [
  ...route('ed red', { values: '-p/--prompt', operands: writes }),
  ...route('ex vi vim nvim vimdiff gvim elvis nvi', {
    values: '-c --cmd -t -T',
    reads: '-S -u -U',
    writes: '-w -W -i',
    lists: [optionals('-V')],
    operands: writes,
    more: ({ given, positionals }) => {
      const own = [...(given.get('-c') ?? []), ...(given.get('--cmd') ?? [])];
      const added = positionals.filter(({ prefix }) => /^\+(?!$|\d+$|\/)/u.test(prefix));
      const commands = [...own, ...added.map(({ value }) => value?.slice(1))];
      const reach = joinedReach(commands.map((one) => (one === undefined ? UNKNOWN_REACH : vimReach(one))));
      const place = positionals[0] ?? { index: 1 };
      // A level of verbosity, and the file for what it tells.
      const log = (given.get('-V') ?? []).map((value) => value?.replace(/^\d+/u, ''));
      return [
        ...touchesOfScript(reach, place),
        ...log.filter((name) => name !== '').map((name) => implied('write', name, place)),
      ];
    },
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
  ...route('sd', {
    flags: '-p/--preview -s/--string-mode -F/--fixed-strings -A/--across',
    values: '-f/--flags -n/--max-replacements',
    operands: ({ given, positionals }) => [[given.has('-p') ? 'read' : 'write', positionals.slice(2)]],
  }),
  ...route('fastmod', {
    flags: '-m/--multiline -i/--ignore-case -F/--fixed-strings --accept-all --hidden',
    values: '-d/--dir -e/--extensions -g/--glob --iglob -j/--threads',
    operands: ({ given, positionals }) => [['write', given.has('-d') ? [] : positionals.slice(2), true]],
    more: ({ given, positionals }) => {
      const named = positionals.slice(2).map(({ value }) => value);
      const places = [...(given.get('-d') ?? []), ...named];
      return (places.length === 0 ? ['.'] : places).map((path) => ({
        access: 'write',
        path,
        isTree: true,
        createsNone: true,
        argument: 0,
      }));
    },
  }),
  ...databaseRoutes,
  ...route('psql', {
    values:
      '-c/--command -d/--dbname -v/--set/--variable -P/--pset -F/--field-separator -R/--record-separator -T/--table-attr ' +
      '-h/--host -p/--port -U/--username',
    reads: '-f/--file',
    writes: '-o/--output -L/--log-file',
    more: ({ given }) => (given.get('-c') ?? []).flatMap((value) => filesOfSql(value, 1)),
  }),
  ...route('xmllint', {
    values: '--encode --maxmem --path --pattern --xpath --pretty',
    reads: '--schema --relaxng --schematron --dtdvalid',
    writes: '-o/-output/--output',
    syntax: 'words',
    operands: reads,
  }),
  ...route('xsltproc saxon', {
    values: '--maxdepth --maxvars --path',
    lists: [pairs('--param --stringparam')],
    writes: '-o/--output/-output',
    syntax: 'words',
    operands: reads,
  }),
  ...route('xmlstarlet xml', {
    flags: '-L/--inplace',
    values:
      '-N -u/--update -v/--value -x/--expr -i/--insert -a/--append -s/--subnode -d/--delete -t/--type -n/--name -r/--rename -m/--move',
    syntax: 'words',
    operands: (parsed) => (parsed.given.has('-L') ? writesAfterFirst(parsed) : readsAfterFirst(parsed)),
  }),
  ...route('tidy', {
    flags: '-m/-modify/--modify',
    values: '-w/-wrap -i/--indent-spaces',
    reads: '-config',
    writes: '-o/-output/--output-file -f/-file/--error-file',
    syntax: 'words',
    operands: writesWith('-m'),
  }),
  ...route('hg svn bzr', {
    flags: '-r/--revision',
    writes: '-o/--output',
    operands: (parsed) =>
      CHANGING.test(parsed.positionals[0]?.value ?? '') ? writesAfterFirst(parsed) : readsAfterFirst(parsed),
  }),
  ...route('crudini', {
    flags: '--get --list',
    values: '--format --existing',
    writes: '--output',
    operands: ({ given, positionals }) => [[given.has('--get') ? 'read' : 'write', positionals.slice(0, 1)]],
  }),
  ...route('augtool', { operands: ({ positionals }) => [['write', positionals.slice(1, 2)]] }),
];
