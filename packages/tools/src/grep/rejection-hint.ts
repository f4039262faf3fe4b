/** rg's messages name its own flags, which callers of the tool can't set: what to do instead. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /literal .* is not allowed|multiline mode/,
    'Set multiline to true for a pattern that spans lines; without it, lines are searched one by one.',
  ],
  [
    /look-around|backreferences/,
    'Look-around and backreferences are not supported: search for the part without them.',
  ],
  [/impossible to match/, 'A NUL byte cannot be searched for.'],
  [/exceeds size limit/, 'Repeat fewer times, or search for a part of the pattern.'],
  [
    /unclosed group|unopened group|unclosed counted|repetition|unclosed character class/,
    'To search for a bracket, brace or other special character itself, write a backslash before it.',
  ],
  [
    /unrecognized file type/,
    'Types are those of ripgrep, such as js, ts, py, rust, go or java; for another extension use glob, such as "*.xyz".',
  ],
];

/** rg's message without its flags and with the pattern as given, and how to fix it with the tool's own fields. */
export function explainRejection(rejection: string): string {
  const hint = HINTS.find(([message]) => message.test(rejection))?.[1];
  const [said = rejection] = rejection.split('\n\nConsider enabling ', 1);
  const text = said.startsWith('regex parse error:') ? patternText(said) : said;
  return hint === undefined ? text : `${text}\n${hint}`;
}

/** rg shows the pattern inside a group that it added. */
const GROUP = '    (?:';

/** Characters shown around the error in a pattern. */
const SHOWN = 60;

function patternText(said: string): string {
  const lines = said.split('\n');
  const reason = lines.findLast((line) => line.startsWith('error: '))?.slice('error: '.length) ?? 'broken';
  const [, shown = '', marks = ''] = lines;
  const at = marks.indexOf('^');
  const isPlace = shown.startsWith(GROUP) && at >= GROUP.length && /^[ ^]+$/.test(marks);
  const place = isPlace ? shown.slice(at, Math.min(marks.length, at + SHOWN)).toWellFormed() : '';
  return `pattern is not a valid regular expression: ${reason}${place === '' ? '' : ` (at ${JSON.stringify(place)})`}.`;
}
