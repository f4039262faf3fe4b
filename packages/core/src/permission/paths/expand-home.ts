/**
 * Expands `~` and `~/…`; any other path is unchanged. A file actually named `~` is written `./~`. Tools, permission and hooks must expand
 * paths alike, or one path is checked and another one written.
 */
export function expandHome(given: string, home: string | undefined): string {
  const isOfHome = given === '~' || given.startsWith('~/');
  return isOfHome && home?.startsWith('/') === true ? `${home}${given.slice(1)}` : given;
}
