/** rg's messages name its own flags, which a caller of the tool can't set: what to do instead. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [/multiline mode/, 'Set multiline to true for a pattern that spans lines.'],
  [
    /look-around|backreferences/,
    'Look-around and backreferences do not exist here: search for the part without them.',
  ],
  [/impossible to match/, 'A NUL byte cannot be searched for.'],
  [
    /unrecognized file type/,
    'Types are those of ripgrep, such as js, ts, py, rust, go or java; for another ending use glob, such as "*.xyz".',
  ],
];

/** What rg said, and how it is mended with the tool's own fields. */
export function explainRejection(rejection: string): string {
  const hint = HINTS.find(([message]) => message.test(rejection))?.[1];
  return hint === undefined ? rejection : `${rejection}\n${hint}`;
}
