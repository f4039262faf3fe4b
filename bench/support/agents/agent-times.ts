import type { AgentReport } from './agent-server.ts';

/** When the server had written that part of an answer. */
export function markAt({ requests }: AgentReport, answer: number, what: string, block = -1): number {
  const mark = requests[answer]?.marks.find((each) => each.what === what && each.block === block);
  if (mark === undefined) throw new Error(`The server did not write "${what}" of answer ${answer}.`);
  return mark.at;
}

/** From the end of an answer to the next request, in milliseconds: the calls, and what the agent adds to them. */
export function turnaround(report: AgentReport, answer: number): number {
  return arrivedAt(report, answer + 1) - markAt(report, answer, 'end');
}

export function arrivedAt({ requests }: AgentReport, index: number): number {
  const request = requests[index];
  if (request === undefined) throw new Error(`The server did not get request ${index}.`);
  return request.arrivedAt;
}
