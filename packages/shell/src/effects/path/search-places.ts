import { resolvePath } from './path-effects.ts';

const SEARCH_PATH = /(?:^|[\s;&|("'])PATH=(?:"([^"]*)"|'([^']*)'|([^\s;&|"']*))/gu;

/** `. .venv/bin/activate` puts the directory of that file there. */
const ACTIVATED = /(?:^|[\s;&|(])(?:\.|source)\s+["']?([^\s;&|"'$`]*\/bin)\/activate\b/gu;

const HERE = /^(?:\$PWD|\$\{PWD\}|~\+|\$\(pwd\)|`pwd`)(?=\/|$)/u;

/** Where a program of this name may be found by the search paths that a line sets, as far as their directories are known. */
export function searchPlaces(source: string, name: string, directory: string | undefined): readonly string[] {
  const paths = [...source.matchAll(SEARCH_PATH)].map(([, ...values]) =>
    values.find((one) => one !== undefined),
  );
  const activated = [...source.matchAll(ACTIVATED)].flatMap(
    ([, place = '']) => resolvePath(`${place}/${name}`, directory) ?? [],
  );
  const set = paths.flatMap((path = '') =>
    path.split(':').flatMap((entry) => {
      const place = entry === '' ? '.' : entry.replace(HERE, '.');
      return /[$`~]/u.test(place) ? [] : (resolvePath(`${place}/${name}`, directory) ?? []);
    }),
  );
  return [...activated, ...set];
}
