import type { ParsedArguments, Row } from '../row.ts';
import { after, anyFiles, flags, refused, row, values } from '../row.ts';
import { inspectSedScript } from '../scripts/inspect-sed-script.ts';

/** What doesn't reach beyond input and output. Absent: -f, a script that isn't seen here. */
export const sedOptions = [
  flags('-n/--quiet/--silent -E/-r/--regexp-extended -s/--separate -u/--unbuffered -z/--null-data --posix'),
  flags('--debug --sandbox'),
  values('-e/--expression'),
  refused('-f/--file -l/--line-length --follow-symlinks'),
];

/** The script of all options -e, or of the first positional. Undefined: not known. */
export function sedScripts({ given, positionals }: ParsedArguments): string | undefined {
  const scripts = given.get('-e') ?? (positionals[0]?.isOne === true ? [positionals[0].value] : [undefined]);
  return scripts.every((script) => script !== undefined) ? scripts.join('\n') : undefined;
}

/** `sed` that prints. */
export const sed: Row = row({
  name: 'sed',
  options: [...sedOptions, refused('-i/--in-place')],
  positionals: ({ given }) => (given.has('-e') ? anyFiles : after(['text'], 'file')),
  inspect: (parsed) => {
    if (parsed.positionals.length === 0 && !parsed.given.has('-e')) return undefined;
    const script = sedScripts(parsed);
    return script === undefined ? 'the script of sed is not known' : inspectSedScript(script);
  },
});
