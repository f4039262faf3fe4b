import type { ModelContent, ShortenedPage } from '@sluice/core';
import { imageText } from './image/image-text.ts';
import { notebookBlocks, notebookText } from './notebook/notebook-text.ts';
import { shortenNotebook } from './notebook/shorten-notebook.ts';
import { pdfText } from './pdf/pdf-text.ts';
import { shortenPdf } from './pdf/shorten-pdf.ts';
import type { CellOutput, ReadOutput, ShownImage } from './read-output.ts';
import { textForModel } from './read-result-text.ts';
import { shortenPage } from './shorten-page.ts';

/** What the model gets: text, and images as blocks. `isLarge`: `allow_large` was set, so there is no point in suggesting it. */
export function outputForModel(output: ReadOutput, isLarge: boolean): ModelContent {
  switch (output.type) {
    case 'text':
      return textForModel(output.file, isLarge);
    case 'image': {
      const { filePath, type, base64 } = output.file;
      return [
        { type: 'text', text: imageText(filePath, output.file) },
        { type: 'image', source: { type: 'base64', media_type: type, data: base64 } },
      ];
    }
    case 'notebook':
      return hasImages(output.file.cells)
        ? notebookBlocks(output.file, isLarge)
        : notebookText(output.file, isLarge);
    case 'parts':
      return pdfText(output, isLarge);
    default:
      return output satisfies never;
  }
}

/** The same in fewer characters, with how to continue. */
export function shortenOutput(
  output: ReadOutput,
  maxChars: number,
  isLarge: boolean,
): string | ShortenedPage {
  switch (output.type) {
    case 'text':
      return shortenPage(output.file, maxChars, isLarge);
    case 'image':
      return imageText(output.file.filePath, output.file);
    case 'notebook':
      return shortenNotebook(output.file, maxChars, isLarge);
    case 'parts':
      return shortenPdf(output, maxChars, isLarge);
    default:
      return output satisfies never;
  }
}

/** Hooks receive everything except pixels, which would go through a pipe to each of them: `base64` is empty. */
export function outputForHook(output: ReadOutput): ReadOutput {
  if (output.type === 'image') return { ...output, file: withoutPixels(output.file) };
  if (output.type !== 'notebook' || !hasImages(output.file.cells)) return output;
  const cells = output.file.cells.map((cell) => ({
    ...cell,
    outputs: cell.outputs.map(outputWithoutPixels),
  }));
  return { ...output, file: { ...output.file, cells } };
}

function hasImages(cells: readonly { readonly outputs: readonly CellOutput[] }[]): boolean {
  return cells.some(({ outputs }) => outputs.some(({ type }) => type === 'image'));
}

function outputWithoutPixels(output: CellOutput): CellOutput {
  return output.type === 'image' ? { ...output, image: withoutPixels(output.image) } : output;
}

function withoutPixels<Image extends ShownImage>(image: Image): Image {
  return { ...image, base64: '' };
}
