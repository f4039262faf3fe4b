import type { Command } from '@sluice/agent';
import type { MenuItem } from './menu.ts';

/** A session command, in the prompt's menu. */
export interface OfferedCommand extends MenuItem {
  readonly name: string;
}

/** The session's commands that no built-in command hides, each with its arguments and origin. */
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
        // In one list with the prompt's own, whose texts end without a period.
        detail: origin === 'built-in' ? line.replace(/\.$/, '') : `${line} (${origin})`.trimStart(),
        text: argumentHint === undefined ? `/${name}` : `/${name} `,
      };
    });
}
