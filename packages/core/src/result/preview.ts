import { headOf, tailOf } from './text.ts';
import { PREVIEW_BYTES } from './result-limits.ts';

interface PreviewSource {
  readonly head: string;
  readonly tail: string | undefined;
  /** Size of the full text: UTF-16 units if it was in memory, else bytes. */
  readonly size: { readonly chars: number } | { readonly bytes: number };
  readonly place: { readonly path: string; readonly isCut?: boolean } | { readonly problem: string };
  readonly prefix: string | undefined;
}

/** What the model sees instead of an over-long result: its size, where it is, and its beginning (and end). */
export function renderPreview(source: PreviewSource, style: 'head' | 'head-and-tail'): string {
  const size = 'chars' in source.size ? `${source.size.chars} characters` : `${source.size.bytes} bytes`;
  const place =
    'path' in source.place
      ? `${source.place.isCut === true ? 'The part that could be saved' : 'The full result'} is in ${source.place.path}; read the parts that you need from there.`
      : `The full result could not be saved (${source.place.problem}); only this preview remains.`;
  const parts = [`[The result is too long to show: ${size}. ${place}]`];
  if (source.prefix !== undefined && source.prefix !== '') parts.unshift(source.prefix);
  if (style === 'head' || source.tail === undefined) {
    parts.push('[Its beginning:]', headOf(source.head, PREVIEW_BYTES));
  } else {
    parts.push('[Its beginning:]', headOf(source.head, PREVIEW_BYTES / 2));
    parts.push('[Its end:]', tailOf(source.tail, PREVIEW_BYTES / 2));
  }
  return parts.join('\n');
}
