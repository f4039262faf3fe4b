import type { Script, Word } from '../../tree.ts';

/** The name of no object: the text that stands for one until it is known. */
export const AN_OBJECT = '0'.repeat(40);

/** Options of git's commands with which they print names of objects, in hexadecimal, and nothing else. */
const PRINTING: ReadonlyMap<string, RegExp> = new Map([
  ['merge-base', /^(?:-a|--all|--octopus|--independent|--fork-point)$/u],
  ['rev-parse', /^(?:--verify|-q|--quiet|--short(?:=\d+)?)$/u],
  ['rev-list', /^(?:-1|-n1|--max-count=1|--max-parents=0|--no-merges|--first-parent)$/u],
]);

/** A revision; for `git rev-parse`, which prints a file's name as it is, one that can't be meant as a file. */
const NAME = /^[\w@.][\w@~^{}./-]*$/u;
const NO_FILE = /^(?:HEAD|@)(?:[~^]\d*)*$/u;

/** Whether all that a script prints is names of objects, or nothing: a word that begins with a letter or digit, whatever they are. */
function printsObjectNames({ items }: Script): boolean {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0 || only.isBackground || only.command.type !== 'simple')
    return false;
  const { assignments, redirections, words } = only.command;
  const areErrorsOnly = redirections.every(
    ({ descriptor, operator, target }) =>
      descriptor === 2 && operator === '>' && target.literal === '/dev/null',
  );
  const [git, name = '', ...rest] = words.map(({ literal }) => literal);
  const options = PRINTING.get(name);
  if (assignments.length > 0 || !areErrorsOnly || git !== 'git' || options === undefined) return false;
  const names = name === 'rev-parse' && !rest.includes('--verify') ? NO_FILE : NAME;
  return rest.every((word) => word !== undefined && (options.test(word) || names.test(word)));
}

/** A revision that is none but a range, or nothing, where a command printed nothing. */
const REVISION = new RegExp(
  `^(?:\\w[\\w/-]*\\.{2,3})?${AN_OBJECT}(?:[~^]\\d*)*(?:\\.{2,3}(?:\\w[\\w/-]*)?)?$`,
  'u',
);

/** The word as a revision, with `AN_OBJECT` for the name of an object in it; undefined: it may be anything else. */
export function asRevision({ parts }: Word): string | undefined {
  const texts = parts.map((part) => {
    if (part.type === 'literal') return part.value;
    return part.type === 'command-substitution' && printsObjectNames(part.script) ? AN_OBJECT : '-';
  });
  const text = texts.join('');
  return REVISION.test(text) ? text : undefined;
}
