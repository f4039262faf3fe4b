import type { SlashCommand } from './slash-command.ts';

export const compactCommand: SlashCommand = {
  name: 'compact',
  argumentHint: '[what to keep]',
  does: 'Replace the conversation by a summary',
  waits: true,
  run: (args, { agent, follow }) => follow(agent.compact(args === '' ? undefined : args)),
};
