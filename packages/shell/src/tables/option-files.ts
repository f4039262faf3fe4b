/** How a program takes options from a text: each as a word of its own. Undefined: the text may say anything. */
export type OptionsInText = (text: string) => readonly string[] | undefined;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['v', '\v'],
]);

/** A line of a configuration of curl: `url = "https://x.y/a"`, `--output a`, `-s`. */
const CURL_LINE = /^\s*(-{0,2})([\w.:#-]+)(?:\s*[=:]\s*|\s+)?(?:"((?:[^"\\]|\\.)*)"\s*|(\S[^\n]*?)?\s*)$/su;

export const optionsOfCurlConfig: OptionsInText = (text) => {
  const words: string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    if (/^\s*(?:#|$)/u.test(line)) continue;
    const [, dashes = '', name = '', quoted, bare] = CURL_LINE.exec(line) ?? [];
    if (name === '') return undefined;
    words.push(dashes === '-' ? `-${name}` : `--${name}`);
    if (quoted !== undefined)
      words.push(quoted.replaceAll(/\\(.)/gsu, (_, letter: string) => ESCAPES.get(letter) ?? letter));
    else if (bare !== undefined && bare !== '') {
      // Where a bare value ends differs between versions.
      if (/[\s"\\]/u.test(bare)) return undefined;
      words.push(bare);
    }
  }
  return words;
};

/** `.wgetrc` */
export const optionsOfWgetrc: OptionsInText = (text) =>
  linesOf(text).flatMap((line) => (/^\s*#/u.test(line) ? [] : [`--execute=${line}`]));

/** A list of addresses. */
export const addressesOfList: OptionsInText = (text) => {
  const lines = linesOf(text).map((line) => line.trim());
  return lines.some((line) => line.startsWith('-') || line.includes('<')) ? undefined : lines;
};

const linesOf = (text: string): readonly string[] =>
  text.split(/\r?\n/u).filter((line) => line.trim() !== '');

/** A file with more options. */
export interface OptionFile {
  /** The option whose value it is; undefined: it is what comes in. */
  readonly option: string | undefined;
  readonly optionsIn: OptionsInText;
  /** A file that the line doesn't write, and a text that isn't known, are the user's own business. Default false. */
  readonly isOnlyGiven?: true;
  /** Of what comes in: with more operands, or one of these options, the program doesn't read it. */
  /** Where a word, or what comes in, names the file. */
  readonly inTexts?: RegExp;
  readonly unless?: { readonly operands: number; readonly options: readonly string[] };
}

/** SQL and commands of the program, as an option that holds them. */
const asOption =
  (option: string): OptionsInText =>
  (text) => [option, text];

const sqlite: readonly OptionFile[] = [
  { option: '-init', optionsIn: asOption('-cmd') },
  { option: undefined, optionsIn: asOption('-cmd'), inTexts: /^\s*\.\s*re?a?d?\s+["']?([^\s"']+)/gmu },
  { option: undefined, optionsIn: asOption('-cmd'), unless: { operands: 1, options: [] } },
];
const psql: readonly OptionFile[] = [
  { option: '-f', optionsIn: asOption('-c'), isOnlyGiven: true },
  {
    option: undefined,
    optionsIn: asOption('-c'),
    isOnlyGiven: true,
    unless: { operands: 2, options: ['-c', '-f'] },
  },
];

/** By program. */
export const optionFiles: ReadonlyMap<string, readonly OptionFile[]> = new Map<string, readonly OptionFile[]>(
  [
    ['sqlite3', sqlite],
    ['duckdb', sqlite],
    ['psql', psql],
    ['curl', [{ option: '-K', optionsIn: optionsOfCurlConfig }]],
    ...['wget', 'wget2'].map(
      (name) =>
        [
          name,
          [
            { option: '--config', optionsIn: optionsOfWgetrc },
            { option: '-i', optionsIn: addressesOfList },
          ],
        ] as const,
    ),
  ],
);
