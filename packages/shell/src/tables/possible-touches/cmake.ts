import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import { touchTarget } from '../exact-touches/touch-target.ts';
import type { FileTouch } from '../file-touch.ts';
import { parseLoosely } from '../parse-loosely.ts';
import type { Arguments } from '../row.ts';
import { row } from '../row.ts';

const TOOL = row({ name: 'cmake', options: [] });

/** `cmake -E copy a b`: the small programs that cmake brings along. */
export function touchesOfCmake(argv: Arguments): readonly FileTouch[] {
  const at = argv.indexOf('-E');
  const command = argv[at + 1];
  if (at === -1 || typeof command !== 'string') return [];
  const { positionals } = parseLoosely(TOOL, argv, at + 2);
  switch (command) {
    case 'cat':
    case 'md5sum':
    case 'sha256sum':
    case 'compare_files':
      return touchPositionals(positionals, argv, 'read');
    case 'rm':
    case 'remove':
    case 'remove_directory':
      return touchPositionals(positionals, argv, 'remove', true);
    case 'touch':
    case 'touch_nocreate':
    case 'make_directory':
      return touchPositionals(positionals, argv, 'write');
    case 'copy':
    case 'copy_if_different':
    case 'copy_directory':
    case 'rename':
    case 'create_symlink':
    case 'create_hardlink': {
      const target = positionals.at(-1);
      const access = command.startsWith('copy') || command === 'create_symlink' ? 'read' : 'write';
      const sources = touchPositionals(positionals.slice(0, -1), argv, access);
      if (target === undefined) return sources;
      const place = { path: target.value ?? argv[target.index], argument: target.index };
      return [...sources, ...touchTarget(place, sources, 'either')];
    }
    default:
      return [];
  }
}
