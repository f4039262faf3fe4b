const MIN_COLUMNS = 20;

/** Plain mode without being asked for it on the command line: for screen readers, and terminals that can't move the cursor. */
export function wantsPlain(
  env: Readonly<Record<string, string | undefined>>,
  columns: number | undefined,
): boolean {
  const isOn = (name: string): boolean => !['', '0', 'false', undefined].includes(env[name]);
  if (isOn('SLUICE_PLAIN') || isOn('ACCESSIBLE')) return true;
  return env['TERM'] === 'dumb' || (columns !== undefined && columns > 0 && columns < MIN_COLUMNS);
}
