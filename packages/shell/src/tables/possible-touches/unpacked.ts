import type { FileTouch } from '../file-touch.ts';
import type { ParsedArguments, Positional } from '../row.ts';
import { within } from './tar-places.ts';

/** The directory that the last of these options names, or the current one. Undefined: it isn't known. */
export function placeOf({ given }: ParsedArguments, option: string): string | undefined {
  const values = given.get(option) ?? [];
  return values.length === 0 ? '.' : values.at(-1);
}

/** An archive's contents may be written anywhere below a directory. */
export function wholeTree(path: string | undefined, argument: number): FileTouch {
  return { access: 'write', path, isTree: true, argument };
}

/** How a program takes the members that it is given. */
interface MemberOptions {
  /** They come by the path that they have in the archive. Default true. */
  readonly keepsNames?: boolean;
  /** One of them may be a directory, which comes with all that is in it. Default true. */
  readonly mayBeDirectories?: boolean;
}

/**
 * The members that are named, or all.
 * @param directory undefined: not known
 */
export function unpacked(
  archive: { readonly index: number },
  members: readonly Positional[],
  directory: string | undefined,
  { keepsNames = true, mayBeDirectories = true }: MemberOptions = {},
): readonly FileTouch[] {
  const all = wholeTree(directory, archive.index);
  if (directory === undefined || members.length === 0 || members.some(isPattern)) return [all];
  const named = members.map(({ value = '', index }): FileTouch => {
    const one = { ...wholeTree(within(directory, value), index), isTree: mayBeDirectories };
    return mayBeDirectories ? { ...one, mayBeFile: true } : one;
  });
  return keepsNames ? named : [all, ...named];
}

export function isPattern({ value }: Positional): boolean {
  return value === undefined || /[*?[\\]/u.test(value);
}
