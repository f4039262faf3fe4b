import { formatBytes, formatCount } from '../../files/text/format.ts';
import type { ShownImage } from '../read-output.ts';

/** The text next to an image, so that a model can map positions to the original. */
export function imageText(name: string, image: ShownImage): string {
  const { originalWidth, originalHeight, displayWidth, displayHeight } = image.dimensions;
  const original = `${name}: ${image.originalFormat} image, ${sizeText(originalWidth, originalHeight)}, ${formatBytes(image.originalSize)}.`;
  const sentences = [original];
  if (displayWidth !== originalWidth || displayHeight !== originalHeight) {
    const factor = (originalWidth / displayWidth).toFixed(2);
    sentences.push(
      `Shown at ${sizeText(displayWidth, displayHeight)}: multiply coordinates by ${factor} for those of the original.`,
    );
  }
  if (image.frames !== undefined) {
    sentences.push(`It has ${formatCount(image.frames)} frames or pages; only the first is shown.`);
  }
  return `[${sentences.join(' ')}]`;
}

function sizeText(width: number, height: number): string {
  return `${formatCount(width)} × ${formatCount(height)} px`;
}
