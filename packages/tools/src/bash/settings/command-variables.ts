/**
 * Variables by which bash runs text, or reads a command in another way, before or beside the command that was decided:
 * files that it begins with, options, where `cd` looks, what a pattern leaves out, whether options may follow operands, and options of
 * grep that no one sees.
 */
const NEVER_PASSED: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'CDPATH',
  'GLOBIGNORE',
  'POSIXLY_CORRECT',
  'GREP_OPTIONS',
]);

/** Exported functions would stand in the place of programs. */
const FUNCTION = /^BASH_FUNC_/;

/** What commands get of an environment: a command must mean what it was judged to mean. */
export function commandVariables(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const names = Object.keys(env);
  const isPassed = (name: string): boolean => !NEVER_PASSED.has(name) && !FUNCTION.test(name);
  return names.every(isPassed)
    ? env
    : Object.fromEntries(Object.entries(env).filter(([name]) => isPassed(name)));
}
