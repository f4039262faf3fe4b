import type { Access, ParsedArguments } from '../../row.ts';

const CONTENT = (
  '-p -u --patch --patch-with-raw --patch-with-stat -U -W --function-context --cc -c -m --binary --check -L ' +
  '--color-words --word-diff --word-diff-regex'
).split(' ');

const NAMES =
  '--stat --numstat --shortstat --dirstat --compact-summary --raw --summary --name-only --name-status'
    .concat(' -s --no-patch')
    .split(' ');

/** Whether a query of revisions shows lines of files, only their names, or its default. */
export function showsContent<Default extends Access | undefined>(
  { given }: ParsedArguments,
  byDefault: Default,
): Access | Default {
  if (CONTENT.some((name) => given.has(name))) return 'read';
  return NAMES.some((name) => given.has(name)) ? 'list' : byDefault;
}
