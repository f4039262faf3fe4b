import { errorText } from '@sluice/base';
import { createFileStore, readJournal } from '@sluice/host';
import { problemText } from '@sluice/settings';
import type { SubAgentInfo } from '@sluice/agent';
import { dirname } from 'node:path';
import { agentTreeItems } from '../agents/agent-tree-items.ts';
import { followAgent } from '../agents/followed-agent.ts';
import { pageText } from '../programs/page-text.ts';
import { recordMarkdown } from '../record/record-markdown.ts';
import { sessionRecord } from '../record/session-record.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

export const agentsCommand: SlashCommand = {
  name: 'agents',
  argumentHint: '[types]',
  does: 'Follow an agent of this session, or list the types of agents',
  waits: false,
  async run(args, context) {
    const { isPlain, note, parts, pick } = context;
    const { subAgents } = parts;
    if (subAgents === undefined) return note('No agents can be started in this session.');
    if (args !== '' && args !== 'types') return note('Use /agents, or /agents types.');
    const list = (): readonly SubAgentInfo[] => subAgents.port.list();
    if (args === 'types' || list().length === 0) {
      await printTypes(subAgents.port, context);
      return;
    }
    pick({
      title: 'Agents of this session',
      does: 'follows',
      get items() {
        return agentTreeItems(list(), context.watch);
      },
      onPick: async ({ id }) => {
        const agent = list().find((one) => one.id === id);
        if (agent === undefined) return;
        if (isAtWork(agent) && isPlain) printLatest(agent, context);
        else if (isAtWork(agent)) context.showPanel(followAgent(agent, context.watch, list));
        else
          await showRecord(agent, context).catch((error: unknown) =>
            note(`What the agent did can't be shown: ${errorText(error)}`),
          );
      },
    });
  },
};

const isAtWork = ({ state }: SubAgentInfo): boolean =>
  state === 'running' || state === 'waiting-for-approval';

/** Nothing can be redrawn: what it has done last is printed once. */
function printLatest({ id }: SubAgentInfo, { print, watch }: CommandContext): void {
  const lines = watch.lines(id).slice(-MAX_LATEST);
  if (lines.length === 0) print("It hasn't done anything yet.");
  for (const line of lines) print(line);
}

const MAX_LATEST = 20;

type Port = NonNullable<CommandContext['parts']['subAgents']>['port'];

async function printTypes(port: Port, { print, table, note }: CommandContext): Promise<void> {
  const { definitions, problems } = await port.types();
  print(definitions.length === 0 ? 'No agents can be started.' : 'Available agents:');
  table(
    definitions.map(({ name, source, description }) => {
      const [line = ''] = description.trim().split('\n', 1);
      return [name, `${line} (${source})`] as const;
    }),
  );
  for (const problem of problems) note(problemText(problem));
}

/** All that an agent which has ended said and did. */
async function showRecord({ transcriptPath }: SubAgentInfo, context: CommandContext): Promise<void> {
  const { agent, columns, isPlain, lend, note, parts, print } = context;
  const { entries } = await readJournal(dirname(transcriptPath));
  const items = await sessionRecord(
    entries,
    parts.session.store ?? createFileStore({ directory: dirname(transcriptPath) }),
  );
  if (items.length === 0) return note("There is no record of this agent's work.");
  const text = (width?: number): string => recordMarkdown(items, agent.runtime.pool, true, width);
  // A pager would draw on the screen.
  const isShown = !isPlain && (await lend(() => pageText(text(columns), process.env)));
  if (!isShown) for (const line of text().trimEnd().split('\n')) print(line);
}
