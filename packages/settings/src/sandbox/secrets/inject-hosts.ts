import { parseHostEntry } from '@sluice/process';

/** The hosts that an entry sends its value to. Reports and drops invalid entries. */
export function injectHosts(value: unknown, tell: (message: string) => void): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    tell('"injectHosts" must be a list of hosts. Until this is fixed, the value is never sent.');
    return [];
  }
  return value.flatMap((host: unknown) => {
    const entry = typeof host === 'string' ? parseHostEntry(host) : { problem: 'an entry is not text' };
    if (typeof host === 'string' && !('problem' in entry)) return [host];
    tell(`"injectHosts": ${shown(host)} is left out: ${'problem' in entry ? entry.problem : ''}.`);
    return [];
  });
}

/** Those of `some` that are also in `others`, however they are spelled. */
export function sameHosts(some: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(spelled));
  return some.filter((host) => known.has(spelled(host)));
}

function spelled(host: string): string {
  return JSON.stringify(parseHostEntry(host));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `a ${typeof value}`;
}
