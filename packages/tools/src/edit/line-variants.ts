/** One way in which two texts that look alike may differ: after `normalize`, line by line, they are equal. */
interface LineVariant {
  /** Completes "it differs only in …". */
  readonly difference: string;
  readonly normalize: (line: string) => string;
}

/** From the smallest difference to the largest, so that the first that fits is the most specific. */
export const LINE_VARIANTS: readonly LineVariant[] = [
  { difference: 'line endings (CRLF versus LF)', normalize: withoutReturn },
  { difference: 'trailing whitespace', normalize: (line) => line.trimEnd() },
  { difference: 'indentation', normalize: (line) => line.trim() },
  { difference: 'whitespace', normalize: plainSpaces },
  { difference: 'quotation marks, dashes or special spaces', normalize: plainPunctuation },
  {
    difference: 'whitespace and punctuation',
    normalize: (line) => plainSpaces(plainPunctuation(line)),
  },
  {
    difference: 'upper and lower case',
    normalize: (line) => plainSpaces(plainPunctuation(line)).toLowerCase(),
  },
];

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function plainSpaces(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

function plainPunctuation(line: string): string {
  return withoutReturn(line)
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/\u2026/g, '...');
}
