import { posix } from 'node:path';
import { ANY_NAME } from '../../tables/possible-touches/route.ts';
import type { AnalyzedCommand, FileEffect } from '../analysis.ts';
import { isSafeVariable } from './safe-variables.ts';

/** Stands for what is not known of a value. */
const UNKNOWN = '${_}';

/** Names whose values are words of their own meaning: what has no slash and no dot there is no file. */
const PLAIN_WORDS =
  /(?:^|_)(?:ENV|ENVIRONMENT|LEVEL|MODE|PORT|HOST|VERSION|USER|NAME|EMAIL|DATE|LANG|COLOR)$/u;

/** Variables by which programs name files that they write, or code that they run. */
const NAMES_OUTPUT =
  /^(?:TMPDIR|TMP|TEMP|TEMPDIR|TAPE|HISTFILE|HOME|XDG_\w+|LD_(?:PRELOAD|AUDIT|PROFILE_OUTPUT|DEBUG_OUTPUT)|DYLD_INSERT_LIBRARIES|NODE_(?:OPTIONS|V8_COVERAGE|REPL_HISTORY|COMPILE_CACHE|REDIRECT_WARNINGS)|PYTHON(?:STARTUP|PYCACHEPREFIX|HISTFILE)|SIMPLE_BACKUP_SUFFIX|LESSHISTFILE|LESSKEY\w*|RIPGREP_CONFIG_PATH|GREP_OPTIONS|PERL5OPT|PERL5DB|RUBYOPT|MALLOC_TRACE|GCOV_PREFIX|GMON_OUT_PREFIX|LLVM_PROFILE_FILE|SSLKEYLOGFILE|\w+_(?:LOG_?FILE|LOG_PATH|HISTORY|HISTFILE|PREFIX)|GIT_(?:DIR|COMMON_DIR|OBJECT_DIRECTORY|INDEX_FILE|TRACE\w*|REDIRECT_STD\w+)|npm_config_\w+|NPM_CONFIG_\w+|PIP_(?:TARGET|PREFIX|LOG|CACHE_DIR)|CARGO_(?:HOME|TARGET_DIR|INSTALL_ROOT)|GO(?:PATH|BIN|CACHE|TMPDIR|MODCACHE))$/u;

/** Variables whose value may hold code of another language. */
const HOLDS_CODE: ReadonlyMap<string, RegExp> = new Map([
  ['PERL5DB', /\S/u],
  ['PERL5OPT', /[;(]/u],
  ['NODE_OPTIONS', /data:|blob:/u],
]);

/** What a fresh temporary directory is, and what the variable itself was before. */
const FRESH = /\$\(\s*mktemp\b[^()]*\)|`\s*mktemp\b[^`]*`/u;

/** A variable that is set for programs. */
export interface SetVariable {
  readonly name: string;
  /** `${_}` stands for what is not known. */
  readonly value: string;
  /** As written. */
  readonly written: string;
}

/** A command, and the variables that are set for it or from it on. */
export interface CommandWithVariables {
  readonly command: AnalyzedCommand;
  readonly variables: readonly SetVariable[];
}

/** Whether programs may write any file, or run any code, because of the value. */
export function mayDoAnything({ name, value, written }: SetVariable): boolean {
  if (HOLDS_CODE.get(name)?.test(value) === true) return true;
  if (name === 'SIMPLE_BACKUP_SUFFIX' && value.includes('/')) return true;
  const isItself = (text: string): boolean => text === `$${name}` || text.startsWith(`\${${name}`);
  const unknown = [...written.matchAll(/\$\{\w+[^}]*\}|\$\w+|\$\([^()]*\)|`[^`]*`/gu)].map(([text]) => text);
  const isTold = unknown.length > 0 && unknown.every((text) => FRESH.test(text) || isItself(text));
  const named = value.replaceAll(/--max-\w+(?:-\w+)*-size=\$\{_\}/gu, '');
  return NAMES_OUTPUT.test(name) && /(?:^|[\s=:@,])\$\{_\}/u.test(named) && !isTold;
}

/** Whether what the variable names is touched where no command is given it: programs look for it by its name. */
export function isWellKnown(name: string): boolean {
  return NAMES_OUTPUT.test(name);
}

/**
 * Files that the value may name, for reading or for writing: only rules about these matter. `TMPDIR=out`, `XZ_OPT=--files=list`,
 * `ASAN_OPTIONS=log_path=out/x`.
 */
export function pathsOfVariable(
  { name, value, written }: SetVariable,
  places: readonly string[],
): readonly FileEffect[] {
  if (isSafeVariable(name) || value.length > MAX_VALUE) return [];
  const isPlain = PLAIN_WORDS.test(name);
  const named = piecesOf(value).filter((piece) => !isPlain || /[./]/u.test(piece));
  const paths = new Set(
    named.flatMap((piece) =>
      places.flatMap((place) => placesOf(piece).map((one) => posix.resolve(place, one))),
    ),
  );
  return [...paths].slice(0, MAX_PATHS).flatMap((path): readonly FileEffect[] => {
    const shared = { isTree: false, isOfVariable: true, written } as const;
    const inside = `${path === '/' ? '' : path}/${ANY_NAME}`;
    return [
      { ...shared, access: 'read', path },
      { ...shared, access: 'write', path },
      { ...shared, access: 'write', path: inside },
    ];
  });
}

const MAX_VALUE = 4_096;
const MAX_PATHS = 64;

/** Words of the value, of options the values too. Addresses of other machines are none. */
function piecesOf(value: string): readonly string[] {
  const local = value.replaceAll(/\bfile:\/\//gu, ' ').replaceAll(/\b[\w+-]+:\/\/[^\s'"]*/gu, ' ');
  const words = local.split(/[\s'"]+/u);
  const parts = words.flatMap((word) => [word, ...word.split(/[=:,;@|<>()]+/u)]);
  const found = parts.flatMap((part) => [part, ...(/^-[A-Za-z](.+)$/u.exec(part)?.slice(1) ?? [])]);
  return [...new Set(found)].filter((piece) => piece !== '' && !/^-|^\d+$/u.test(piece));
}

/** What is not known ends what is. A value may also be what names are given at their end: `/../out/x`. */
function placesOf(piece: string): readonly string[] {
  const end = piece.indexOf(UNKNOWN);
  const known = end === -1 ? piece : piece.slice(0, Math.max(0, piece.lastIndexOf('/', end)));
  if (known === '') return [];
  return known.includes('..') ? [known, posix.normalize(`_${known}`)] : [known];
}

/** Texts in the value that may be commands: all of it, and what follows a sign inside. */
export function commandsInVariable({ name, value }: SetVariable): readonly string[] {
  if (isSafeVariable(name) || PLAIN_WORDS.test(name) || value.length > MAX_VALUE) return [];
  const body = value.replace(/^\(\)\s*(?=\{)/u, '');
  const inner = [...body.matchAll(/[=:|!;,]/gu)].slice(0, MAX_COMMANDS);
  return [body, ...inner.map(({ index }) => body.slice(index + 1))].filter((text) => /\w/u.test(text));
}

const MAX_COMMANDS = 8;
