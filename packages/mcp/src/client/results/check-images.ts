import type { CallContext } from '@sluice/core';
import { storeBytes } from './store-bytes.ts';
import type { ImageType, McpToolOutput, OutputItem } from './tool-output.ts';

/** An image that a model API takes. */
export type ShownImage =
  | {
      readonly ok: true;
      /** Base64. */
      readonly data: string;
      readonly mimeType: ImageType;
      /** How it differs from the server's, as a sentence; undefined: it is as large. */
      readonly note: string | undefined;
    }
  /** `reason`: why it isn't shown, as a clause. */
  | { readonly ok: false; readonly reason: string };

/** Decodes an image before a model gets it, and makes it smaller if necessary. Rejects only if `signal` is aborted. */
export type ShowImage = (bytes: Buffer, signal: AbortSignal) => Promise<ShownImage>;

/** As many as the results of one message hold. */
const MAX_SHOWN = 20;
const TOO_MANY = `only the first ${MAX_SHOWN} images of a result are shown`;

export interface CheckImagesContext {
  /** Undefined: images are shown as they came. */
  readonly showImage: ShowImage | undefined;
  readonly captureFile: CallContext['captureFile'];
  readonly signal: AbortSignal;
}

/**
 * Checks the images of a result. A model API refuses every later request over one image that it can't read: such an image goes into
 * a file, and so do those after the first 20.
 */
export async function checkImages(
  output: McpToolOutput,
  context: CheckImagesContext,
): Promise<McpToolOutput> {
  const { showImage, captureFile, signal } = context;
  if (showImage === undefined || !output.content.some(({ type }) => type === 'image')) return output;
  let shown = 0;
  const content: OutputItem[] = [];
  // One after the other: each may take hundreds of megabytes to decode.
  for (const item of output.content) {
    if (item.type !== 'image') {
      content.push(item);
      continue;
    }
    const bytes = Buffer.from(item.data, 'base64');
    const image: ShownImage =
      shown < MAX_SHOWN ? await showImage(bytes, signal) : { ok: false, reason: TOO_MANY };
    if (image.ok) {
      const { data, mimeType, note } = image;
      shown += 1;
      content.push({ type: 'image', data, mimeType, note });
    } else {
      const { reason } = image;
      content.push({ ...storeBytes('image', bytes, item.mimeType, undefined, captureFile), reason });
    }
  }
  return { ...output, content };
}
