import type { SlashCommand } from './slash-command.ts';

export const undoCommand: SlashCommand = {
  name: 'undo',
  argumentHint: '[N]',
  does: 'Undo the file changes of the latest prompt that made any, or of the latest N',
  waits: true,
  async run(args, context) {
    const { undoLast } = await import('./undo-work.ts');
    await undoLast(args, context);
  },
};

export const diffCommand: SlashCommand = {
  name: 'diff',
  argumentHint: '',
  does: "Show the session's file changes",
  waits: false,
  async run(_args, context) {
    const { showDifferences } = await import('./undo-work.ts');
    await showDifferences(context);
  },
};

export const rewindCommand: SlashCommand = {
  name: 'rewind',
  argumentHint: '',
  does: 'Go back to an earlier prompt: its files, the conversation, or both',
  waits: true,
  async run(_args, context) {
    const { offerRewind } = await import('./undo-work.ts');
    await offerRewind(context);
  },
};
