import type { RunEvent, SessionEvent } from '@sluice/core';

/** Writes a hook's terminal sequence, such as a new title, if there is a terminal besides the output. */
export function showSequence(
  event: RunEvent | SessionEvent,
  terminal: { readonly isTTY?: boolean; write(text: string): unknown } = process.stderr,
): void {
  if (terminal.isTTY !== true || event.type !== 'hook' || event.status !== 'ended') return;
  if (event.terminalSequence !== undefined) terminal.write(event.terminalSequence);
}
