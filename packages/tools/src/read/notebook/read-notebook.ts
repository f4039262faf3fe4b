import { present } from '@sluice/base';
import { fingerprintOf } from '../../files/seen/file-parts.ts';
import { formatBytes } from '../../files/text/format.ts';
import { loadFile } from '../../files/load/load-file.ts';
import { problem, type Problem } from '../../files/problem.ts';
import { decodeText, detectEncoding } from '../../files/text/text-encoding.ts';
import { detectImage } from '../../files/text/file-type.ts';
import type { ImageResult } from '../image/image-result.ts';
import { showImage } from '../image/show-image.ts';
import type { NotebookReadOutput } from '../read-output.ts';
import type { ReadRequest, ReadSuccess } from '../read-kind.ts';
import { pageBytes } from '../read-options.ts';
import { NOTEBOOK_BYTES } from './notebook-limits.ts';
import { cellRange } from './cell-range.ts';
import { parseNotebook } from './parse-notebook.ts';
import { showCells } from './show-cells.ts';

/** From this size on, progress is reported. */
const SLOW_BYTES = 4 * 1024 * 1024;

/** Cells of a notebook with their outputs; `offset` and `limit` count cells. `size` is from when it was opened. */
export async function readNotebook(request: ReadRequest, size: number): Promise<ReadSuccess | Problem> {
  const { path, input, settings, signal, tell } = request;
  if (size > NOTEBOOK_BYTES) {
    return problem(
      'notebook-too-large',
      `The notebook ${path} is ${formatBytes(size)} large; Read parses at most ${formatBytes(NOTEBOOK_BYTES)}. Most of it is output: clear it (jupyter nbconvert --clear-output), or query the file with jq.`,
    );
  }
  if (size > SLOW_BYTES) tell(`Reading a notebook of ${formatBytes(size)}`);
  const loaded = await loadFile(path, signal, request.realPath);
  if (!loaded.ok) return loaded;
  const encoding = detectEncoding(loaded.bytes, loaded.bytes.length) ?? 'utf8';
  const notebook = parseNotebook(decodeText(loaded.bytes, encoding));
  if (!notebook.ok) {
    return problem(
      'broken-notebook',
      `${path} is named like a notebook but can't be read as one. ${notebook.reason}. Use \`jq .\` to find the place and fix it, or restore an earlier version of the file.`,
    );
  }
  signal.throwIfAborted();
  const first = Math.max(1, input.offset ?? 1) - 1;
  const page = await showCells(notebook.cells, {
    first,
    count: input.limit ?? notebook.cells.length,
    bytes: pageBytes(input, settings),
    showImage: (bytes) => showCellImage(bytes, settings.imageSide, signal),
  });
  const { cells } = page;
  const totalCells = notebook.cells.length;
  const isCut = cells.some((cell) => cell.isCut === true);
  const file: NotebookReadOutput['file'] = {
    filePath: path,
    cells,
    startCell: first + 1,
    totalCells,
    language: notebook.language,
    nbformat: notebook.nbformat,
    ...present({ truncatedByTokenCap: page.isFull ? true : undefined }),
  };
  const isWhole = cells.length === totalCells && !isCut;
  return {
    ok: true,
    kind: 'read',
    data: { type: 'notebook', file },
    fingerprint: fingerprintOf(loaded),
    shown:
      cells.length > 0 || totalCells === 0
        ? { isPartial: !isWhole, range: cellRange(file), ...present({ shortOf: isCut ? 'cut' : undefined }) }
        : undefined,
  };
}

async function showCellImage(bytes: Buffer, side: number, signal: AbortSignal): Promise<ImageResult> {
  if (detectImage(bytes) === undefined) {
    return { ok: false, reason: 'is not shown: it is not a PNG, JPEG, GIF or WebP image' };
  }
  return showImage(bytes, { side, signal });
}
