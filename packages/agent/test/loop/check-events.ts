import type { AgentEvent } from '../../src/loop/agent-event.ts';

/** What is wrong with the events of one prompt. An empty list: all is well. */
export function checkEvents(events: readonly AgentEvent[], isWhole: boolean): readonly string[] {
  const problems: string[] = [];
  const said = new Map<string, readonly string[]>();
  const answered = new Set<string>();
  let results = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === 'assistant') {
      if (said.has(event.messageId)) problems.push(`${event.messageId} came twice`);
      const ids = event.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      said.set(event.messageId, ids);
    } else if (event.type === 'results') {
      const ids = event.results.map((result) => result.tool_use_id);
      const calls = said.get(event.messageId);
      if (calls === undefined) problems.push(`results of ${event.messageId} came before it`);
      else if (calls.join() !== ids.join()) problems.push(`${calls.join()} got the results ${ids.join()}`);
      if (answered.has(event.messageId)) problems.push(`${event.messageId} was answered twice`);
      answered.add(event.messageId);
    } else if (event.type === 'result') {
      results += 1;
      const rest = events.slice(index + 1);
      if (rest.some(({ type }) => type !== 'activity')) problems.push('the result is not the last');
    } else if (event.type === 'notice' && /mended/.test(event.message)) problems.push(event.message);
  }
  if (!isWhole) return problems;
  for (const [messageId, ids] of said) {
    if (ids.length > 0 && !answered.has(messageId)) problems.push(`${messageId} has no results`);
  }
  if (results !== 1) problems.push(`there are ${results} results`);
  const states = events.flatMap((event) => (event.type === 'activity' ? [event.activity] : []));
  if (states[0] !== 'running' || states.at(-1) !== 'idle') problems.push(`it was ${states.join(', ')}`);
  if (states.some((state, index) => state === states[index - 1])) problems.push('a state was told twice');
  return problems;
}
