import type { SlashCommand } from './slash-command.ts';

export const clearCommand: SlashCommand = {
  name: 'clear',
  argumentHint: '',
  does: 'Start a new session; the old one can be resumed',
  waits: true,
  run: (_args, { switchTo }) => switchTo({ kind: 'new', id: undefined }),
};
