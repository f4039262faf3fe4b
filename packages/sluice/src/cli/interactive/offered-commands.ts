import type { Command } from '@sluice/agent';
import type { MenuItem } from './menu.ts';

/** A command of the session, in the menu of the prompt. */
export interface OfferedCommand extends MenuItem {
  readonly name: string;
}

/** The session's commands that the prompt's own don't stand in for, each with its arguments and where it comes from. */
export function offeredCommands(
  commands: readonly Command[],
  own: readonly string[],
): readonly OfferedCommand[] {
  return commands
    .filter(({ name }) => !own.includes(name))
    .map(({ name, argumentHint, description, origin }) => {
      const [line = ''] = description.trim().split('\n', 1);
      return {
        name,
        label: `/${name} ${argumentHint ?? ''}`.trimEnd(),
        detail: origin === 'built-in' ? line : `${line} (${origin})`.trimStart(),
        text: argumentHint === undefined ? `/${name}` : `/${name} `,
      };
    });
}
