import { join } from 'node:path';
import { journaledAgents, type JournalEntry } from '@sluice/core';
import { AGENTS_DIRECTORY, agentsIn, readJournal, type JournalContent } from '@sluice/host';
import type { TraceAgent, TraceData, TraceItem, TraceUsage } from '../data/trace-data.ts';
import { collectAgent } from './collect-agent.ts';
import { Texts } from './texts.ts';

/** Characters of inputs and results in one page, roughly. */
const PAGE_CHARS = 12_000_000;
const MAX_TEXT_CHARS = 20_000;
const MIN_TEXT_CHARS = 500;

export interface TraceSource {
  /** The directory of the session. */
  readonly directory: string;
  readonly id: string;
  readonly title: string | undefined;
  readonly cwd: string | undefined;
  /** Milliseconds since the Unix epoch, for a session without lines. */
  readonly createdAt: number | undefined;
  /** Whether a process is using the session. */
  readonly isRunning: () => boolean;
  /** US dollars; undefined: the price is unknown. */
  readonly costOf: (usage: TraceUsage, model: string) => number | undefined;
}

interface AgentJournal {
  readonly id: string;
  readonly content: JournalContent;
}

/** Reads the journals of a session and its sub-agents. Rejects if one exists and can't be read. */
export async function collectTrace(source: TraceSource): Promise<TraceData> {
  // Read first: a session that ends meanwhile is then shown as running until the next look.
  const isRunning = source.isRunning();
  const journals = await readJournals(source.directory);
  const calls = journals.reduce((sum, { content }) => sum + count(content.entries, 'received'), 0);
  const maxChars = Math.round(PAGE_CHARS / (2 * Math.max(1, calls)));
  const texts = new Texts(source.directory, Math.min(MAX_TEXT_CHARS, Math.max(MIN_TEXT_CHARS, maxChars)));
  const agents = collectAgents(journals, isRunning, texts);
  const items: TraceItem[] = journals.flatMap(({ id, content }) =>
    collectAgent(content.entries, {
      agent: id,
      texts,
      isRunning: agents.find((agent) => agent.id === id)?.status === 'running',
      costOf: source.costOf,
    }),
  );
  const times = journals.flatMap(({ content }) => content.entries.map(({ time }) => time));
  const first = times.reduce((least, time) => Math.min(least, time), times[0] ?? source.createdAt ?? 0);
  const main = journals[0]?.content.entries.find((entry) => entry.type === 'session');
  return {
    version: 1,
    id: texts.line(source.id),
    title: texts.line(source.title ?? ''),
    cwd: texts.line(source.cwd ?? main?.cwd ?? ''),
    start: items.reduce((least, { start }) => Math.min(least, start), first),
    end: times.reduce((most, time) => Math.max(most, time), first),
    isRunning,
    agents,
    items,
    problems: journals.flatMap(problemsOf),
  };
}

async function readJournals(directory: string): Promise<readonly AgentJournal[]> {
  const ids = agentsIn(directory);
  return Promise.all([
    readJournal(directory).then((content) => ({ id: '', content })),
    ...ids.map(async (id) => ({ id, content: await readJournal(join(directory, AGENTS_DIRECTORY, id)) })),
  ]);
}

function count(entries: readonly JournalEntry[], type: JournalEntry['type']): number {
  return entries.reduce((sum, entry) => (entry.type === type ? sum + 1 : sum), 0);
}

function collectAgents(
  journals: readonly AgentJournal[],
  isRunning: boolean,
  texts: Texts,
): readonly TraceAgent[] {
  const openers = new Map<string, { parent: string; opener: string | undefined }>();
  const known = new Map<string, TraceAgent>();
  for (const { id: parent, content } of journals) {
    for (const entry of content.entries) {
      if (entry.type !== 'agent-began' || openers.has(entry.agentId)) continue;
      const { messageId, callId } = entry;
      const hasOpener = messageId !== undefined && callId !== undefined;
      const opener = hasOpener ? `${parent}/c:${texts.line(messageId)}:${texts.line(callId)}` : undefined;
      openers.set(entry.agentId, { parent, opener });
    }
    for (const { agentId, agentType, name, description, status } of journaledAgents(content.entries)) {
      known.set(agentId, {
        id: agentId,
        name: texts.line(name),
        type: texts.line(agentType),
        description: texts.line(description),
        status: status === 'lost' && isRunning ? 'running' : status,
        parent: openers.get(agentId)?.parent,
        opener: openers.get(agentId)?.opener,
      });
    }
  }
  return journals.map(({ id }) => {
    if (id === '') return { ...UNKNOWN, id, name: 'main', status: isRunning ? 'running' : 'completed' };
    return known.get(id) ?? { ...UNKNOWN, id, name: texts.line(id) };
  });
}

const UNKNOWN = {
  type: '',
  description: '',
  status: 'lost',
  parent: undefined,
  opener: undefined,
} as const;

function problemsOf({ id, content }: AgentJournal): readonly string[] {
  const whose = id === '' ? 'The journal' : `The journal of the agent ${id}`;
  const problems: string[] = [];
  if (content.lost > 0) problems.push(`${whose} has lost ${content.lost} lines.`);
  if (content.setAside > 0) problems.push(`${whose} has ${content.setAside} lines that can't be read.`);
  if (content.isEndUnknown) problems.push(`${whose} may lack its end.`);
  return problems;
}
