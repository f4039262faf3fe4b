import { openResumePicker } from '../resume-picker.ts';
import type { SlashCommand } from './slash-command.ts';

export const resumeCommand: SlashCommand = {
  name: 'resume',
  argumentHint: '[ID]',
  does: 'Continue with another session',
  waits: true,
  run(args, { switchTo, pick, refresh, parts, sessionId, note }) {
    if (args !== '') {
      switchTo({ kind: 'named', name: args, isForked: false, id: undefined });
      return;
    }
    const isOpen = openResumePicker({
      ...{ cwd: parts.cwd, env: process.env, exceptId: sessionId, pick, refresh, note, open: switchTo },
      onClose() {},
    });
    if (!isOpen) note('There is no other session.');
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
