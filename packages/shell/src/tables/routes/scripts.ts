import type { FileTouch } from '../file-command.ts';
import { optionals, type ParsedArguments } from '../row.ts';
import { implied, route, type Route } from './route.ts';

/** Programs whose script, one of the arguments, names files that it reads or writes. */
export const scriptRoutes: readonly (readonly [string, Route])[] = [
  ...route('sed gsed ssed', {
    flags: '-n -E -r -s -u -z',
    values: '-e/--expression -l/--line-length',
    reads: '-f/--file',
    lists: [optionals('-i/--in-place')],
    operands: (parsed) => [[parsed.given.has('-i') ? 'write' : 'read', sedFiles(parsed)]],
    more: (parsed) => [...sedBackups(parsed), ...sedScriptTouches(parsed)],
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
    more: (parsed) => awkTouches(parsed),
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
    more: ({ given, positionals }) => backups(given.get('-i'), positionals),
  }),
];

function isLoop({ given }: ParsedArguments): boolean {
  return given.has('-n') || given.has('-p') || given.has('-i');
}

function sedFiles({ given, positionals }: ParsedArguments): ParsedArguments['positionals'] {
  return given.has('-e') || given.has('-f') ? positionals : positionals.slice(1);
}

function sedBackups(parsed: ParsedArguments): readonly FileTouch[] {
  return backups(parsed.given.get('-i'), sedFiles(parsed));
}

/** `.bak`, or a name in which `*` stands for that of the file. */
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

/** `w file`, `s/a/b/w file`, `r file`: the name reaches to the end of the line. */
function sedScriptTouches({ given, positionals }: ParsedArguments): readonly FileTouch[] {
  const isInline = given.has('-e');
  const scripts = isInline ? (given.get('-e') ?? []) : given.has('-f') ? [] : [positionals[0]?.value];
  const place = positionals[0] ?? { index: 1 };
  return scripts.flatMap((script) =>
    script === undefined
      ? []
      : [...script.matchAll(/(?:^|[^A-Za-z\\]|[gpIiMme])([wWrR])[ \t]+([^\n]+)/gmu)].flatMap(
          ([, letter = '', rest = '']) =>
            namesIn(rest).map((name) =>
              implied(letter.toLowerCase() === 'w' ? 'write' : 'read', name, place),
            ),
        ),
  );
}

/** The whole rest of the line, and what stands before a bracket or semicolon that some versions end it at. */
function namesIn(rest: string): readonly string[] {
  const whole = rest.trim();
  const short = /^[^;}\s]+/u.exec(whole)?.[0];
  return short === undefined || short === whole ? [whole] : [whole, short];
}

function hasProgramFile({ given }: ParsedArguments): boolean {
  return ['-f', '-e', '-E'].some((name) => given.has(name));
}

/** `print > "file"`, `getline < "file"`, and the values of variables that a script may print to. */
function awkTouches(parsed: ParsedArguments): readonly FileTouch[] {
  const { given, positionals } = parsed;
  const [first] = positionals;
  const place = first ?? { index: 1 };
  const scripts = given.get('-e') ?? (hasProgramFile(parsed) ? [] : [first?.value]);
  const named = scripts.flatMap((script) =>
    [...(script ?? '').matchAll(/(>>?|<)\s*"((?:[^"\\]|\\.)*)"/gu)].map(([, sign, name = '']) =>
      implied(sign === '<' ? 'read' : 'write', name, place),
    ),
  );
  const mayPrintToVariable =
    hasProgramFile(parsed) || scripts.some((script) => TO_VARIABLE.test(script ?? '>x'));
  if (!mayPrintToVariable) return named;
  const operands = hasProgramFile(parsed) ? positionals : positionals.slice(1);
  const usesOperands = scripts.some((script) => /\b(?:ARGV|FILENAME)\b/u.test(script ?? 'ARGV'));
  const values = [...(given.get('-v') ?? []), ...operands.map(({ value }) => value)].flatMap((word) => {
    const value = /^[A-Za-z_]\w*=([^]*)$/u.exec(word ?? '')?.[1];
    return value === undefined || value === '' ? [] : [value];
  });
  const files = usesOperands ? operands.flatMap(({ value }) => (value === undefined ? [] : [value])) : [];
  return [...named, ...[...values, ...files].map((value) => implied('write', value, place))];
}

/** `print > f`, `print > ARGV[2]`, `print > (d "/x")`. */
const TO_VARIABLE = /\bprintf?\b[^;}\n]*>>?\s*[A-Za-z_($]/u;
