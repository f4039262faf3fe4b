import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileFingerprint, FilePart } from '@sluice/core';
import { fileProblem } from '../files/file-error.ts';
import { WHOLE_HASH_LIMIT, isLargeFile, toFingerprint } from '../files/load/fingerprint.ts';
import { movedText, openForReading } from '../files/load/open-file.ts';
import { problem, type Problem } from '../files/problem.ts';
import { detectEncoding, type TextEncoding, TEXT_HEAD } from '../files/text/text-encoding.ts';
import { fileChunks } from './file-chunks.ts';
import { detectFileType, type FileType } from '../files/text/file-type.ts';
import { PageBuilder, type Page } from './page-builder.ts';
import { LARGE_FILE_PAGE_SCAN, PROGRESS_BYTES, type PageLimits } from './read-limits.ts';
import { createUtf8Decoder, type Utf8Decoder } from './utf8-decoder.ts';

export interface ReadPage {
  readonly ok: true;
  readonly kind: 'page';
  readonly encoding: TextEncoding;
  readonly page: Page;
  /** The whole file was scanned, so its number of lines is known. */
  readonly isAtEnd: boolean;
  /** Undefined if the file turned out to differ from its stat, so it can't be vouched for. */
  readonly fingerprint: FileFingerprint | undefined;
}

/** The file isn't text; another reader shows it. */
export interface OtherFile {
  readonly ok: true;
  readonly kind: 'other';
  readonly type: FileType;
  readonly size: number;
}

interface PageRequest {
  /** The file that is opened: absolute, with symbolic links resolved. */
  readonly realPath: string;
  /** Starting at 1. */
  readonly firstLine: number;
  readonly limits: PageLimits;
  readonly signal: AbortSignal;
  /** Called from time to time with the bytes processed and their total. */
  /** Called once the file is known to be text, before reading it. */
  readonly onText: (size: number) => void;
  readonly onProgress: (bytes: number, size: number) => void;
}

/**
 * Reads one page of a text file in one pass with constant memory. Up to 64 MiB the rest of the file is counted and hashed in the same
 * pass; in a larger one, reading stops as soon as the page is complete.
 */
export async function readPage(
  path: string,
  { realPath, firstLine, limits, signal, onText, onProgress }: PageRequest,
): Promise<ReadPage | OtherFile | Problem> {
  try {
    using file = openForReading(realPath);
    if (file === undefined) return problem('not-a-file', movedText(path));
    const { stats } = file;
    const isLarge = isLargeFile(stats);
    const hash = isLarge ? undefined : createHash('sha256');
    const builder = new PageBuilder(firstLine, limits);
    const size = Number(stats.size);
    let encoding: TextEncoding | undefined = 'utf8';
    let decoder: Utf8Decoder | undefined;
    let scanned = 0;
    let told = 0;
    let scannedForPage = 0;
    /** For a large file, the chunks that contain the page. */
    let part: FilePart | undefined;
    let isAtEnd = true;
    for await (const chunk of fileChunks(file, size, signal)) {
      if (scanned === 0) {
        encoding = detectEncoding(chunk.subarray(0, TEXT_HEAD), size);
        const type = detectFileType(chunk, path, encoding);
        if (type !== undefined) return { ok: true, kind: 'other', type, size };
        decoder = createUtf8Decoder(encoding);
        onText(size);
      }
      hash?.update(chunk);
      builder.push(decoder === undefined ? chunk : decoder.decode(chunk));
      if (isLarge && builder.status() !== 'skipping') part = withChunk(part, chunk, scanned);
      scanned += chunk.length;
      if (scanned - told >= PROGRESS_BYTES) {
        told = scanned;
        onProgress(scanned, size);
      }
      if (builder.status() !== 'skipping') scannedForPage += chunk.length;
      const isPageDone = builder.status() === 'counting' || scannedForPage >= LARGE_FILE_PAGE_SCAN;
      if (isPageDone && (isLarge || scanned > WHOLE_HASH_LIMIT)) {
        isAtEnd = scanned === size;
        break;
      }
    }
    if (isAtEnd && decoder !== undefined) builder.push(decoder.end());
    const isWhole = isLarge || scanned <= WHOLE_HASH_LIMIT;
    const fingerprint = isWhole ? toFingerprint(stats, hash?.digest('hex') ?? '', part && [part]) : undefined;
    return {
      ok: true,
      kind: 'page',
      encoding: encoding ?? 'utf8',
      page: builder.finish(isAtEnd),
      isAtEnd,
      fingerprint,
    };
  } catch (error) {
    signal.throwIfAborted();
    return fileProblem(error, path, 'read');
  }
}

function withChunk(part: FilePart | undefined, chunk: Buffer, position: number): FilePart {
  const end = position + chunk.length;
  return { start: part?.start ?? position, end, crc32: crc32(chunk, part?.crc32) };
}
