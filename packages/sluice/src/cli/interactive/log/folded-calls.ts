import { cellWidth } from '@sluice/base';
import type { Bar } from '../../exec/output/side-by-side.ts';

/** A call that only looked at something, and of which the log shows nothing but that it did. */
export interface FoldedCall {
  /** Of the tool. */
  readonly name: string;
  /** What it does, in one line that may begin with the name. */
  readonly label: string;
  readonly bar: Bar;
}

/** Such calls in one text of so many cells: `Read a.ts, b.ts · Grep total`. What doesn't fit is counted. */
export function foldedText(calls: readonly FoldedCall[], width: number): string {
  let text = '';
  for (const [index, call] of calls.entries()) {
    const isSame = index > 0 && calls[index - 1]?.name === call.name;
    const next = `${text}${index === 0 ? '' : isSame ? ', ' : ' · '}${isSame ? withoutName(call) : call.label}`;
    const rest = calls.length - index - 1;
    if (index > 0 && cellWidth(next) + cellWidth(moreText(rest)) > width) {
      const counted = `${text}${moreText(calls.length - index)}`;
      return cellWidth(counted) <= width ? counted : `${text} …`;
    }
    text = next;
  }
  return text;
}

function moreText(count: number): string {
  return count === 0 ? '' : ` … and ${count} more`;
}

function withoutName({ name, label }: FoldedCall): string {
  return label.startsWith(`${name} `) ? label.slice(name.length + 1) : label;
}

/** The bar of the row that stands for several: it joins what the first and the last of them join. */
export function foldedBar(calls: readonly FoldedCall[]): Bar {
  const [first, last] = [calls[0]?.bar ?? ' ', calls.at(-1)?.bar ?? ' '];
  const isTop = first === '┌' || first === ' ';
  const isBottom = last === '└' || last === ' ';
  if (isTop) return isBottom ? ' ' : '┌';
  return isBottom ? '└' : '├';
}
