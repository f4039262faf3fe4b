import type { SlashCommand } from './slash-command.ts';

export const planCommand: SlashCommand = {
  name: 'plan',
  argumentHint: '[TASK]',
  does: 'Switch to plan mode, and send the task',
  waits: false,
  sendsArguments: true,
  run(args, { agent, send, note }) {
    const changed = agent.runtime.permission.apply({
      type: 'setMode',
      mode: 'plan',
      destination: 'session',
    });
    if (!changed.ok) note(changed.message);
    else if (args !== '') send(args);
  },
};
