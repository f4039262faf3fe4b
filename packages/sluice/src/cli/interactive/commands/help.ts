import type { SlashCommand } from './slash-command.ts';

/** @param list the prompt's own commands */
export function helpCommand(list: () => readonly SlashCommand[]): SlashCommand {
  return {
    name: 'help',
    argumentHint: '',
    does: 'List the commands',
    waits: false,
    async run(_args, { print, table, offered }) {
      const own = list().map(
        ({ name, argumentHint, does }) => [`/${name} ${argumentHint}`.trimEnd(), does] as const,
      );
      const others = (await offered()).map(({ label, detail }) => [label, detail] as const);
      print('Commands (a slash at the start of the prompt; // sends a slash):');
      table([...own, ...others]);
      print('Keys: /keys, or ? on an empty prompt.');
    },
  };
}
