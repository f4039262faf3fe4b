import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import { anything, implied } from './route.ts';
import { sqlTokens, type SqlToken } from './sql-tokens.ts';

const MAX_TEXT = 16_384;

/** Commands of the program that open no file but the database. */
const HARMLESS = (
  'auth bail binary changes check columns connection crlf crnl databases dbconfig dbinfo dbtotxt dump echo eqp exit expert explain ' +
  'filectrl fullschema headers help indexes indices intck limit lint maxrows maxwidth mode nonce nullvalue parameter print progress prompt ' +
  'quit recover rows scanstats schema selecttrace selftest separator sha3sum show stats tables timeout timer treetrace ' +
  'unmodule vfsinfo vfslist vfsname wheretrace width www shell system'
).split(' ');

const READING = 'import load read restore'.split(' ');
const WRITING = 'backup clone excel iotrace log once open output save testcase trace'.split(' ');

/** `.cd`, and commands that take files in ways of their own. */
const OTHERS = 'archive cd dump imposter session'.split(' ');

/** Functions that open the file that their first argument names. */
const READING_FUNCTIONS = /^(?:readfile|load_extension|lsmode|read_\w+|parquet_\w+|csv_\w+|sniff_csv|glob)$/u;
/** They may open any file beneath what they name. */
const READING_TREES = /^(?:fsdir|zipfile)$/u;

/** Modules of virtual tables that keep all in the database. */
const MODULES =
  /^(?:fts[345]\w*|rtree\w*|geopoly|dbstat|generate_series|json_\w+|pragma_\w+|bytecode|completion)$/u;

/**
 * Files that a text for sqlite3 or duckdb opens: commands with a dot, one a line, and SQL. A name that SQL computes may be any.
 * @param index of the argument with the text
 */
export function filesOfSqlite(text: string | undefined, index: number): readonly FileTouch[] {
  if (text === undefined || text.length > MAX_TEXT) return anything();
  const found: FileTouch[] = [];
  let directory = '';
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^\s*\.\s*([\w-]+)(.*)$/su.exec(line) ?? [];
    if (name === '') continue;
    const words = wordsOf(rest);
    if ('cd'.startsWith(name) && words[0] !== undefined) directory = posix.join(directory, words[0]);
    // A parameter is set to what an expression says.
    if ('parameter'.startsWith(name) && words[0]?.startsWith('s') === true)
      for (const touch of touchesOfSql(sqlTokens(`select ${words.slice(2).join(' ')}`), index))
        found.push(inDirectory(touch, directory));
    for (const touch of touchesOfCommand(name, words, index)) found.push(inDirectory(touch, directory));
  }
  const tokens = sqlTokens(text.replaceAll(/^\s*\.[^\n]*$/gmu, ';'));
  for (const touch of touchesOfSql(tokens, index)) found.push(inDirectory(touch, directory));
  return found;
}

/** `file:a%20b?mode=rwc` is `a b`. */
export function databaseNames(name: string): readonly string[] {
  if (name === '' || name.startsWith(':memory:')) return [];
  const [, path] = /^file:(?:\/\/[^/]*(?=\/))?([^?#]*)/u.exec(name) ?? [];
  if (path === undefined) return [name];
  const decoded = path.replaceAll(/(?:%[\da-f]{2})+/giu, (text) =>
    Buffer.from(text.replaceAll('%', ''), 'hex').toString(),
  );
  return [name, decoded].filter((one) => one !== '' && one !== ':memory:');
}

function inDirectory(touch: FileTouch, directory: string): FileTouch {
  const { path } = touch;
  return directory === '' || typeof path !== 'string'
    ? touch
    : { ...touch, path: path.startsWith('/') ? path : posix.join(directory, path) };
}

/** Words between blanks, `'as they are'` or `"with \x65scapes"`. */
function wordsOf(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/'([^']*)'?|"((?:[^"\\]|\\[^])*)"?|([^\s'"]\S*)/gu),
    ([, plain, quoted, bare]) => (quoted === undefined ? (plain ?? bare ?? '') : unescaped(quoted)),
  );
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([\da-f]{1,2})|([0-7]{1,3})|([^]))/giu, (_, hex, octal, letter: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(String(hex), 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8));
    return { n: '\n', t: '\t', r: '\r' }[letter] ?? letter;
  });
}

/** Names may be cut short. */
function touchesOfCommand(name: string, words: readonly string[], index: number): readonly FileTouch[] {
  const isMeant = (one: string): boolean => one.startsWith(name);
  const isKnown = [HARMLESS, READING, WRITING, OTHERS].some((names) => names.some(isMeant));
  if (!isKnown) return anything();
  // What a command prints is run as more of these.
  if ('read'.startsWith(name) && words.some((word) => word.startsWith('|'))) return anything();
  const files = words.filter((word) => !/^(?:-|\||off$|on$|std(?:out|err)$)/u.test(word));
  const touch =
    (access: 'read' | 'write') =>
    (file: string): readonly FileTouch[] =>
      databaseNames(file).map((one) => implied(access, one, { index }));
  return [
    ...(READING.some(isMeant) ? files.flatMap(touch('read')) : []),
    ...(WRITING.some(isMeant) ? files.flatMap(touch('write')) : []),
    ...('testcase'.startsWith(name) ? [implied('write', 'testcase-out.txt', { index })] : []),
    ...('archive'.startsWith(name) && name.startsWith('ar') ? anything() : []),
    ...('session'.startsWith(name) && words.some((word) => /^(?:chan|patch)/u.test(word))
      ? words.slice(-1).flatMap(touch('write'))
      : []),
  ];
}

function touchesOfSql(tokens: readonly SqlToken[], index: number): readonly FileTouch[] {
  return tokens.flatMap((token, at): readonly FileTouch[] => {
    const { kind, text } = token;
    if (kind === 'string' || kind === 'other') return [];
    const name = text.toLowerCase();
    const next = tokens[at + 1];
    if (next?.text === '(' && next.kind === 'other') {
      const isTree = READING_TREES.test(name);
      if (name === 'writefile') return [named('write', argumentAt(tokens, at + 2), index)];
      if (isTree || READING_FUNCTIONS.test(name))
        return [{ ...named('read', argumentAt(tokens, at + 2), index), isTree }];
    }
    if (kind === 'name') return [];
    if (name === 'attach') {
      const start = next?.text === 'database' && next.kind === 'word' ? at + 2 : at + 1;
      return opened(
        valueUntil(tokens, start, (one) => one.text === 'as'),
        index,
      );
    }
    if (name === 'vacuum') {
      const into = tokens
        .slice(at + 1, at + 3)
        .findIndex((one) => one.kind === 'word' && one.text === 'into');
      return into === -1
        ? []
        : opened(
            valueUntil(tokens, at + into + 2, () => false),
            index,
          );
    }
    if (name === 'using' && next !== undefined)
      return MODULES.test(next.text.toLowerCase()) || !isOfTable(tokens, at) ? [] : anything();
    return /^(?:temp|data)_store_directory$/u.test(name) ? anything() : [];
  });
}

/** `create virtual table t using x(…)`, not `join … using (…)`. */
function isOfTable(tokens: readonly SqlToken[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 8), at)
    .some(({ kind, text }) => kind === 'word' && text === 'virtual');
}

/** A name that SQL says as a plain text; undefined: it computes it. */
type Name = string | undefined;

function opened(name: Name, index: number): readonly FileTouch[] {
  if (name === undefined) return anything();
  return databaseNames(name).map((one) => implied('write', one, { index }));
}

function named(access: 'read' | 'write', name: Name, index: number): FileTouch {
  return name === undefined
    ? { access, path: undefined, isTree: true, isComputed: true, argument: 0 }
    : implied(access, name, { index });
}

/** The first argument of a call. */
function argumentAt(tokens: readonly SqlToken[], start: number): Name {
  return valueUntil(tokens, start, ({ kind, text }) => kind === 'other' && (text === ',' || text === ')'));
}

/** One text up to a certain token, the end of the statement or that of all. */
function valueUntil(tokens: readonly SqlToken[], start: number, isEnd: (token: SqlToken) => boolean): Name {
  const value = tokens[start];
  const end = tokens[start + 1];
  const isText = value?.kind === 'string' || value?.kind === 'name';
  const hasEnded = end === undefined || (end.kind === 'other' && end.text === ';') || isEnd(end);
  return isText && hasEnded ? value.text : undefined;
}
