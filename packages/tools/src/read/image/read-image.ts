import { fingerprintOf } from '../../files/seen/file-parts.ts';
import { formatBytes } from '../../files/text/format.ts';
import { loadFile } from '../../files/load/load-file.ts';
import { problem, type Problem } from '../../files/problem.ts';
import type { ReadRequest, ReadSuccess } from '../read-kind.ts';
import { IMAGE_FILE_BYTES } from './image-limits.ts';
import { showImage } from './show-image.ts';

/** An image file as a block for the model. `size` is from when it was opened. */
export async function readImage(request: ReadRequest, size: number): Promise<ReadSuccess | Problem> {
  const { path, settings, signal, tell } = request;
  if (size > IMAGE_FILE_BYTES) {
    return problem(
      'image-too-large',
      `The image ${path} is ${formatBytes(size)} large; Read shows at most ${formatBytes(IMAGE_FILE_BYTES)}. Make a smaller copy of it first.`,
    );
  }
  const loaded = await loadFile(path, signal, request.realPath);
  if (!loaded.ok) return loaded;
  tell(`Decoding an image of ${formatBytes(loaded.bytes.length)}`);
  const result = await showImage(loaded.bytes, { side: settings.imageSide, signal });
  if (!result.ok) return problem('image-not-shown', `The image ${path} ${result.reason}.`);
  return {
    ok: true,
    kind: 'read',
    data: { type: 'image', file: { filePath: path, ...result.image } },
    fingerprint: fingerprintOf(loaded),
    shown: { isPartial: false },
  };
}
