import type { SlashCommand } from './slash-command.ts';

/** @param list asked when it runs, since commands of the session come and go */
export function helpCommand(list: () => readonly SlashCommand[]): SlashCommand {
  return {
    name: 'help',
    argumentHint: '',
    does: 'List the commands',
    waits: false,
    run(_args, { print }) {
      print('Commands (a slash at the start of the prompt; // sends a slash):');
      for (const { name, argumentHint, does } of list())
        print(`  ${`/${name} ${argumentHint}`.padEnd(24)} ${does}`);
      print('Keys: /keys, or ? on an empty prompt.');
    },
  };
}
