import type { Assignment, SimpleCommand, Word } from '../../tree.ts';

/** A directory in which a project, or what it installs, keeps programs. */
const PLACE = String.raw`(?:(?:\$\{PWD\}|\.)/)?(?:node_modules/\.bin|vendor/bin|\.?venv/bin)`;

const EXTENDED = new RegExp(String.raw`^(?:(?:${PLACE}:)+\$\{PATH\}|\$\{PATH\}(?::${PLACE})+)$`, 'u');

/** `$PWD/node_modules/.bin:$PATH`; undefined: something else is in it. */
function textOf({ parts }: Word): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.type === 'literal') text += part.value;
    else if (part.type === 'parameter' && part.operation === '') text += `\${${part.name}}`;
    else return undefined;
  }
  return text;
}

/** Whether an assignment only adds programs of the project to the search path: `PATH="$PWD/node_modules/.bin:$PATH"`. */
export function addsProjectPrograms({ name, value, isAppend, index }: Assignment): boolean {
  if (name !== 'PATH' || isAppend || index !== undefined || !('parts' in value)) return false;
  return EXTENDED.test(textOf(value) ?? '');
}

/** The same as the word of `export`. */
export function isProjectPath(word: Word): boolean {
  const text = textOf(word);
  return text?.startsWith('PATH=') === true && EXTENDED.test(text.slice('PATH='.length));
}

/** Whether that is all that a command does: `export PATH=…`, or the assignment alone. */
export function onlyAddsPrograms({ words, assignments, redirections }: SimpleCommand): boolean {
  if (redirections.length > 0) return false;
  const [name, ...others] = words;
  if (name === undefined) return assignments.length > 0 && assignments.every(addsProjectPrograms);
  const isExport = name.literal === 'export' && assignments.length === 0;
  return (
    isExport &&
    others.some(isProjectPath) &&
    others.every((word) => isProjectPath(word) || word.literal === 'PATH')
  );
}
