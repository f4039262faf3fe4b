import type { ContextPart } from '../../context-parts.ts';

const ROWS = 10;
const COLUMNS = 10;

interface GridSquare {
  readonly color: string;
  /** The part is not free space. */
  readonly isFilled: boolean;
  readonly categoryName: string;
  /** Of the whole part. */
  readonly tokens: number;
  /** Of the window, by the whole part. */
  readonly percentage: number;
  /** Share of the square that the part fills, from 0 to 1. */
  readonly squareFullness: number;
}

/**
 * The window as 10 rows of 10 squares: what is used comes first, then free space, and at the end what is kept free. A part that fills
 * no whole square still has one, and the last square of a part may be filled in part.
 */
export function contextGrid(
  parts: readonly (Pick<ContextPart, 'name' | 'tokens' | 'kind'> & { readonly color: string })[],
  windowTokens: number,
): readonly (readonly GridSquare[])[] {
  const count = ROWS * COLUMNS;
  const perSquare = windowTokens / count;
  const squares = (part: (typeof parts)[number]): readonly GridSquare[] => {
    const length = part.tokens === 0 ? 0 : Math.max(1, Math.round(part.tokens / perSquare));
    return Array.from({ length }, (_, at) => ({
      color: part.color,
      isFilled: part.kind !== 'free',
      categoryName: part.name,
      tokens: part.tokens,
      percentage: Math.round((part.tokens / windowTokens) * 100),
      squareFullness: Math.min(1, Math.max(0, part.tokens / perSquare - at)),
    }));
  };
  const ofKind = (kind: ContextPart['kind']) => parts.filter((part) => part.kind === kind).flatMap(squares);
  const [used, kept, free] = [ofKind('used'), ofKind('buffer'), ofKind('free')];
  const [first] = free;
  const room = Math.max(0, count - used.length - kept.length);
  const filler =
    first === undefined ? [] : Array.from({ length: room }, () => ({ ...first, squareFullness: 1 }));
  const all = [...used, ...filler, ...kept].slice(0, count);
  return Array.from({ length: Math.ceil(all.length / COLUMNS) }, (_, row) =>
    all.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
}
