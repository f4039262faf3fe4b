/** Saves the cursor's place, and goes back there. */
export const SAVE = '\u001b7';
export const RESTORE = '\u001b8';

/**
 * Erases rows from the cursor's down, as far as there are any, and returns to the first. The cursor is saved, since a
 * terminal that got lower may have dropped the rows below the cursor: going down then ends at its last row, and counting
 * back up would end too high.
 */
export function eraseRows(count: number): string {
  if (count === 0) return '';
  if (count === 1) return '\u001b[2K';
  return `${SAVE}\u001b[2K${'\u001b[B\u001b[2K'.repeat(count - 1)}${RESTORE}`;
}

export function moveUp(count: number): string {
  return count <= 0 ? '' : count === 1 ? '\u001b[A' : `\u001b[${count}A`;
}

export function moveDown(count: number): string {
  return count <= 0 ? '' : count === 1 ? '\u001b[B' : `\u001b[${count}B`;
}

export function moveRight(count: number): string {
  return count <= 0 ? '' : count === 1 ? '\u001b[C' : `\u001b[${count}C`;
}
