import type { ShownImage } from '../read-output.ts';

export type ImageResult =
  | { readonly ok: true; readonly image: ShownImage }
  /** `reason` continues after `The image`. */
  | { readonly ok: false; readonly reason: string };

export function refuse(reason: string): ImageResult {
  return { ok: false, reason };
}
