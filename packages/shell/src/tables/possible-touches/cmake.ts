import { isCmakeCommand } from '../cmake-commands.ts';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import { anything, filledDirectory, implied } from './route.ts';

/** What `cmake -E copy a b` touches is judged as the program that does the same: see `cmakeCommands`. */
export function touchesOfCmake(argv: Arguments): readonly FileTouch[] {
  const [, option, command] = argv;
  if (option !== '-E') return [...namedByOptions(argv), ...toldByCmake(argv)];
  return command === undefined || isCmakeCommand(knownWord(command) ?? '') ? [] : anything();
}

/** With these, what cmake, ctest and cpack tell goes to the file that is named last. */
const TELLS = /^(?:--?help\b|--?version$|-[hH]$|-usage$|--system-information$)/u;

/** Files that help may be written to. */
export function toldByCmake(argv: Arguments): readonly FileTouch[] {
  if (!argv.some((word) => TELLS.test(knownWord(word) ?? ''))) return [];
  return argv.flatMap((word, index) => {
    const value = knownWord(word);
    if (index === 0 || value?.startsWith('-') === true) return [];
    return value === undefined ? anything() : [implied('write', value, { index })];
  });
}

/** Where it builds, and with it what it makes there. */
const BUILDS = /^-B([^]*)$/u;

/** Long options whose value is not a file, or only a place where cmake builds. */
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
    const [whole, place] = BUILDS.exec(knownWord(word) ?? '') ?? [];
    if (whole !== undefined && index > 0) {
      const isNext = place === '';
      return filledDirectory({
        value: isNext ? knownWord(argv[index + 1]) : place,
        index: isNext ? index + 1 : index,
      });
    }
    const [, option = '', own] = /^(--[\w-]+|-[PC])(?:=([^]*))?$/u.exec(knownWord(word) ?? '') ?? [];
    if (index === 0 || option === '' || NO_FILE.has(option)) return [];
    const value = own ?? knownWord(argv[index + 1]);
    if (value === undefined || value === '' || value.startsWith('-')) return [];
    const at = own === undefined ? index + 1 : index;
    const read: FileTouch = { access: 'read', path: value, isTree: false, argument: at };
    return option.startsWith('--') ? [read, ...filledDirectory({ value, index: at })] : [read];
  });
}
