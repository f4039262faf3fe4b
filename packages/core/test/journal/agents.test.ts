import { present } from '@sluice/base';
import { expect, it } from 'vitest';
import { journaledAgents, type JournalEntry } from '../../src/index.ts';

const base = { v: 1 as const, time: 0 };
const began = (agentId: string): JournalEntry => ({
  ...{ ...base, type: 'agent-began', agentId, agentType: 'Helper', model: 'some/model', callId: 'c' },
});
const ended = (agentId: string, status: 'completed' | 'stopped', isStoppedByUser?: true): JournalEntry => ({
  ...{ ...base, type: 'agent-ended', agentId, status },
  ...present({ isStoppedByUser }),
});

it('agents of a session end as they ended last, and those that did not are lost', () => {
  const agents = journaledAgents([
    began('a'),
    began('b'),
    ended('a', 'completed'),
    began('c'),
    ended('c', 'stopped'),
    began('c'),
    began('d'),
    ended('d', 'stopped', true),
    began('e'),
    ended('e', 'stopped', true),
    began('e'),
    ended('e', 'stopped'),
    ended('nobody', 'completed'),
  ]);
  expect(agents.map(({ agentId, status }) => [agentId, status])).toEqual([
    ['a', 'completed'],
    ['b', 'lost'],
    ['c', 'lost'],
    ['d', 'stopped'],
    ['e', 'stopped'],
  ]);
  expect(agents.flatMap(({ agentId, isStoppedByUser }) => (isStoppedByUser ? [agentId] : []))).toEqual(['d']);
  expect(agents[0]).toMatchObject({ agentType: 'Helper', model: 'some/model', callId: 'c' });
});
