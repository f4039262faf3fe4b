import { sessionItems } from '../session-items.ts';
import type { SlashCommand } from './slash-command.ts';

export const resumeCommand: SlashCommand = {
  name: 'resume',
  argumentHint: '[ID]',
  does: 'Continue with another session',
  waits: true,
  run(args, { switchTo, pick, parts, sessionId, note }) {
    const open = (name: string): void => switchTo({ kind: 'named', name, isForked: false, id: undefined });
    if (args !== '') {
      open(args);
      return;
    }
    const items = sessionItems(parts.cwd, process.env).filter(({ id }) => id !== sessionId);
    if (items.length === 0) note('There is no other session of this directory.');
    else pick({ title: 'Resume a session', items, onPick: ({ id }) => open(id) });
  },
};

export const forkCommand: SlashCommand = {
  name: 'fork',
  argumentHint: '',
  does: 'Continue with a copy of this session',
  waits: true,
  run(_args, { switchTo, sessionId, agent, note }) {
    if (agent.transcriptPath === '') note('This session is not kept, so it has no copy.');
    else if (agent.messages().length === 0) note('Nothing has been said yet: there is nothing to copy.');
    else switchTo({ kind: 'named', name: sessionId, isForked: true, id: undefined });
  },
};
