import { Buffer } from 'node:buffer';
import type { CellOutput, NotebookCell } from '../read-output.ts';
import type { ImageResult } from '../image/image-result.ts';
import { cutCell } from './cut-cell.ts';
import { cellText } from './notebook-text.ts';
import { NOTEBOOK_IMAGES, NOTEBOOK_IMAGE_LENGTH, OUTPUT_LENGTH } from './notebook-limits.ts';
import type { RawCell } from './parse-notebook.ts';
import type { RawOutput } from './parse-outputs.ts';
import { shortenText } from './shorten-text.ts';

interface CellPage {
  readonly cells: readonly NotebookCell[];
  /** The page ended because it was full, not because of the requested number of cells. */
  readonly isFull: boolean;
}

interface CellPageRequest {
  /** Index, starting at 0. */
  readonly first: number;
  readonly count: number;
  /** UTF-8 bytes of the page's text. */
  readonly bytes: number;
  readonly showImage: (bytes: Buffer) => Promise<ImageResult>;
}

/** As many cells as fit on a page, at least one; a cell that is too large on its own is cut. */
export async function showCells(cells: readonly RawCell[], request: CellPageRequest): Promise<CellPage> {
  const { first, count, bytes } = request;
  const images = { count: 0, length: 0 };
  const shown: NotebookCell[] = [];
  let used = 0;
  for (const [index, raw] of cells.slice(first, first + count).entries()) {
    const outputs = await showOutputs(raw.outputs(), images, request.showImage);
    const whole = toCell(raw, first + index, outputs);
    const size = Buffer.byteLength(cellText(whole));
    if (index > 0 && used + size > bytes) return { cells: shown, isFull: true };
    shown.push(size > bytes ? cutCell(whole, bytes) : whole);
    used += size;
  }
  return { cells: shown, isFull: false };
}

function toCell(
  { id, cellType, source, executionCount }: RawCell,
  index: number,
  outputs: readonly CellOutput[],
): NotebookCell {
  return {
    number: index + 1,
    cell_id: id,
    cellType,
    source,
    executionCount,
    outputs,
  };
}

async function showOutputs(
  outputs: readonly RawOutput[],
  images: { count: number; length: number },
  showImage: CellPageRequest['showImage'],
): Promise<readonly CellOutput[]> {
  const shown: CellOutput[] = [];
  for (const output of outputs) {
    const { name } = output;
    if (output.type === 'text') {
      shown.push({ ...output, text: shortenText(output.text, OUTPUT_LENGTH) });
      continue;
    }
    const isFull = images.count >= NOTEBOOK_IMAGES || images.length >= NOTEBOOK_IMAGE_LENGTH;
    const result = isFull ? TOO_MANY : await showImage(Buffer.from(output.base64, 'base64'));
    if (result.ok) {
      images.count += 1;
      images.length += result.image.base64.length;
      shown.push({ type: 'image', name, image: result.image });
    } else {
      shown.push({ type: 'text', name, text: `[The image ${result.reason}.]` });
    }
  }
  return shown;
}

const TOO_MANY: ImageResult = {
  ok: false,
  reason: `is one too many: a page has at most ${NOTEBOOK_IMAGES}, or ${NOTEBOOK_IMAGE_LENGTH / 1e6} MB of them`,
};
