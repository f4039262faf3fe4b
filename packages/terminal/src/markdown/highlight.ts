import type { Style, StyleName } from '../text/style.ts';

/** How a family of languages marks the rest of a line as a comment. */
const COMMENTS: readonly { readonly mark: string; readonly languages: string }[] = [
  {
    mark: '//',
    languages:
      'js javascript jsx mjs cjs ts typescript tsx mts cts java kotlin kt scala groovy c h cpp c++ cc hpp cs csharp go rust rs swift dart php zig proto json5 jsonc scss less',
  },
  {
    mark: '#',
    languages:
      'py python sh bash zsh fish shell console rb ruby pl perl r yaml yml toml ini make makefile dockerfile docker nix tcl elixir ex exs julia jl awk cmake hcl tf terraform',
  },
  { mark: '--', languages: 'sql lua hs haskell ada elm' },
];

/** Words that most languages keep for themselves: one set serves all. */
const KEYWORDS = new Set(
  (
    'abstract and as async await begin break case catch class const continue def default defer delete do done elif else end ' +
    'enum esac except export extends extern false fi final finally fn for from func function go if impl implements import in ' +
    'instanceof interface is lambda let local loop match mod module mut namespace new nil none not null or override package pass ' +
    'private protected pub public raise readonly return select self static struct super switch then this throw throws trait true ' +
    'try type typeof undefined union unsafe until use using val var void when where while with yield'
  ).split(' '),
);

/** Also in capitals, as people write SQL. */
const SQL = new Set(
  'alter and as asc by case create delete desc distinct drop else end exists from group having in inner insert into is join left limit not null on or order outer right select set table then union update values when where with'.split(
    ' ',
  ),
);

const MARKS: ReadonlyMap<string, string> = new Map(
  COMMENTS.flatMap(({ mark, languages }) => languages.split(' ').map((name) => [name, mark] as const)),
);

const ONLY_STRINGS = new Set(['json', 'css', 'html', 'xml', 'vue', 'svelte']);

/** A line of code with its comments, strings and keywords in the colors of the terminal. A language that is not known stays as it is. */
export function highlighted(line: string, language: string, style: Style): string {
  if (language === 'diff' || language === 'patch') return ofDifference(line, style);
  const mark = MARKS.get(language);
  if (mark === undefined && !ONLY_STRINGS.has(language)) return line;
  // Within a comment of several lines.
  if (mark === '//' && /^\s*(?:\/\*|\*(?:[\s/]|$))/.test(line)) return style('quiet', line);
  const keywords = language === 'sql' ? SQL : KEYWORDS;
  let out = '';
  for (const { 0: piece, index } of line.matchAll(PIECES)) {
    if (piece === mark && /(?:^|[\s;{}(),])$/.test(line.slice(0, index)))
      return out + style('quiet', line.slice(index));
    const name = nameOf(piece, keywords);
    out += name === undefined ? piece : style(name, piece);
  }
  return out;
}

/** Strings, words, marks of comments, and what is between them. */
const PIECES =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}_$][\p{L}\d_$]*|\/\/|--|#|\s+|./gsu;

function nameOf(piece: string, keywords: ReadonlySet<string>): StyleName | undefined {
  if (piece.length > 1 && /^["'`]/.test(piece)) return 'good';
  const word = keywords === SQL ? piece.toLowerCase() : piece;
  return keywords.has(word) ? 'accent' : undefined;
}

function ofDifference(line: string, style: Style): string {
  if (line.startsWith('@@')) return style('accent', line);
  if (/^(?:\+\+\+|---|diff |index )/.test(line)) return style('quiet', line);
  return line.startsWith('+') ? style('good', line) : line.startsWith('-') ? style('bad', line) : line;
}
