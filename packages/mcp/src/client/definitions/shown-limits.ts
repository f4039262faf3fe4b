import type { McpServerStatus } from '../../server-status.ts';

/** UTF-16 units of the name of a tool, a prompt, or a prompt's argument. One with a longer name is left out. */
export const MAX_NAME = 256;

const MAX_INFO = 200;
const MAX_REASON = 4_000;
const MAX_PROBLEMS = 20;
const MAX_PROBLEM = 500;

/** What is said about a server, in a length that a person can read: much of it is in the server's own words. */
export function shortStatus(status: McpServerStatus): McpServerStatus {
  const { reason, problems, serverInfo: info } = status;
  const more = problems.length - MAX_PROBLEMS;
  return {
    ...status,
    reason: reason === undefined ? undefined : shortReason(reason),
    problems: [
      ...problems.slice(0, MAX_PROBLEMS).map((problem) => shortText(problem, MAX_PROBLEM)),
      ...(more > 0 ? [`There are ${more} more problems.`] : []),
    ],
    serverInfo: info && {
      name: shortText(info.name, MAX_INFO),
      version: shortText(info.version, MAX_INFO),
    },
  };
}

/** Why a server can't be used, in such a length. */
export function shortReason(reason: string): string {
  return shortText(reason, MAX_REASON);
}

function shortText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
