import { lstatSync, statSync } from 'node:fs';

interface Fingerprint {
  /** Equal as long as the files are untouched. */
  readonly text: string;
  /** A file was written so recently that a second write might leave the same times. */
  readonly isFresh: boolean;
}

/** File system clocks tick every few milliseconds, some only every second. */
export const FRESH_MS = 1100;

/** What the file system reports about files, links and their targets, without reading any. */
export function fingerprint(paths: readonly string[], now: number): Fingerprint {
  let isFresh = false;
  const parts = paths.map((path) => {
    try {
      const link = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (link === undefined) return '-';
      const file = link.isSymbolicLink() ? statSync(path, { bigint: true, throwIfNoEntry: false }) : link;
      if (file === undefined) return `${link.ino} -`;
      if (Math.abs(now - Number(file.mtimeMs)) < FRESH_MS) isFresh = true;
      return [link.ino, file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs, file.mode].join(' ');
    } catch {
      return '!';
    }
  });
  return { text: parts.join('\n'), isFresh };
}
