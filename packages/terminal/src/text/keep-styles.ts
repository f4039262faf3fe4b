import { sanitize } from '@sluice/core';

// oxlint-disable-next-line no-control-regex -- these are the sequences that styles consist of
const STYLES = /(\u001b\[[0-9;]*m)/;

/** A line of another program: its colors are kept, and nothing else that a terminal would obey. */
export function keepStyles(line: string): string {
  const pieces = line.split(STYLES);
  const kept = pieces.map((piece, index) => (index % 2 === 1 ? piece : sanitize(piece))).join('');
  return pieces.length > 1 ? `${kept}\u001b[0m` : kept;
}
