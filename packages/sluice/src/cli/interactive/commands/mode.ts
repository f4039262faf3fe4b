import {
  isModeAvailable,
  PERMISSION_MODE_TABLE,
  PERMISSION_MODES,
  sanitize,
  type PermissionMode,
} from '@sluice/core';
import { nearestName, orList } from '@sluice/base';
import type { CommandContext, SlashCommand } from './slash-command.ts';

export const modeCommand: SlashCommand = {
  name: 'mode',
  argumentHint: '[MODE]',
  does: 'Show or change the permission mode',
  waits: false,
  run(args, context) {
    if (args === '') {
      offerModes(context);
      return;
    }
    const mode = PERMISSION_MODES.find((name): name is PermissionMode => name === args);
    if (mode === undefined) {
      const near = nearestName(args, PERMISSION_MODES);
      const hint = near === undefined ? '.' : `; did you mean ${near}?`;
      context.note(`There is no mode ${sanitize(args)}${hint} Use ${orList(PERMISSION_MODES)}.`);
      return;
    }
    changeMode(mode, context);
  },
};

/** A list of the modes that this session may be in; in plain mode as a sentence. */
function offerModes(context: CommandContext): void {
  const current = context.agent.runtime.permission.current();
  const modes = PERMISSION_MODES.filter((mode) => isModeAvailable(mode, current));
  if (context.isPlain) {
    context.print(`The mode is ${current.mode}. To change it: /mode followed by ${orList(modes)}.`);
    return;
  }
  context.pick({
    title: 'Permission mode',
    items: modes.map((mode) => ({
      id: mode,
      label: mode,
      detail: `${mode === current.mode ? 'current · ' : ''}${PERMISSION_MODE_TABLE[mode].description}`,
    })),
    markedId: current.mode,
    onPick: ({ id }) => {
      const mode = modes.find((one) => one === id);
      if (mode !== undefined) changeMode(mode, context);
    },
  });
}

function changeMode(mode: PermissionMode, { agent, print, note, isPlain, mayAnswer }: CommandContext): void {
  const would = mayAnswer(mode);
  if (would !== undefined) {
    note(`${would} of the waiting calls. To change the mode, enter /mode ${mode} again.`);
    return;
  }
  const result = agent.runtime.permission.apply({ type: 'setMode', mode, destination: 'session' });
  if (!result.ok) note(result.message);
  else if (isPlain) print(`The mode is now ${mode}.`);
}
