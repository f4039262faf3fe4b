import { countText } from '@sluice/base';
import { getOwn, isJsonObject, type PreviewHunk } from '@sluice/core';

/** What the log keeps of a successful call, from the tool's own view of its result. */
export type ResultView =
  /** A file was changed; `counts` says by how much. */
  | { readonly kind: 'difference'; readonly counts: string; readonly hunks: readonly PreviewHunk[] }
  /** A command's output. */
  | { readonly kind: 'output'; readonly text: string }
  /** It has only begun, and continues in the background. */
  | { readonly kind: 'background' };

/** Undefined: there is nothing to show but that it is done. */
export function resultView(view: unknown): ResultView | undefined {
  if (!isJsonObject(view)) return undefined;
  if (typeof getOwn(view, 'backgroundTaskId') === 'string' || getOwn(view, 'status') === 'async_launched')
    return { kind: 'background' };
  const patch = getOwn(view, 'structuredPatch');
  if (Array.isArray(patch)) return differenceOf(view, patch);
  const stdout = getOwn(view, 'stdout');
  // Of a stored output, only its start is at hand.
  const isWhole = getOwn(view, 'persistedOutputSize') === undefined;
  return typeof stdout === 'string' && isWhole && getOwn(view, 'isImage') !== true
    ? { kind: 'output', text: stdout }
    : undefined;
}

function differenceOf(view: Parameters<typeof getOwn>[0], patch: readonly unknown[]): ResultView | undefined {
  const content = getOwn(view, 'content');
  if (patch.length === 0 && getOwn(view, 'type') === 'create' && typeof content === 'string') {
    const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
    return { kind: 'difference', counts: `new, ${countText(lines, 'line')}`, hunks: [] };
  }
  const hunks = patch.flatMap((hunk): readonly PreviewHunk[] => {
    if (!isJsonObject(hunk)) return [];
    const [oldStart, newStart, lines] = [
      getOwn(hunk, 'oldStart'),
      getOwn(hunk, 'newStart'),
      getOwn(hunk, 'lines'),
    ];
    if (typeof oldStart !== 'number' || typeof newStart !== 'number' || !Array.isArray(lines)) return [];
    return [{ oldStart, newStart, lines: lines.filter((line) => typeof line === 'string') }];
  });
  if (hunks.length === 0) return undefined;
  const all = hunks.flatMap(({ lines }) => lines);
  const count = (mark: string): number => all.filter((line) => line.startsWith(mark)).length;
  return { kind: 'difference', counts: `+${count('+')} \u2212${count('-')}`, hunks };
}
