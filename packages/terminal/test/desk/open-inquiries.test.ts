import type { PermissionRequest } from '@sluice/core';
import { expect, it } from 'vitest';
import { OpenInquiries } from '../../src/desk/open-inquiries.ts';

function request(id: string, agentId: string | undefined): PermissionRequest {
  return {
    ...{ kind: 'permission', requestId: id, callId: id, toolName: 'Bash', input: {}, summary: 'Bash' },
    ...{ display: { text: '', isWhole: true, warnings: [] }, reason: 'no rule allows it', agentId },
    ...{ agentChain: agentId === undefined ? [] : [agentId], askedBy: 'default', matchedRule: undefined },
    ...{ blockedPath: undefined, suggestedRules: [], suggestedDestination: 'session', risk: 'low' },
    ...{ batch: { messageId: 'm', open: 1 } },
  };
}

/** Who asks, in the order of their questions, and the order in which these are gone through. */
it.each([
  ['the main agent', ['', '', ''], [0, 1, 2]],
  ['an agent in the background, then the main agent', ['a', '', 'a'], [1, 0, 2]],
  ['agents in the background', ['a', 'b'], [0, 1]],
] as const)('questions of %s are numbered as they are shown', (_, agents, order) => {
  const open = new OpenInquiries();
  for (const [index, agent] of agents.entries())
    open.add(request(`${index}`, agent === '' ? undefined : agent), () => {}, 0);
  const ids = order.map(String);
  expect(open.next()?.inquiry.requestId).toBe(ids[0]);
  expect(ids.map((id) => open.placeOf(id))).toEqual(ids.map((_id, index) => index + 1));
  expect(ids.map((id) => open.neighborOf(id, 1))).toEqual([...ids.slice(1), ids[0]]);
  expect(ids.map((id) => open.neighborOf(id, -1))).toEqual([ids.at(-1), ...ids.slice(0, -1)]);
});
