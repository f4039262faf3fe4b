import { randomUUID } from 'node:crypto';

/** The variable that identifies processes of a session wherever they are in the process tree. */
export const TAG_VARIABLE = 'SLUICE_PROCESS_TAG';

export function createSessionTag(): string {
  return `${randomUUID()}.`;
}

/** Has an end marker, so that the tag of command 1 isn't part of that of command 12. */
export function createCommandTag(sessionTag: string, number: number): string {
  return `${sessionTag}${number};`;
}

/** `env` with the tag appended to those of the sessions that this process itself runs in. */
export function tagEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  tag: string,
): Record<string, string | undefined> {
  return { ...env, [TAG_VARIABLE]: (env[TAG_VARIABLE] ?? '') + tag };
}
