import { createHash } from 'node:crypto';
import type { FileFingerprint } from '@sluice/core';
import { fileProblem } from '../files/file-error.ts';
import { WHOLE_HASH_LIMIT, isLargeFile, toFingerprint } from '../files/fingerprint.ts';
import { formatBytes } from '../files/format.ts';
import { openForReading } from '../files/open-file.ts';
import { problem, type Problem } from '../files/problem.ts';
import { fileChunks } from './file-chunks.ts';
import { detectFileType, type FileType } from './file-type.ts';
import { createPageBuilder, type Page } from './page-builder.ts';
import { LARGE_FILE_PAGE_SCAN, type PageLimits } from './read-limits.ts';

export interface ReadPage {
  readonly ok: true;
  readonly page: Page;
  /** The whole file was scanned, so that its number of lines is known. */
  readonly isAtEnd: boolean;
  /** Undefined when the file turned out to be another than its stat said, so that nothing can be promised of it. */
  readonly fingerprint: FileFingerprint | undefined;
}

/**
 * One page of a text file in one pass and flat memory. Up to 64 MiB the rest of the file is counted and hashed in the same pass; a larger
 * one is left as soon as the page is complete. `firstLine` is 1-based.
 */
export async function readPage(
  path: string,
  firstLine: number,
  limits: PageLimits,
  signal: AbortSignal,
): Promise<ReadPage | Problem> {
  try {
    const file = await openForReading(path);
    if (file === undefined) return problem('not-a-file', `${path} is no longer a regular file.`);
    await using handle = file.handle;
    const { stats } = file;
    const isLarge = isLargeFile(stats);
    const hash = isLarge ? undefined : createHash('sha256');
    const builder = createPageBuilder(firstLine, limits);
    let scanned = 0;
    let scannedForPage = 0;
    let isAtEnd = true;
    for await (const chunk of fileChunks(handle, Number(stats.size), signal)) {
      const type = scanned === 0 ? detectFileType(chunk, path) : undefined;
      if (type !== undefined) return unsupported(path, type, stats.size);
      hash?.update(chunk);
      builder.push(chunk);
      scanned += chunk.length;
      if (builder.status() !== 'skipping') scannedForPage += chunk.length;
      const isPageDone = builder.status() === 'counting' || scannedForPage >= LARGE_FILE_PAGE_SCAN;
      if (isPageDone && (isLarge || scanned > WHOLE_HASH_LIMIT)) {
        isAtEnd = scanned === Number(stats.size);
        break;
      }
    }
    const isWhole = isLarge || scanned <= WHOLE_HASH_LIMIT;
    const fingerprint = isWhole ? toFingerprint(stats, hash?.digest('hex') ?? '') : undefined;
    return { ok: true, page: builder.finish(isAtEnd), isAtEnd, fingerprint };
  } catch (error) {
    signal.throwIfAborted();
    return fileProblem(error, path, 'read');
  }
}

function unsupported(path: string, type: FileType, size: bigint): Problem {
  const what = `${path} is ${type.name} (${formatBytes(size)})`;
  switch (type.family) {
    case 'image':
      return problem('unsupported-file', `${what}. Read can't show images yet.`);
    case 'pdf':
      return problem(
        'unsupported-file',
        `${what}. Read can't show PDF documents yet; pdftotext, if it is installed, makes text of it.`,
      );
    case 'notebook':
      return problem(
        'unsupported-file',
        `${what}. Read can't show notebooks yet; the file is JSON, which jq can query.`,
      );
    case 'binary':
      return problem('binary-file', `${what}, not UTF-8 text, so Read can't show it.`);
    default:
      return type.family satisfies never;
  }
}
