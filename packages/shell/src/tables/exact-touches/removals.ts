import type { FileTouch } from '../file-touch.ts';
import { anyText, files, flags, only, optionals, row, values } from '../row.ts';
import type { Edit } from './edit.ts';
import { onlyGrows } from './only-grows.ts';
import { touchPositionals } from './touch-positionals.ts';

/** Programs that take files away. */
export const removalEdits: readonly Edit[] = [
  {
    row: row({
      name: 'rm',
      options: [
        flags('-f/--force -i -I -r/-R/--recursive -d/--dir -v/--verbose --one-file-system'),
        optionals('--interactive --preserve-root'),
      ],
      positionals: anyText,
    }),
    isFileEdit: true,
    touches: ({ positionals, given }, argv) => touchPositionals(positionals, argv, 'remove', given.has('-r')),
  },
  {
    row: row({
      name: 'rmdir',
      options: [flags('-p/--parents -v/--verbose --ignore-fail-on-non-empty')],
      positionals: anyText,
    }),
    isFileEdit: true,
    touches: ({ positionals, given }, argv) => {
      const own = touchPositionals(positionals, argv, 'remove');
      return given.has('-p') ? withParents(own) : own;
    },
  },
  {
    row: row({ name: 'unlink', positionals: only('text') }),
    isFileEdit: false,
    touches: ({ positionals }, argv) =>
      positionals.length === 1 && positionals[0]?.isOne
        ? touchPositionals(positionals, argv, 'remove')
        : undefined,
  },
  {
    row: row({
      name: 'shred',
      options: [
        flags('-f/--force -u -v/--verbose -x/--exact -z/--zero'),
        values('-n/--iterations -s/--size'),
        optionals('--remove'),
        files('--random-source'),
      ],
      positionals: anyText,
    }),
    isFileEdit: false,
    // What was in it is gone, with or without -u.
    touches: ({ positionals, fileValues }, argv) => [
      ...touchPositionals(fileValues, argv, 'read'),
      ...touchPositionals(positionals, argv, 'write'),
      ...touchPositionals(positionals, argv, 'remove'),
    ],
  },
  {
    row: row({
      name: 'truncate',
      options: [flags('-c/--no-create -o/--io-blocks'), values('-s/--size'), files('-r/--reference')],
      positionals: anyText,
    }),
    isFileEdit: false,
    touches: (parsed, argv) => [
      ...touchPositionals(parsed.fileValues, argv, 'read'),
      ...touchPositionals(parsed.positionals, argv, 'write'),
      ...(onlyGrows(parsed) ? [] : touchPositionals(parsed.positionals, argv, 'remove')),
    ],
  },
];

/** `rmdir -p a/b/c` removes `a/b` and `a` too. */
function withParents(touches: readonly FileTouch[]): FileTouch[] | undefined {
  const all: FileTouch[] = [];
  for (const touch of touches) {
    if (typeof touch.path !== 'string') return undefined;
    // Far longer than any path; each of its parents is one more of them.
    if (touch.path.length > 4096) return undefined;
    for (let path = touch.path; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
      all.push({ ...touch, path });
    }
  }
  return all;
}
