import { sedOptions, sedScripts } from '../read-only/sed.ts';
import { anyText, optionals, row } from '../row.ts';
import { inspectSedScript } from '../scripts/inspect-sed-script.ts';
import type { Edit } from './edit.ts';
import { touchPositionals } from './touch-positionals.ts';

/** `sed -i`, with scripts that touch nothing but the files of the command line. */
export const sedInPlace: Edit = {
  row: row({
    name: 'sed',
    // A suffix with * or / is the name of the copy.
    options: [...sedOptions, optionals('-i/--in-place', /^$/)],
    positionals: anyText,
  }),
  isFileEdit: true,
  touches: (parsed, argv) => {
    const { positionals, given } = parsed;
    if (!given.has('-i')) return undefined;
    const scripts = sedScripts(parsed);
    if (scripts === undefined || inspectSedScript(scripts) !== undefined) return undefined;
    const first = given.has('-e') ? 0 : 1;
    // On BSD `-i ''` has the empty word for its suffix, and the script is the next.
    const isEmpty = scripts === '' && !given.has('-e');
    const next = positionals[1]?.value;
    if (isEmpty && (next === undefined || inspectSedScript(next) !== undefined)) return undefined;
    const edited = positionals.slice(first);
    return edited.length === 0 ? undefined : touchPositionals(edited, argv, 'write');
  },
};
