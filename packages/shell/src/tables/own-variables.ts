import type { ParsedArguments } from './row.ts';

/** Tests of rights that answer otherwise where nothing can be written and root is left no right but reading. */
export const PERMISSION_TESTS: ReadonlySet<string> = new Set('-w -x'.split(' '));

/** Variables that a sandbox sets. */
const OWN_VARIABLES = ['TMPDIR', 'GIT_OPTIONAL_LOCKS'];

/** Whether a script may tell what a sandbox has put into the environment. What finds a variable whatever its name is not read-only. */
export function mayPrintOwnVariables(script: string): boolean {
  return OWN_VARIABLES.some((name) => script.includes(name));
}

/** The same of a program of which the positionals name variables, and none of them stands for all. */
export function namesOwnVariables({ positionals }: ParsedArguments): boolean {
  const isOther = (value: string | undefined): boolean =>
    value !== undefined && !OWN_VARIABLES.includes(value);
  return positionals.length === 0 || !positionals.every(({ value }) => isOther(value));
}
