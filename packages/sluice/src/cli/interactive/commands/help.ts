import type { CommandGroup, SlashCommand } from './slash-command.ts';

/** @param groups the prompt's own commands */
export function helpCommand(groups: () => readonly CommandGroup[]): SlashCommand {
  return {
    name: 'help',
    argumentHint: '',
    does: 'List the commands',
    waits: false,
    async run(_args, { print, table, offered }) {
      const own = groups().map(({ title, commands }) => ({ title, rows: commands.map(rowOf) }));
      const others = (await offered()).map(({ label, detail }) => [label, detail] as const);
      const sections = [...own, { title: 'Skills and commands of this session', rows: others }];
      const all = sections.flatMap(({ rows }) => rows);
      print('Commands (type a slash at the start of the prompt; // sends a slash):');
      for (const { title, rows } of sections) {
        if (rows.length === 0) continue;
        print(title, 'strong');
        table(rows, all);
      }
      print('Keys: /keys, or ? on an empty prompt.');
    },
  };
}

function rowOf({ name, argumentHint, does }: SlashCommand): readonly [string, string] {
  return [`/${name} ${argumentHint}`.trimEnd(), does];
}
