/**
 * Variables that control how programs present output (language, color, width), never what they load, run, read or reach. An untrusted
 * repository may set these. Each was reviewed.
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
