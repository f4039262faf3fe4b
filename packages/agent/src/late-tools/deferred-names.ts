import { ownName } from '@sluice/core';

/** What names a deferred tool. */
export interface DeferredName {
  readonly name: string;
  readonly server: string | undefined;
  readonly isForeign: boolean;
}

/** Above this many names, the model gets a count per server instead. */
const MAX_NAMES = 500;

export interface NameTexts {
  /** The tool that loads them. */
  readonly search: string;
  /** The tool that calls them. Undefined: they are called directly. */
  readonly bridge: string | undefined;
}

/** Lists all deferred tools for the model. */
export function allNamesText(names: readonly DeferredName[], { search, bridge }: NameTexts): string {
  const calls = bridge === undefined ? '' : `, and call them with ${bridge}`;
  return [
    `These tools are available but not listed. Load the ones you need with ${search}${calls}:`,
    ...groupLines(names, names.length > MAX_NAMES),
  ].join('\n');
}

/** Lists what has changed since: by the names of servers, whichever came first. */
export function changedNamesText(
  added: readonly DeferredName[],
  removed: readonly DeferredName[],
  total: number,
  { search }: NameTexts,
): string {
  const countsOnly = total > MAX_NAMES;
  const lines: string[] = [];
  if (added.length > 0) {
    lines.push(`More tools are available. Load the ones you need with ${search}:`);
    lines.push(...groupLines(added, countsOnly).toSorted(byText));
  }
  if (removed.length > 0) {
    lines.push('These tools are no longer available:');
    lines.push(...groupLines(removed, countsOnly).toSorted(byText));
  }
  return lines.join('\n');
}

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** `github (mcp__github__…): create_issue, get_issue`. */
function groupLines(names: readonly DeferredName[], countsOnly: boolean): readonly string[] {
  const groups = new Map<string, DeferredName[]>();
  for (const one of names) {
    const key = one.server ?? (one.isForeign ? 'other tools' : 'built in');
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => {
    if (countsOnly) return `- ${key}: ${group.length} ${group.length === 1 ? 'tool' : 'tools'}`;
    const prefix = sharedPrefix(group);
    const shown = group.map(({ name }) => name.slice(prefix.length)).join(', ');
    return `- ${key}${prefix === '' ? '' : ` (${prefix}…)`}: ${shown}`;
  });
}

/** The common prefix of a server's tool names, before the name that the server gave the tool. */
function sharedPrefix(group: readonly DeferredName[]): string {
  const first = group[0]?.name ?? '';
  const prefix = first.slice(0, first.length - ownName(first).length);
  return group.every(({ name }) => name.startsWith(prefix)) ? prefix : '';
}
