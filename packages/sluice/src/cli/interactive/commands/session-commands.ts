import { findSession, stateDirectory } from '@sluice/agent';
import { openResumePicker, openSession } from '../resume/resume-picker.ts';
import type { SlashCommand } from './slash-command.ts';

const STAY = { label: 'Stay in this session', run() {} };

export const resumeCommand: SlashCommand = {
  name: 'resume',
  argumentHint: '[ID]',
  does: 'Continue with another session',
  waits: true,
  run(args, { switchTo, pick, refresh, parts, sessionId, note }) {
    if (args !== '') {
      const found = findSession(stateDirectory(process.env), args);
      if (!found.ok) note(found.message);
      else if (found.session.id === sessionId) note('This session is open.');
      else openSession(found.session, { cwd: parts.cwd, pick, note, open: switchTo, back: STAY });
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
    if (agent.transcriptPath === '') note("This session is not saved, so it can't be copied.");
    else if (agent.messages().length === 0) note('This session is empty: there is nothing to copy.');
    else switchTo({ kind: 'named', name: sessionId, isForked: true, id: undefined });
  },
};
