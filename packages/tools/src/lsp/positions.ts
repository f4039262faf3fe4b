/** How a server counts characters of a line. */
export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

/** As the protocol has it: both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** @param column UTF-16 units from the start of the line, from 0 */
export function toServer(lineText: string, column: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return column;
  const before = lineText.slice(0, column);
  return encoding === 'utf-8' ? Buffer.byteLength(before) : Array.from(before).length;
}

/** UTF-16 units from the start of the line, from 0. */
export function fromServer(lineText: string, character: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(character, lineText.length);
  if (encoding === 'utf-8') return Buffer.from(lineText).subarray(0, character).toString().length;
  return Array.from(lineText).slice(0, character).join('').length;
}
