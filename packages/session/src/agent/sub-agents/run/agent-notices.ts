import { agentTypeItems, type AgentTypes, type TailList } from '@sluice/agent';
import { escapeHarnessTags, systemClock, type ModelMessage, type ToolPool } from '@sluice/core';
import type { SessionParts } from '../../../parts/session-parts.ts';
import type { AgentEntry } from '../agent-entry.ts';
import { lastWords } from './last-words.ts';

const MAX_NAMES = 20;

interface TypesPools {
  /** The tools of the agent that opens others. */
  readonly own: Pick<ToolPool, 'find'>;
  /** Those of the session: the others may have tools that it doesn't have. */
  readonly all: Pick<ToolPool, 'tools'>;
}

/** What a model is to know of the agents that it may open. */
export async function typesNotes(
  types: () => Promise<AgentTypes>,
  list: TailList,
  { own, all }: TypesPools,
  messages: readonly ModelMessage[],
): Promise<readonly string[]> {
  if (own.find('Agent') === undefined) return [];
  const { definitions } = await types();
  const note = list.note(agentTypeItems(definitions, all), messages);
  return note === undefined ? [] : [note];
}

/** Not in the system prompt, which agents of one type have in common. */
export function namesNote(name: string, others: readonly string[]): string {
  const known = others.filter((other) => other !== name).slice(-MAX_NAMES);
  const names = ['main', ...known].join(', ');
  return `You are the agent ${name}. SendMessage reaches these agents: ${names}.`;
}

/** What a model is to know of agents that had not ended when the program did. It is told once. */
export async function lostNotes(
  lost: readonly AgentEntry[],
  session: SessionParts['session'],
): Promise<readonly string[]> {
  if (lost.length === 0) return [];
  const lines = await Promise.all(
    lost.map(async ({ id, name, type, description }) => {
      const words = await lastWords(session, id);
      const said = words === '' ? 'It had written nothing.' : `Its last output: ${words}`;
      return escapeHarnessTags(`- ${id} (${name}, ${type}): ${description} ${said}`);
    }),
  );
  // They are not reported again when the session is resumed once more.
  const { journal } = session;
  for (const { id } of lost) {
    journal?.append({
      v: 1,
      time: systemClock.wallTime(),
      type: 'agent-ended',
      agentId: id,
      status: 'failed',
    });
  }
  return [
    `The program ended before these agents did. To continue one, call SendMessage with its id.\n${lines.join('\n')}`,
  ];
}
