import type { RunEvent, SessionEvent } from '@sluice/core';

/** What a hook wants the person's terminal to do, such as another title, where there is a terminal beside the answer. */
export function showSequence(
  event: RunEvent | SessionEvent,
  terminal: { readonly isTTY?: boolean; write(text: string): unknown } = process.stderr,
): void {
  if (terminal.isTTY !== true || event.type !== 'hook' || event.status !== 'ended') return;
  if (event.terminalSequence !== undefined) terminal.write(event.terminalSequence);
}
