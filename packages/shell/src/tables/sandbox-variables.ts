import type { ParsedArguments } from './row.ts';

/** Tests of rights that answer otherwise where nothing can be written and root is left no right but reading. */
export const PERMISSION_TESTS: ReadonlySet<string> = new Set('-w -x'.split(' '));

/** Variables that a sandbox sets. */
const OWN_VARIABLES = ['TMPDIR', 'GIT_OPTIONAL_LOCKS'];

/**
 * Whether a script may print what a sandbox has put into the environment. Anything that finds variables regardless of
 * their names is not read-only.
 */
export function mayPrintSandboxVariables(script: string): boolean {
  return OWN_VARIABLES.some((name) => script.includes(name));
}

/** The same for a program whose positionals name variables; without any, it prints them all. */
export function namesSandboxVariables({ positionals }: ParsedArguments): boolean {
  const isOther = (value: string | undefined): boolean =>
    value !== undefined && !OWN_VARIABLES.includes(value);
  return positionals.length === 0 || !positionals.every(({ value }) => isOther(value));
}
