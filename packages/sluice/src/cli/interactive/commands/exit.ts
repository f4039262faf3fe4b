import type { SlashCommand } from './slash-command.ts';

export const exitCommand: SlashCommand = {
  name: 'exit',
  argumentHint: '',
  does: 'Leave',
  waits: false,
  run: (_args, { leave }) => leave(),
};
