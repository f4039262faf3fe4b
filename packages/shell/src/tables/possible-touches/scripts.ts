import type { FileTouch } from '../file-touch.ts';
import { parseLoosely } from '../parse-loosely.ts';
import { optionals, type Arguments, type ParsedArguments } from '../row.ts';
import { awkReach } from '../scripts/awk-reach.ts';
import { joinedReach, UNKNOWN_REACH, type ScriptReach } from '../scripts/script-reach.ts';
import { sedReach } from '../scripts/sed-reach.ts';
import { filledDirectory, implied, route, type Route } from './route.ts';
import { touchesOfScript } from './touches-of-script.ts';

/** Programs whose script, one of the arguments, names files that it reads or writes. */
export const scriptRoutes: readonly (readonly [string, Route])[] = [
  ...route('sed gsed ssed', {
    flags: '-n -E -r -s -u -z',
    values: '-e/--expression -l/--line-length',
    reads: '-f/--file',
    lists: [optionals('-i/--in-place')],
    operands: (parsed) => [[parsed.given.has('-i') ? 'write' : 'read', sedFiles(parsed)]],
    more: (parsed, argv) => [
      ...sedBackups(parsed),
      ...patternBackups(argv),
      ...touchesOfScript(sedScripts(parsed), placeOf(parsed)),
    ],
  }),
  ...route('awk gawk mawk nawk original-awk', {
    values: '-F/--field-separator -v/--assign -e/--source -i/--include -l/--load',
    reads: '-f/--file -E/--exec',
    lists: [optionals('-o/--pretty-print -p/--profile -d/--dump-variables')],
    order: 'options-first',
    operands: (parsed) => {
      const isInPlace = parsed.given.get('-i')?.includes('inplace') === true;
      const files = hasProgramFile(parsed) ? parsed.positionals : parsed.positionals.slice(1);
      return [[isInPlace ? 'write' : 'read', files]];
    },
    more: (parsed) => [
      ...touchesOfScript(awkScripts(parsed), placeOf(parsed)),
      ...printedOperands(parsed),
      ...awkBackups(parsed),
      // Of a library, a message shows what isn't a program.
      ...['-i', '-l'].flatMap((name) =>
        (parsed.given.get(name) ?? []).flatMap((value) =>
          value === 'inplace' ? [] : [implied('read', value, placeOf(parsed))],
        ),
      ),
      ...['-o', '-p', '-d'].flatMap((name) =>
        (parsed.given.get(name) ?? []).map((value) => implied('write', value, placeOf(parsed))),
      ),
    ],
  }),
  ...route('perl ruby', {
    flags: '-n -p -a -w -l -0',
    values: '-e -E -I -M -m -r',
    lists: [optionals('-i -l -0 -F')],
    order: 'options-first',
    operands: (parsed) => {
      const isInline = parsed.given.has('-e') || parsed.given.has('-E');
      const data = isInline ? parsed.positionals : parsed.positionals.slice(1);
      const program = isInline ? [] : parsed.positionals.slice(0, 1);
      return [
        ['read', program],
        [parsed.given.has('-i') ? 'write' : 'read', isLoop(parsed) ? data : []],
      ];
    },
    more: ({ given, positionals }, argv) => [
      ...backups(given.get('-i'), positionals),
      ...patternBackups(argv),
      ...openedOperands(argv),
      // Each script may open what it is given.
      ...positionals.flatMap((one) => (one.value === undefined ? [] : [implied('read', one.value, one)])),
    ],
  }),
];

/** `'< .env'`, `'>sec/x'`, `' x '`: perl opens an operand as a shell reads a redirection. */
function openedOperands(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    const text = typeof word === 'string' ? word : '';
    const [, sign = '', path = ''] = /^\s*(\+?[<>]{0,2})\s*([^]*?)\s*$/u.exec(text) ?? [];
    if (index === 0 || path === '' || path === text) return [];
    return [implied(/[>+]/u.test(sign) ? 'write' : 'read', path, { index })];
  });
}

function placeOf({ positionals }: ParsedArguments): { readonly index: number } {
  return positionals[0] ?? { index: 1 };
}

function isLoop({ given }: ParsedArguments): boolean {
  return given.has('-n') || given.has('-p') || given.has('-i');
}

function sedFiles({ given, positionals }: ParsedArguments): ParsedArguments['positionals'] {
  return given.has('-e') || given.has('-f') ? positionals : positionals.slice(1);
}

function sedBackups(parsed: ParsedArguments): readonly FileTouch[] {
  return backups(parsed.given.get('-i'), sedFiles(parsed));
}

/** `-isec/*` without quotes is a pattern for the shell, and stays as it is where nothing matches it. */
function patternBackups(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    if (typeof word !== 'object') return [];
    const [, path] = /^(?:-\w*?i|--in-place=)([^]*\/)/u.exec(word.prefix) ?? [];
    if (path === undefined) return [];
    const directory = { ...implied('write', path, { index }), isTree: true };
    return [...filledDirectory({ value: path, index }), directory];
  });
}

/** `-i inplace -v inplace::suffix=.bak` */
function awkBackups(parsed: ParsedArguments): readonly FileTouch[] {
  const { given, positionals } = parsed;
  if (given.get('-i')?.includes('inplace') !== true) return [];
  const files = hasProgramFile(parsed) ? positionals : positionals.slice(1);
  const words = [...(given.get('-v') ?? []), ...positionals.map(({ value }) => value)];
  const suffixes = words.flatMap(
    (word) => /^(?:inplace::suffix|INPLACE_SUFFIX)=([^]*)$/u.exec(word ?? '')?.[1] ?? [],
  );
  return suffixes.flatMap((suffix) => backups([suffix], files));
}

/** `.bak`, or a name in which `*` stands for the file's name. */
function backups(
  suffixes: readonly (string | undefined)[] | undefined,
  files: ParsedArguments['positionals'],
): readonly FileTouch[] {
  const suffix = suffixes?.at(-1);
  if (suffix === undefined || suffix === '') return [];
  return files.flatMap((file) => {
    if (file.value === undefined) return [];
    const slash = file.value.lastIndexOf('/') + 1;
    const name = file.value.slice(slash);
    const copy = suffix.includes('*') ? suffix.replaceAll('*', name) : `${name}${suffix}`;
    return [implied('write', copy.includes('/') ? copy : `${file.value.slice(0, slash)}${copy}`, file)];
  });
}

function hasProgramFile({ given }: ParsedArguments): boolean {
  return ['-f', '-e', '-E'].some((name) => given.has(name));
}

/** What the scripts that the words hold do; of a script in a file nothing is known here. */
function sedScripts({ given, positionals }: ParsedArguments): ScriptReach {
  const inline =
    given.get('-e') ?? (given.has('-f') ? [] : positionals.slice(0, 1).map(({ value }) => value));
  return inline.includes(undefined) ? UNKNOWN_REACH : sedReach(inline.join('\n'));
}

function awkScripts(parsed: ParsedArguments): ScriptReach {
  const { given, positionals } = parsed;
  const inline =
    given.get('-e') ?? (hasProgramFile(parsed) ? [] : positionals.slice(0, 1).map(({ value }) => value));
  const variables = assignedVariables(parsed);
  return joinedReach(
    inline.map((program) => (program === undefined ? UNKNOWN_REACH : awkReach(program, variables))),
  );
}

/** `-v f=name`, and `f=name` among the files. */
function assignedVariables(parsed: ParsedArguments): ReadonlyMap<string, string | undefined> {
  const operands = hasProgramFile(parsed) ? parsed.positionals : parsed.positionals.slice(1);
  const variables = new Map<string, string | undefined>();
  for (const word of [...(parsed.given.get('-v') ?? []), ...operands.map(({ value }) => value)]) {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/u.exec(word ?? '') ?? [];
    if (name === undefined || value === undefined) continue;
    // An escape in it is read as in a string, and a second value may count instead.
    variables.set(name, variables.has(name) || value.includes('\\') ? undefined : value);
  }
  return variables;
}

/** `print > FILENAME`, `print > ARGV[2]`, and what variables hold that a script in a file may print to. */
function printedOperands(parsed: ParsedArguments): readonly FileTouch[] {
  const { given, positionals } = parsed;
  const place = placeOf(parsed);
  const isFromFile = hasProgramFile(parsed);
  const scripts = given.get('-e') ?? (isFromFile ? [] : [positionals[0]?.value]);
  if (!isFromFile && !scripts.some((script) => TO_VARIABLE.test(script ?? '>x'))) return [];
  const operands = isFromFile ? positionals : positionals.slice(1);
  const usesOperands = scripts.some((script) => /\b(?:ARGV|FILENAME)\b/u.test(script ?? 'ARGV'));
  const files = usesOperands ? operands.flatMap(({ value }) => value ?? []) : [];
  const values = [...assignedVariables(parsed).values()].filter((value) => value !== undefined);
  return [...values, ...files].filter((value) => value !== '').map((value) => implied('write', value, place));
}

/** `print > f`, `print > ARGV[2]`, `print > (d "/x")`. */
const TO_VARIABLE = /\bprintf?\b[^;}\n]*>>?\s*[A-Za-z_($]/u;

/**
 * What the script among the words of sed or awk does. `given` is the text of the file that `-f` names, where the line writes it.
 * Undefined: another program.
 */
export function reachOfScripts(
  argv: Arguments,
  given: { readonly path: string | undefined; readonly text: string | undefined },
): ScriptReach | undefined {
  const name = typeof argv[0] === 'string' ? argv[0].slice(argv[0].lastIndexOf('/') + 1) : undefined;
  const isAwk = AWKS.has(name ?? '');
  const found = isAwk || SEDS.has(name ?? '') ? routes.get(name ?? '') : undefined;
  if (found === undefined) return undefined;
  const parsed = parseLoosely(found.row, argv, 1);
  const files = ['-f', '-E', '-i'].flatMap((option) => parsed.given.get(option) ?? []);
  const inFile =
    given.path === undefined || !files.includes(given.path)
      ? []
      : [given.text === undefined ? UNKNOWN_REACH : isAwk ? awkReach(given.text) : sedReach(given.text)];
  return joinedReach([isAwk ? awkScripts(parsed) : sedScripts(parsed), ...inFile]);
}

const SEDS = new Set('sed gsed ssed'.split(' '));
const AWKS = new Set('awk gawk mawk nawk original-awk'.split(' '));
const routes: ReadonlyMap<string, Route> = new Map(scriptRoutes);
