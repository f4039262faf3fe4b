import { PERMISSION_MODES, sanitize, type PermissionMode } from '@sluice/core';
import { nearestName, orList } from '@sluice/base';
import type { SlashCommand } from './slash-command.ts';

export const modeCommand: SlashCommand = {
  name: 'mode',
  argumentHint: '[MODE]',
  does: 'Show or change the permission mode',
  waits: false,
  run(args, { agent, print, note, isPlain, mayAnswer }) {
    const { permission } = agent.runtime;
    if (args === '') {
      print(`The mode is ${permission.current().mode}. There are ${orList(PERMISSION_MODES)}.`);
      return;
    }
    const mode = PERMISSION_MODES.find((name): name is PermissionMode => name === args);
    if (mode === undefined) {
      const near = nearestName(args, PERMISSION_MODES);
      const hint = near === undefined ? '.' : `; did you mean ${near}?`;
      note(`There is no mode ${sanitize(args)}${hint} Use ${orList(PERMISSION_MODES)}.`);
      return;
    }
    const would = mayAnswer(mode);
    if (would !== undefined) {
      note(`${would} of the calls that wait. To change the mode, enter /mode ${mode} again.`);
      return;
    }
    const result = permission.apply({ type: 'setMode', mode, destination: 'session' });
    if (!result.ok) note(result.message);
    else if (isPlain) print(`The mode is now ${mode}.`);
  },
};
