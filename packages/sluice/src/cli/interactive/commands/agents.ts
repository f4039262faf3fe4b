import type { SlashCommand } from './slash-command.ts';
import { tableLines } from './table-lines.ts';

export const agentsCommand: SlashCommand = {
  name: 'agents',
  argumentHint: '',
  does: 'List the agents that can be opened, and those of this session',
  waits: false,
  async run(_args, { parts: { subAgents }, print, note }) {
    if (subAgents === undefined) {
      note('No agents can be opened in this session.');
      return;
    }
    const { definitions, problems } = await subAgents.port.types();
    print(definitions.length === 0 ? 'No agents can be opened.' : 'Agents that can be opened:');
    const types = definitions.map(({ name, source, description }) => {
      const [line = ''] = description.trim().split('\n', 1);
      return [name, `${line} (${source})`] as const;
    });
    for (const line of tableLines(types)) print(line);
    for (const { message } of problems) note(message);
    const opened = subAgents.port.list();
    if (opened.length === 0) return;
    print('Agents of this session:');
    const rows = opened.map(
      ({ id, type, state, description }) => [`${id} ${state}`, `${type}: ${description}`] as const,
    );
    for (const line of tableLines(rows)) print(line);
  },
};
