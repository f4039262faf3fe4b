import { lstatSync, statSync } from 'node:fs';

export interface Fingerprint {
  /** Equal as long as nobody touched the files. */
  readonly text: string;
  /** A file was written so lately that a second write might leave the same times. */
  readonly isFresh: boolean;
}

/** The clock of file systems goes in steps of some milliseconds, that of a few in whole seconds. */
export const FRESH_MS = 1100;

/** What the file system says of files, links and their targets, without reading any. */
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
