import { posix } from 'node:path';
import { textOf, type Item } from '../item/item.ts';
import { lookedUpProgram } from '../item/looked-up-program.ts';
import { resolvePath } from './path-effects.ts';

/** One file that a command puts under another name. */
export interface Copy {
  readonly path: string;
  readonly source: string;
  /** What lies beneath the new name is what lies beneath the old one. */
  readonly isSame: boolean;
}

const PROGRAMS = new Set(['ln', 'cp', 'mv', 'install']);
const SEPARATE = /^(?:-[A-Za-z]*t|--target-directory)$/u;
const TARGET = /^(?:-t|--target-directory=)(?=.)/u;

/** What `ln`, `cp`, `mv` and `install` put where, as far as their words are known. Options with values of their own may add some. */
export function copiesOf(items: readonly Item[], directory: string | undefined): readonly Copy[] {
  const name = textOf(items[0])?.replace(/^.*\//u, '') ?? '';
  if (!PROGRAMS.has(name)) return [];
  const words = items.slice(1).map((item) => textOf(item) ?? programPath(item));
  const operands = words.filter((word) => word === undefined || !/^-./u.test(word));
  const attached = words.find((word) => word !== undefined && TARGET.test(word))?.replace(TARGET, '');
  const option = words.findIndex((word) => word !== undefined && SEPARATE.test(word));
  const separate = option === -1 ? undefined : words[option + 1];
  const hasTarget = attached !== undefined || separate !== undefined;
  const target = hasTarget ? (attached ?? separate) : operands.length > 1 ? operands.at(-1) : '.';
  if (target === undefined) return [];
  const others = operands.filter((word) => word !== separate);
  const sources = hasTarget ? others : operands.length === 1 ? operands : operands.slice(0, -1);
  return sources.flatMap((source) => (source === undefined ? [] : copies(name, source, target, directory)));
}

/** `$(which rm)`: whatever directory it is in, its name is known. */
function programPath({ written }: Item): string | undefined {
  const name = lookedUpProgram(written);
  return name === undefined ? undefined : `/usr/bin/${name}`;
}

/** Whether the target is a directory isn't known here, nor from where a link's text is read. */
function copies(
  name: string,
  source: string,
  target: string,
  directory: string | undefined,
): readonly Copy[] {
  const isSame = name === 'ln' || name === 'mv';
  return [target, posix.join(target, posix.basename(source))].flatMap((to) => {
    const path = resolvePath(to, directory);
    if (path === undefined) return [];
    const places = name === 'ln' ? [directory, posix.dirname(path)] : [directory];
    const found = new Set(places.map((place) => resolvePath(source, place)));
    return [...found].flatMap((from) => (from === undefined ? [] : [{ path, source: from, isSame }]));
  });
}
