import type { ContentBlock } from '@sluice/core';
import { countOf } from '../../files/text/format.ts';
import { imageText } from '../image/image-text.ts';
import type { CellOutput, NotebookCell, NotebookReadOutput } from '../read-output.ts';

type Notebook = NotebookReadOutput['file'];

/** A notebook as one text for the model, without its images. */
export function notebookText(file: Notebook, isLarge = false): string {
  return [headText(file), ...file.cells.map(cellText), ...noticesOf(file, isLarge)].join('\n\n');
}

/** The same with the images, each after the text that mentions it. */
export function notebookBlocks(file: Notebook, isLarge = false): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let text: string[] = [headText(file)];
  for (const cell of file.cells) {
    text.push(sourceText(cell));
    for (const output of cell.outputs) {
      text.push(outputText(output));
      if (output.type === 'text') continue;
      blocks.push({ type: 'text', text: text.join('\n\n') });
      text = [];
      const { type, base64 } = output.image;
      blocks.push({ type: 'image', source: { type: 'base64', media_type: type, data: base64 } });
    }
  }
  text.push(...noticesOf(file, isLarge));
  return text.length === 0 ? blocks : [...blocks, { type: 'text', text: text.join('\n\n') }];
}

export function cellText(cell: NotebookCell): string {
  return [sourceText(cell), ...cell.outputs.map(outputText)].join('\n\n');
}

function headText({ filePath, language, nbformat, totalCells }: Notebook): string {
  const version = nbformat === '' ? '' : ` of format ${nbformat}`;
  return `[${filePath}: a notebook${version} in ${language}, ${countOf(totalCells, 'cell')}.]`;
}

function sourceText({ number, cell_id, cellType, source, executionCount, isCut }: NotebookCell): string {
  const count = executionCount === undefined ? '' : ` run="${executionCount}"`;
  const cut = isCut === true ? '\n… [the rest of this cell is left out]' : '';
  return `<cell number="${number}" id=${JSON.stringify(cell_id)} type="${cellType}"${count}>\n${source}${cut}\n</cell>`;
}

function outputText(output: CellOutput): string {
  const text = output.type === 'text' ? output.text.replace(/\n$/, '') : imageText('Image', output.image);
  return `<output name="${output.name}">\n${text}\n</output>`;
}

function noticesOf(file: Notebook, isLarge: boolean): readonly string[] {
  const { startCell, totalCells, cells } = file;
  const notices: string[] = [];
  const last = startCell + cells.length - 1;
  if (cells.length === 0 && totalCells > 0) {
    return [`[There is no cell at offset ${startCell}.]`];
  }
  if (startCell > 1 || last < totalCells) {
    const shown = `[PARTIAL view: cells ${startCell} to ${last} of ${totalCells}`;
    if (last >= totalCells) {
      notices.push(`${shown}, the end of the notebook.]`);
    } else {
      const why = file.truncatedByTokenCap === true ? ' More does not fit on one page.' : '';
      notices.push(`${shown}.${why} Continue with offset: ${last + 1}.]`);
    }
  }
  const cut = cells.filter(({ isCut }) => isCut === true).length;
  if (cut > 0) {
    const more = isLarge
      ? 'The source of a cell that no page holds can be seen in parts with jq: .cells[<number - 1>].source'
      : 'allow_large: true shows more of a long cell.';
    notices.push(`[${countOf(cut, 'cell')} cut. ${more}]`);
  }
  return notices;
}
