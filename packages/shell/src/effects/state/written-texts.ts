import { posix } from 'node:path';
import { exactTouches } from '../../tables/exact-touches.ts';
import type { FileEffect } from '../analysis.ts';
import { isInput } from '../item/descriptor-path.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import type { GivenText } from './state.ts';
import type { Walk } from './walk.ts';
import type { WrittenText } from './written-text.ts';

type Writes = Pick<Walk, 'written' | 'copies' | 'context'>;

/** They write what comes in as their input. */
const PASS_INPUT = new Set(['tee', 'sponge', 'dd']);

/** Files keep their content, or `copiesOf` says where it comes from. */
const KEEP_CONTENT = new Set('chmod chown chgrp touch mkdir ln cp mv install'.split(' '));

/** The same, where their words name it. */
const COPY_INPUT = new Set(['cp', 'install', 'uniq', 'split']);

/** What they write may be a script. Of others, such as compilers, it is a program of another kind. */
const MAKE_TEXT = new Set(
  (
    'sed gsed awk gawk mawk nawk xxd uniq split csplit openssl iconv ed ex vi vim nvim find gfind curl wget jq yq base64 gpg ' +
    'patch envsubst m4 perl ruby sqlite3 psql tree gzip gunzip zcat xz unxz zstd rsync scp'
  ).split(' '),
);

/** Keeps what a command prints into the files of its redirections. */
export function addPrinted(
  { written }: Writes,
  files: readonly FileEffect[],
  text: () => GivenText | undefined,
): void {
  const targets = files.filter(({ access }) => access === 'write');
  if (targets.length === 0) return;
  const printed = text();
  for (const { path, written: word, isAppended = false } of targets) {
    const place = path ?? (PLAIN_WORD.test(word) ? word : undefined);
    if (place !== undefined || printed !== undefined)
      written.push({ path: place, text: printed, isAdded: isAppended, isRedirected: true });
  }
}

const PLAIN_WORD = /^[\w./+-]+$/u;

/** Keeps what a command writes to the files that its words name. */
export function addWrittenByCommand(
  { written }: Writes,
  core: readonly Item[],
  files: readonly FileEffect[],
  input: GivenText | undefined,
): void {
  const name = textOf(core[0])?.replace(/^.*\//u, '') ?? '';
  const isCopied = COPY_INPUT.has(name) && core.some((item) => isInput(textOf(item) ?? ''));
  const passesInput = PASS_INPUT.has(name) || isCopied;
  if (setsScripts(name, core)) written.push({ path: 'package.json', text: undefined, isAdded: true });
  if (KEEP_CONTENT.has(name) && !isCopied) return;
  const makesText = MAKE_TEXT.has(name) || patches(name, core);
  if (!passesInput && !makesText && exactTouches(argumentsOf(core)) === undefined) return;
  for (const { access, path, isTree, endings, levels } of files) {
    if (access !== 'write' || path === undefined) continue;
    const text = passesInput ? input : undefined;
    if (!isTree) written.push({ path, text, isAdded: true });
    else if (makesText)
      written.push({
        path,
        text: undefined,
        isAdded: true,
        tree: { endings, levels, isOfGit: name === 'git' },
      });
  }
}

/** `git apply p`, `git am p` */
function patches(name: string, core: readonly Item[]): boolean {
  return name === 'git' && core.some((item) => /^(?:apply|am)$/u.test(textOf(item) ?? ''));
}

/** `npm pkg set scripts.test=x`, `npm set-script test x` */
function setsScripts(name: string, [, first, second, ...values]: readonly Item[]): boolean {
  if (!/^(?:npm|pnpm|yarn)$/u.test(name)) return false;
  if (textOf(first) === 'set-script') return true;
  const isSet = textOf(first) === 'pkg' && !/^(?:get|fix)$/u.test(textOf(second) ?? '');
  return isSet && values.some((item) => !/^(?!scripts)[a-zA-Z][\w.-]*=|^-/u.test(textOf(item) ?? ''));
}

/** The texts that a file may have once the line has written to it, and whether it may have others. */
export interface FileTexts {
  readonly texts: readonly string[];
  readonly isKnown: boolean;
  /** All that isn't known of it is copied from files that are there, and that are not text as far as is known. */
  readonly isCopied: boolean;
  /** What is there may stay, and these come to it. */
  readonly isAdded: boolean;
}

/** What the line writes to a file, by itself or by copying another; undefined: nothing. */
export function textsWrittenTo(
  writes: Writes,
  path: string,
  seen: Set<string> = new Set(),
): FileTexts | undefined {
  seen.add(path);
  const isPlace = (other: string): boolean => mayBeSame(path, other);
  const given = writes.written.filter((one) =>
    one.tree === undefined ? one.path === undefined || isPlace(one.path) : mayHold(one, path),
  );
  const found = given.map(({ path: to, text }) => ({
    texts: text === undefined ? [] : [text.text],
    isKnown: text?.isKnown === true && to !== undefined,
  }));
  const sources = writes.copies.filter((copy) => isPlace(copy.path) && !isPlace(copy.source));
  if (given.length + sources.length === 0) return undefined;
  const copied = sources
    .filter(({ source }) => !seen.has(source))
    .map((copy) => ({ ...copiedText(writes, copy.source, seen), isLink: copy.isSame }));
  // Where a link leads is guessed: one of the guesses may name no file.
  const links = copied.filter(({ isLink }) => isLink);
  const isCopyKnown =
    copied.every(({ isLink, isKnown }) => isLink || isKnown) &&
    (links.length === 0 || links.some(({ isKnown }) => isKnown));
  const texts = [...new Set([...found, ...copied].flatMap((one) => one.texts))];
  // The parts of one text may be written one after the other.
  const all = texts.length > 1 ? [texts.join('\n'), ...texts] : texts;
  return {
    texts: all,
    isKnown: isCopyKnown && found.every(({ isKnown }) => isKnown),
    isCopied: found.every(({ isKnown }) => isKnown) && copied.every((one) => one.isKnown || one.isCopied),
    isAdded: given.some(({ isAdded }) => isAdded),
  };
}

/** Whether a file lies in a tree in which files of its name may be changed. */
function mayHold({ path: place, tree }: WrittenText, path: string): boolean {
  if (place === undefined || tree === undefined) return false;
  const { endings, levels = Infinity, isOfGit } = tree;
  if (isOfGit && /(?:^|\/)\.git\//u.test(path)) return false;
  if (endings !== undefined && !endings.some((ending) => path.endsWith(ending))) return false;
  if (!path.startsWith('/') || !place.startsWith('/')) return true;
  const start = place === '/' ? '/' : `${posix.normalize(place).replace(/\/$/u, '')}/`;
  const inside = posix.normalize(path);
  return inside.startsWith(start) && inside.slice(start.length).split('/').length <= (levels ?? Infinity);
}

/** Of a path in an unknown directory, its name is all that tells. */
function mayBeSame(one: string, other: string): boolean {
  const isKnown = one.startsWith('/') && other.startsWith('/');
  return isKnown
    ? posix.normalize(one) === posix.normalize(other)
    : posix.basename(one) === posix.basename(other);
}

function copiedText(writes: Writes, source: string, seen: Set<string>): FileTexts {
  const { readText } = writes.context;
  // No file is read at all: nothing is known of any script.
  if (readText === undefined) return { texts: [], isKnown: true, isCopied: true, isAdded: false };
  const written = textsWrittenTo(writes, source, seen);
  const there = source.startsWith('/') ? readText(source) : undefined;
  const texts = [...(there === undefined ? [] : [there]), ...(written?.texts ?? [])];
  const isKnown = written?.isKnown ?? there !== undefined;
  return { texts, isKnown, isCopied: written?.isCopied ?? true, isAdded: false };
}

/** A file as it may be when a command reads it: the text that the line writes counts; undefined: it isn't known. */
export function readWritten(writes: Writes): ((path: string) => string | undefined) | undefined {
  const { readText } = writes.context;
  if (readText === undefined) return undefined;
  return (path) => {
    const written = textsWrittenTo(writes, path);
    if (written === undefined) return readText(path);
    return written.isKnown ? [readText(path) ?? '', ...written.texts].join('\n') : undefined;
  };
}
