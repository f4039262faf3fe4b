import type { CommandAnalysis } from '@sluice/shell';

/** What runs in place of a command as it was written. */
export interface HardenedCommand {
  readonly text: string;
  /** Added to the environment of all of it, replacing what is there. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The command with the words put in that keep its programs from running what a repository configures. Where other parts
 * of the line do more than read, the variables are set for those programs alone.
 */
export function hardenCommand({ source, hardening, isReadOnly }: CommandAnalysis): HardenedCommand {
  if (hardening === undefined) return { text: source, environment: {} };
  const { environment, prefixes } = hardening;
  const insertions = isReadOnly
    ? hardening.insertions
    : [...hardening.insertions, ...prefixes.map((at) => ({ at, text: assignments(environment) }))];
  let text = source;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + inserted + text.slice(at);
  }
  return { text, environment: isReadOnly ? environment : {} };
}

function assignments(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}' `)
    .join('');
}
