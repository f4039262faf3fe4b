import type { SlashCommand } from './slash-command.ts';

export const resumeCommand: SlashCommand = {
  name: 'resume',
  argumentHint: 'ID',
  does: 'Go on with another session',
  waits: true,
  run(args, { switchTo, note }) {
    if (args === '') note('Give the id of a session: /resume ID. sluice sessions lists them.');
    else switchTo({ kind: 'named', name: args, isForked: false, id: undefined });
  },
};

export const forkCommand: SlashCommand = {
  name: 'fork',
  argumentHint: '',
  does: 'Go on with a copy of this session',
  waits: true,
  run: (_args, { switchTo, sessionId }) =>
    switchTo({ kind: 'named', name: sessionId, isForked: true, id: undefined }),
};
