import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import { lastName } from './last-name.ts';

/**
 * The destination of files that are copied, moved or linked. Whether the target is a directory isn't known here: both
 * the target and an entry of that name in it may be written. A source without a name of its own may become anything
 * below the target. Of `source/.`, what is in it comes directly below the target.
 */
export function touchTarget(
  target: Omit<FileTouch, 'access' | 'isTree'>,
  sources: readonly FileTouch[],
  form: 'file' | 'directory' | 'either',
): FileTouch[] {
  const written = { ...target, access: 'write' } as const;
  const copyOf = sources.map(({ path }) => path);
  const whole = { ...written, isTree: sources.some((one) => one.isTree), copyOf };
  if (form === 'file') return [whole];
  const directory = knownWord(target.path);
  const endings = endingsOf(sources.map(({ path }) => path));
  if (directory === undefined) {
    // A source may come into it under its own name, if it is a directory.
    const own = endingOf(target.path);
    const all = own === undefined || endings === undefined ? undefined : [own, ...endings];
    return [{ ...written, isTree: true, endings: all }];
  }
  const within: FileTouch[] = [];
  let hasContents = false;
  for (const { path, isTree } of sources) {
    const source = knownWord(path);
    if (source !== undefined && CONTENTS.test(source)) {
      hasContents = true;
      continue;
    }
    const name = lastName(source);
    if (name === undefined) return [{ ...written, isTree: true, endings }];
    within.push({
      ...written,
      path: `${directory}${directory.endsWith('/') ? '' : '/'}${name}`,
      isTree,
      copyOf: [path],
    });
  }
  const isDirectory = form === 'directory' || /(?:^|\/)\.{0,2}$/.test(directory);
  return isDirectory && !hasContents ? within : [whole, ...within];
}

/** The ending of a name, or of all that a word stands for. */
export function endingOf(word: Argument): string | undefined {
  if (typeof word === 'string') return /\.\w+$/u.exec(word)?.[0];
  return word?.ending;
}

function endingsOf(words: readonly Argument[]): readonly string[] | undefined {
  const found = words.flatMap((word) => endingOf(word) ?? []);
  return found.length === words.length ? found : undefined;
}

const CONTENTS = /(?:^|\/)\.\/*$/;
