import type { Script } from '../../tree.ts';
import { isLineFilter } from './line-filter.ts';

type Words = readonly (string | undefined)[];

const known = (words: Words): readonly string[] => words.map((word) => word ?? '-');

/** Operands and options of which none gives the output another form. */
const without =
  (pattern: RegExp) =>
  (words: Words): boolean =>
    !known(words).some((word) => pattern.test(word));

/** Each is one of these; one that isn't known is none. */
const only =
  (pattern: RegExp) =>
  (words: Words): boolean =>
    known(words).every((word) => pattern.test(word));

const always = (): boolean => true;

/** Numbers, hashes, absolute paths, and names that may not begin with a dash. */
const PROGRAMS: ReadonlyMap<string, (words: Words) => boolean> = new Map<string, (words: Words) => boolean>([
  ...['nproc', 'id', 'whoami', 'pwd', 'uname', 'arch'].map((name) => [name, always] as const),
  ['pgrep', only(/^(?:[^-].*|-[fxnoicuUGPgst]+|--(?:full|exact|newest|oldest|count))$/su)],
  ['pidof', only(/^(?:[^-].*|-[sx]+)$/su)],
  ['mktemp', (words) => words.length === 0 || (words.length === 1 && words[0] === '-d')],
  ['seq', without(/^-/u)],
  ['date', only(/^(?:-u|-I\w*|\+(?:%[YymdHMSNsjFTVUuw][-_.:TZ]?)+)$/u)],
  ['git', ofGit],
  ['docker', ofDocker],
  ['podman', ofDocker],
]);

/** Options with which these print references and objects, whose names may not begin with a dash, and nothing else. */
const OF_GIT: ReadonlyMap<string, RegExp> = new Map([
  ['rev-list', /^(?:--all|--count|--reverse|--(?:no-)?merges|-\d+|--max-count=\d+)$/u],
  ['merge-base', /^(?:--all|--fork-point)$/u],
  ['describe', /^--(?:tags|all|always|long|abbrev=\d+)$/u],
  ['hash-object', /^(?:-w|--stdin)$/u],
  ['symbolic-ref', /^(?:-q|--short)$/u],
  ['write-tree', /(?!)/u],
]);

function ofGit([command = '', ...words]: Words): boolean {
  // Of a word that is not a revision, `rev-parse` prints the word.
  if (command === 'rev-parse')
    return words.length > 0 && known(words).every((word) => /^(?:--verify|--short|HEAD[~^\d]*)$/u.test(word));
  // Otherwise it marks the current one by `*`, which the shell expands, and others by `->`.
  if (command === 'branch') return words.length === 1 && words[0] === '--show-current';
  const options = OF_GIT.get(command);
  return options !== undefined && known(words).every((word) => !word.startsWith('-') || options.test(word));
}

function ofDocker([command = '', ...words]: Words): boolean {
  const isListing = command === 'ps' || command === 'images';
  return isListing && words.some((word) => /^-\w*q/u.test(word ?? '')) && without(/^--format/u)(words);
}

/** Whether no word that a command prints begins as an option does, whatever files there are. */
export function printsNoDash([name = '', ...words]: Words): boolean {
  return PROGRAMS.get(name)?.(words) === true;
}

/** The same of all commands of a substitution. */
export function scriptPrintsNoDash({ items }: Script): boolean {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) return false;
  const { command } = only;
  const commands = command.type === 'pipeline' ? command.commands : [command];
  return commands.every((one, index) => {
    if (one.type !== 'simple' || one.assignments.length > 0) return false;
    const words = one.words.map(({ literal }) => literal);
    return index === 0 ? printsNoDash(words) : isLineFilter(words);
  });
}
