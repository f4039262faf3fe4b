import type { CommandAnalysis } from '@sluice/shell';

/** What runs instead of a command as written. */
export interface HardenedCommand {
  readonly text: string;
  /** Added to the whole command's environment, replacing existing values. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Adds the options that keep the command's programs from running what a repository configures. If other parts of the line don't only
 * read, variables are set just for those programs.
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
