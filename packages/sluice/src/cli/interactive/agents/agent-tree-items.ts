import type { SubAgentInfo } from '@sluice/agent';
import { disarm } from '@sluice/core';
import type { PickerItem } from '@sluice/terminal';
import type { AgentWatch } from './agent-watch.ts';

const MARKS: Readonly<Record<SubAgentInfo['state'], string>> = {
  running: '⠿',
  'waiting-for-approval': '?',
  completed: '✓',
  failed: '✗',
  stopped: '■',
  lost: '✗',
};
/** Of a call at the right. */
const MAX_CALL = 30;

/** The agents of a session as a tree: each below the one that opened it. */
export function agentTreeItems(
  agents: readonly SubAgentInfo[],
  watch: Pick<AgentWatch, 'tokens' | 'lastCall'>,
): readonly PickerItem[] {
  const ids = new Set(agents.map(({ id }) => id));
  const below = (parent: string | undefined, depth: number): readonly PickerItem[] =>
    agents
      .filter(
        ({ parentId }) => (parentId !== undefined && ids.has(parentId) ? parentId : undefined) === parent,
      )
      .flatMap((agent) => [
        { id: agent.id, label: agentLabel(agent, depth), detail: agentDetail(agent, watch, true) },
        ...below(agent.id, depth + 1),
      ]);
  return below(undefined, 0);
}

/** State, tokens and, if wanted, the last call. */
export function agentDetail(
  { id, state }: Pick<SubAgentInfo, 'id' | 'state'>,
  watch: Pick<AgentWatch, 'tokens' | 'lastCall'>,
  hasCall: boolean,
): string {
  return [
    ...(hasCall ? callParts(id, watch) : []),
    ...tokenParts(id, watch),
    state.replaceAll('-', ' '),
  ].join('  ');
}

/** The last call. Empty: it has made none. */
export function callParts(id: string, watch: Pick<AgentWatch, 'lastCall'>): readonly string[] {
  // Hidden characters of a label are marked already.
  const call = disarm(watch.lastCall(id));
  if (call === '') return [];
  return [call.length > MAX_CALL ? `${call.slice(0, MAX_CALL - 1).toWellFormed()}…` : call];
}

/** Empty: nothing is known. */
export function tokenParts(id: string, watch: Pick<AgentWatch, 'tokens'>): readonly string[] {
  const text = tokenText(watch.tokens(id) ?? 0);
  return text === '' ? [] : [text];
}

/** Empty: there are none. */
export function tokenText(tokens: number): string {
  if (tokens === 0) return '';
  return tokens < 1000 ? `${tokens} tokens` : `${(tokens / 1000).toFixed(1)}k tokens`;
}

/** Its mark, who it is, and what it is for. */
export function agentLabel(
  {
    id,
    name,
    type,
    state,
    description,
  }: Omit<SubAgentInfo, 'depth' | 'isBackground' | 'parentId' | 'transcriptPath'>,
  depth: number,
): string {
  const who = ['', id, type].includes(name) ? type : isNumbered(name, type) ? name : `${name} (${type})`;
  return `${'  '.repeat(depth)}${MARKS[state]} ${who}: ${description.replaceAll(/\s+/g, ' ')}`;
}

/** A name that was made of the type, such as `scout-2`. */
function isNumbered(name: string, type: string): boolean {
  return name.startsWith(`${type}-`) && /^\d+$/.test(name.slice(type.length + 1));
}
