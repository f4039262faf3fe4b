import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';

const LISTED = new Set(
  `
    -S -B -C -D -U -G -T -A -N -P -L -LA -LH -LAH -E -Wdev -Wno-dev -Werror=dev -Wno-error=dev -Wdeprecated -Wno-deprecated
    -Werror=deprecated -Wno-error=deprecated --toolchain --install-prefix --preset --list-presets --fresh --build --install
    --open --find-package --graphviz --system-information --log-level --loglevel --log-context --debug-trycompile --debug-output
    --debug-find --debug-find-pkg --debug-find-var --trace --trace-expand --trace-format --trace-source --trace-redirect
    --warn-uninitialized --no-warn-unused-cli --check-system-vars --compile-no-warning-as-error --profiling-format
    --profiling-output --target -t --config --clean-first --resolve-package-references -v --verbose -j --parallel
    --component --default-directory-permissions --prefix --strip --workflow --warn -- --use-stderr --no-warn-unused
    -h -H --help -help -usage --version -version --help-full --help-manual --help-manual-list --help-command
    --help-command-list --help-commands --help-module --help-module-list --help-modules --help-policy --help-policy-list
    --help-policies --help-property --help-property-list --help-properties --help-variable --help-variable-list
    --help-variables`
    .trim()
    .split(/\s+/u),
);

/** A letter and its value in one word. */
const ATTACHED = /^-(?:[SBCDUGTAPj]|W(?:no-)?(?:error=)?)[^]+$/u;

/** Whether cmake gets only options that a table lists. What follows `-E` and `--` is for other programs. */
export function isListedByCmake(argv: Arguments): boolean {
  for (const word of argv.slice(1)) {
    const text = knownWord(word) ?? (typeof word === 'object' ? word.prefix : '');
    if (text === '-E' || text === '--') return true;
    if (!text.startsWith('-') || ATTACHED.test(text)) continue;
    if (!LISTED.has(text.replace(/(?<=^--[\w-]+)=[^]*$/u, '')) && !LISTED.has(text)) return false;
  }
  return true;
}
