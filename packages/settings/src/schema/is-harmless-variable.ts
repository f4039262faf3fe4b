/**
 * Variables that tell programs how to speak (language, colour, width) and never what to load, run, read or reach. A
 * repository that nobody trusts may set these; looked at one by one.
 */
const NAMES: ReadonlySet<string> = new Set([
  'CI',
  'CLICOLOR',
  'CLICOLOR_FORCE',
  'COLORTERM',
  'COLUMNS',
  'FORCE_COLOR',
  'LINES',
  'NODE_ENV',
  'NO_COLOR',
  'PYTHONUNBUFFERED',
  'RUST_BACKTRACE',
]);

/** No path: none of these needs one. */
const VALUE = /^[\w.,:=+@-]{0,64}$/u;

export function isHarmlessVariable(name: string, value: unknown): boolean {
  return NAMES.has(name) && VALUE.test(String(value));
}
