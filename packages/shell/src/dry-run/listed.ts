import { asList, HOLE, isList, lineOf } from './marks.ts';
import type { Shell, Values } from './shell.ts';

const LISTING = new Set('find gfind bfs fd fdfind ls rg ag ack grep egrep fgrep tree du'.split(' '));

const OF_GIT = new Set('ls-files ls-tree grep status diff diff-tree diff-index diff-files'.split(' '));

/** The mark for the names that a program lists, whatever they are; undefined: it lists none. */
export function listedBy(shell: Shell, name: string, argv: Values): string | undefined {
  const isListing = LISTING.has(name) || (name === 'git' && OF_GIT.has(argv[1] ?? ''));
  if (!isListing || argv.some((word) => word.includes(HOLE) || isList(word))) return undefined;
  const named = name === 'ls' ? namedByList(argv) : undefined;
  if (named !== undefined) return named;
  const { lists } = shell.world;
  const text = lineOf(argv);
  const known = lists.indexOf(text);
  const mark = asList(known === -1 ? lists.length : known);
  if (known === -1 && mark !== undefined) lists.push(text);
  return mark;
}

/** `ls -d PATTERN` prints what the patterns match, so that the patterns themselves say it. */
function namedByList([, ...words]: Values): string | undefined {
  const options = words.filter((word) => word.startsWith('-'));
  const operands = words.filter((word) => !word.startsWith('-'));
  const isOfNames = options.some((word) => /^-[1aAtrUSd]*d[1aAtrUSd]*$/u.test(word));
  if (!isOfNames || operands.length === 0 || !options.every((word) => /^-[1aAtrUSd]+$/u.test(word)))
    return undefined;
  return `${operands.join('\n')}\n`;
}
