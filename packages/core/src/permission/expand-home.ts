/**
 * `~` and `~/…` as the home directory and what is in it; any other path stays as it is. A file that is really called `~` is written
 * `./~`. The tools, permission and hooks must read a path alike, or one is checked and another one written.
 */
export function expandHome(given: string, home: string | undefined): string {
  const isOfHome = given === '~' || given.startsWith('~/');
  return isOfHome && home?.startsWith('/') === true ? `${home}${given.slice(1)}` : given;
}
