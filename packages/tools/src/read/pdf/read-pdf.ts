import { present } from '@sluice/base';
import { fingerprintOf } from '../../files/seen/file-parts.ts';
import { formatBytes } from '../../files/text/format.ts';
import { loadFile } from '../../files/load/load-file.ts';
import { problem, type Problem } from '../../files/problem.ts';
import { inTurn } from '../in-turn.ts';
import type { ReadRequest, ReadSuccess } from '../read-kind.ts';
import { pageBytes } from '../read-options.ts';
import { openPdf, type PdfFailure } from './open-pdf.ts';
import { parsePages } from './parse-pages.ts';
import { PDF_BYTES, PDF_MEGABYTES, PDF_SECONDS } from './pdf-limits.ts';
import { showPages } from './show-pages.ts';

/** Pages of a PDF document as text, one document at a time. `size` is from when it was opened. */
export async function readPdf(request: ReadRequest, size: number): Promise<ReadSuccess | Problem> {
  const { path, signal } = request;
  if (size > PDF_BYTES) {
    return problem(
      'pdf-too-large',
      `The PDF document ${path} is ${formatBytes(size)} large; Read parses at most ${formatBytes(PDF_BYTES)}. Split it first (qpdf --split-pages), or use pdftotext.`,
    );
  }
  return inTurn(signal, () => readInTime(request));
}

async function readInTime(request: ReadRequest): Promise<ReadSuccess | Problem> {
  const { path, signal, tell } = request;
  const limit = AbortSignal.timeout(PDF_SECONDS * 1000);
  try {
    return await readWithin(request, AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
    tell('Given up');
    return problem(
      'pdf-too-slow',
      `${path} could not be read within ${PDF_SECONDS} seconds. Ask for fewer pages, or use pdftotext.`,
    );
  }
}

async function readWithin(request: ReadRequest, signal: AbortSignal): Promise<ReadSuccess | Problem> {
  const { path, input, settings, tell } = request;
  const loaded = await loadFile(path, signal, request.realPath);
  if (!loaded.ok) return loaded;
  const originalSize = loaded.bytes.length;
  tell(`Opening a PDF document of ${formatBytes(originalSize)}`);
  await using document = disposable(await openPdf(loaded.bytes, signal));
  const { opened } = document;
  if (!opened.ok) return problemOf(opened, path);
  const { totalPages } = opened;
  const range = parsePages(input.pages, totalPages, path);
  if (!range.ok) return range;
  const shown = await showPages(opened, { ...range, bytes: pageBytes(input, settings) }, (page) =>
    tell(`Reading page ${page} of ${range.last}`),
  );
  if (!shown.ok) return problemOf(shown, path);
  const { pages } = shown;
  const isWhole = pages.length === totalPages && pages.every(({ isCut }) => isCut !== true);
  const isFull = range.first + pages.length <= range.last;
  return {
    ok: true,
    kind: 'read',
    data: {
      type: 'parts',
      file: {
        filePath: path,
        originalSize,
        count: pages.length,
        totalPages,
        ...present({ truncatedBefore: isFull ? range.last : undefined }),
      },
      firstPage: range.first,
      pages,
    },
    fingerprint: fingerprintOf(loaded),
    shown: { isPartial: !isWhole },
  };
}

/** Ends the thread however reading ends. */
function disposable(
  opened: Awaited<ReturnType<typeof openPdf>>,
): AsyncDisposable & { readonly opened: typeof opened } {
  return {
    opened,
    [Symbol.asyncDispose]: async () => (opened.ok ? opened[Symbol.asyncDispose]() : undefined),
  };
}

function problemOf({ name, message }: PdfFailure, path: string): Problem {
  if (name === 'PasswordException') {
    return problem(
      'pdf-encrypted',
      `The PDF document ${path} is encrypted and opens only with a password. Ask for a copy without one, or make it with qpdf --decrypt --password=….`,
    );
  }
  if (name === 'library-missing') {
    return problem(
      'pdf-reader-missing',
      `${path} is a PDF document, and the package "unpdf", which reads them, is not installed. pdftotext, if installed, converts it to text.`,
    );
  }
  if (name === 'memory') {
    return problem(
      'pdf-too-demanding',
      `The PDF document ${path} was not read: it needs more than ${formatBytes(PDF_MEGABYTES * 1024 * 1024)} of memory to unpack. Ask for other or fewer pages, or use pdftotext under a limit (ulimit -v).`,
    );
  }
  const detail = message.trim().split('\n', 1)[0]?.slice(0, 200).toWellFormed() ?? '';
  return problem(
    'broken-pdf',
    `The PDF document ${path} can't be read: it is corrupt or truncated${detail === '' ? '' : ` (${detail})`}. Try pdftotext, or get another copy of it.`,
  );
}
