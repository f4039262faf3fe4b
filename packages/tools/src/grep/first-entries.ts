import type { RawPath } from '../ripgrep/path-names.ts';

interface FileEntries {
  readonly path: RawPath;
  /** In the order in which they arrived. */
  readonly bodies: readonly string[];
}

/**
 * Keeps the first `wanted` entries, in path order, of files that arrive in any order (rg searches in parallel); all entries of a file
 * arrive together. Holds about twice the wanted number.
 */
interface FirstEntries {
  add(path: RawPath, body: string): void;
  totals(): { readonly files: number; readonly entries: number };
  take(): readonly FileEntries[];
}

interface KeptFile {
  readonly path: RawPath;
  readonly key: string;
  readonly bodies: string[];
}

export function createFirstEntries(wanted: number): FirstEntries {
  let kept: KeptFile[] = [];
  let keptEntries = 0;
  let files = 0;
  let entries = 0;
  let path: RawPath | undefined;
  /** Undefined while a file is skipped. */
  let current: KeptFile | undefined;
  let lastWantedKey: string | undefined;

  const cut = (): void => {
    kept.sort((a, b) => (a.key < b.key ? -1 : 1));
    let end = 0;
    keptEntries = 0;
    for (; end < kept.length && keptEntries < wanted; end++) keptEntries += kept[end]?.bodies.length ?? 0;
    kept = kept.slice(0, end);
    if (keptEntries >= wanted) lastWantedKey = kept.at(-1)?.key ?? '';
  };
  const startFile = (next: RawPath): void => {
    if (keptEntries >= wanted * 2 + 1000) cut();
    files++;
    path = next;
    const key = pathOrderKey(next);
    current =
      lastWantedKey !== undefined && key > lastWantedKey ? undefined : { path: next, key, bodies: [] };
    if (current !== undefined) kept.push(current);
  };
  return {
    add(next, body) {
      if (next !== path) startFile(next);
      entries++;
      if (current === undefined || current.bodies.length >= wanted) return;
      current.bodies.push(body);
      keptEntries++;
    },
    totals: () => ({ files, entries }),
    take() {
      cut();
      return kept;
    },
  };
}

/** Orders like rg's `--sort path`, name by name: `a/b` comes before `a.b`. */
function pathOrderKey(path: RawPath): string {
  return path.replaceAll('/', '\0');
}
