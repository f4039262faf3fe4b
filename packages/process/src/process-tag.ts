import { randomUUID } from 'node:crypto';

/** Variable by which processes of a session are found wherever they have moved in the process tree. */
export const TAG_VARIABLE = 'SLUICE_PROCESS_TAG';

export function createSessionTag(): string {
  return `${randomUUID()}.`;
}

/** Ends with a mark of its own, so that the tag of command 1 is no part of that of command 12. */
export function createCommandTag(sessionTag: string, number: number): string {
  return `${sessionTag}${number};`;
}

/** `env` with the tag, after the tags of the sessions that this process itself runs in. */
export function tagEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  tag: string,
): Record<string, string | undefined> {
  return { ...env, [TAG_VARIABLE]: (env[TAG_VARIABLE] ?? '') + tag };
}
