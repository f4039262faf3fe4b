import type { CommandHardening } from '@sluice/shell';

/** The command with the words put in that keep its programs from running what a repository configures. */
export function hardenCommand(command: string, { insertions }: CommandHardening): string {
  let text = command;
  for (const { at, text: inserted } of insertions.toReversed()) {
    text = text.slice(0, at) + inserted + text.slice(at);
  }
  return text;
}
