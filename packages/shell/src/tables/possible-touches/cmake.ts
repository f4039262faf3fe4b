import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import { touchTarget } from '../exact-touches/touch-target.ts';
import { knownWord } from '../known-word.ts';
import type { FileTouch } from '../file-touch.ts';
import { parseLoosely } from '../parse-loosely.ts';
import type { Arguments } from '../row.ts';
import { row } from '../row.ts';
import { filledDirectory } from './route.ts';

const TOOL = row({ name: 'cmake', options: [] });

/** `cmake -E copy a b`: the small programs that cmake brings along. */
export function touchesOfCmake(argv: Arguments): readonly FileTouch[] {
  const at = argv.indexOf('-E');
  const command = argv[at + 1];
  if (at === -1) return namedByOptions(argv);
  if (typeof command !== 'string') return [];
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

/** Long options whose value is no file, or only a place where cmake builds. */
const NO_FILE = new Set(
  (
    '--build --target --config --parallel --preset --log-level --trace-source --trace-format --debug-find-pkg --debug-find-var ' +
    '--list-presets --install --component --default-directory-permissions --profiling-format --resolve-package-references --find-package ' +
    '--workflow --open --warn --help --help-command --help-module --help-policy --help-property --help-variable'
  ).split(' '),
);

/** `--trace-redirect=f`, `--graphviz=f`, `--prefix d`: any other option may write what it names. */
function namedByOptions(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    const [, option = '', own] = /^(--[\w-]+|-[PC])(?:=([^]*))?$/u.exec(knownWord(word) ?? '') ?? [];
    if (index === 0 || option === '' || NO_FILE.has(option)) return [];
    const value = own ?? knownWord(argv[index + 1]);
    if (value === undefined || value === '' || value.startsWith('-')) return [];
    const at = own === undefined ? index + 1 : index;
    const read: FileTouch = { access: 'read', path: value, isTree: false, argument: at };
    return option.startsWith('--') ? [read, ...filledDirectory({ value, index: at })] : [read];
  });
}
