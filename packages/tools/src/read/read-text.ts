import { present } from '@sluice/base';
import { formatBytes } from '../files/text/format.ts';
import type { Problem } from '../files/problem.ts';
import type { TextEncoding } from '../files/text/text-encoding.ts';
import { pageBytes, type ReadSettings } from './read-options.ts';
import type { ReadRequest, ReadSuccess } from './read-kind.ts';
import { DEFAULT_LINE_LIMIT, LINE_LENGTH_LIMIT, type PageLimits } from './read-limits.ts';
import type { TextReadOutput } from './read-output.ts';
import { rangeOf } from './range-of.ts';
import { readPage, type OtherFile, type ReadPage } from './read-page.ts';
import type { ReadInput } from './read-schema.ts';

/** A page of text, or what the file is instead. */
export async function readText(request: ReadRequest): Promise<ReadSuccess | OtherFile | Problem> {
  const { path, realPath, input, settings, signal, tell } = request;
  const firstLine = Math.max(1, input.offset ?? 1);
  const read = await readPage(path, {
    realPath,
    firstLine,
    limits: limitsOf(input, settings),
    signal,
    onText: (size) => tell(`Reading ${formatBytes(size)} of text`),
    onProgress: (bytes, size) => tell(`${formatBytes(bytes)} of ${formatBytes(size)} looked through`),
  });
  if (!read.ok || read.kind === 'other') return read;
  const file = fileOf(path, firstLine, read);
  const { numLines, totalLines, cutLines } = file;
  const isWhole = firstLine === 1 && read.isAtEnd && numLines === totalLines && cutLines === undefined;
  const isSomething = numLines > 0 || totalLines === 0;
  return {
    ok: true,
    kind: 'read',
    data: { type: 'text', file },
    fingerprint: read.fingerprint,
    shown: isSomething
      ? {
          isPartial: !isWhole,
          range: rangeOf(file),
          shortOf: cutLines === undefined ? undefined : 'cut',
        }
      : undefined,
  };
}

function limitsOf(input: ReadInput, settings: ReadSettings): PageLimits {
  const bytes = pageBytes(input, settings);
  if (input.allow_large !== true) {
    return { lines: input.limit ?? DEFAULT_LINE_LIMIT, lineLength: LINE_LENGTH_LIMIT, bytes };
  }
  // A third of the bytes, so that one line of the widest characters still fits on the page.
  return { lines: input.limit ?? Infinity, lineLength: Math.floor(bytes / 3), bytes };
}

function fileOf(
  filePath: string,
  startLine: number,
  { page, isAtEnd, encoding }: ReadPage,
): TextReadOutput['file'] {
  const wide = isWide(encoding) ? { encoding } : {};
  return {
    filePath,
    content: page.lines.join('\n'),
    numLines: page.lines.length,
    startLine,
    totalLines: page.linesSeen,
    ...present({
      truncatedByTokenCap: page.isFull ? true : undefined,
      totalLinesIsLowerBound: isAtEnd ? undefined : true,
      cutLines: page.cutLines > 0 ? page.cutLines : undefined,
      latin1Lines: page.latin1Lines > 0 ? page.latin1Lines : undefined,
    }),
    ...wide,
  };
}

function isWide(encoding: TextEncoding): encoding is Extract<TextEncoding, `utf16${string}`> {
  return encoding.startsWith('utf16');
}
