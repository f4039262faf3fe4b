/**
 * Variables that make bash run text or read a command differently: files it sources, options, where `cd` looks, what patterns leave out,
 * whether options may follow operands, and hidden options of grep.
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

/** Exported functions would replace programs. */
const FUNCTION = /^BASH_FUNC_/;

/** The environment that commands get: a command must mean what it was analyzed to mean. */
export function commandVariables(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const names = Object.keys(env);
  const isPassed = (name: string): boolean => !NEVER_PASSED.has(name) && !FUNCTION.test(name);
  return names.every(isPassed)
    ? env
    : Object.fromEntries(Object.entries(env).filter(([name]) => isPassed(name)));
}
