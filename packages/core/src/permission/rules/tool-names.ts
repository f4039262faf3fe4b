import { earlier, type Ordered } from './ordered.ts';
import { canonicalToolName } from './rule-kinds.ts';
import { compileWildcard } from './wildcard.ts';

const NOTHING: readonly never[] = [];

/** Things stored under tool names as rules write them: a name, a glob, an MCP server. */
export interface ToolNames<T> {
  /** What is stored for tools with these names, which need not be canonical; unordered. */
  all(names: readonly string[]): readonly T[];
}

/** @param entries by the canonical name in a rule */
export function createToolNames<T>(entries: ReadonlyMap<string, T>): ToolNames<T> {
  const globs = [...entries]
    .filter(([name]) => name.includes('*') && serverOf(name) === undefined)
    .map(([name, value]) => ({ matches: compileWildcard(name), value }));
  const servers = new Map<string, T[]>();
  for (const [name, value] of entries) {
    const server = serverOf(name);
    if (server !== undefined) servers.set(server, [...(servers.get(server) ?? []), value]);
  }
  let longest = 0;
  for (const server of servers.keys()) longest = Math.max(longest, server.length);
  return {
    all(names) {
      // Called several times for each call, mostly for lists without a rule.
      if (entries.size === 0) return NOTHING;
      const found: T[] = [];
      for (const given of names) {
        const name = canonicalToolName(given);
        const plain = entries.get(name);
        if (plain !== undefined) found.push(plain);
        if (servers.size > 0) {
          for (const server of serversOf(name, longest)) found.push(...(servers.get(server) ?? []));
        }
        for (const { matches, value } of globs) if (matches(name)) found.push(value);
      }
      return found;
    },
  };
}

/**
 * The first of rules about whole tools.
 *
 * @param entries the first rule of each canonical name
 */
export function createToolIndex<T extends Ordered>(
  entries: ReadonlyMap<string, T>,
): (names: readonly string[]) => T | undefined {
  const names = createToolNames(entries);
  return (asked) => {
    let best: T | undefined;
    for (const found of names.all(asked)) best = earlier(best, found);
    return best;
  };
}

/** `mcp__server`, for that and for `mcp__server__*`. */
function serverOf(name: string): string | undefined {
  if (!name.startsWith('mcp__')) return undefined;
  const isWhole = name.endsWith('__*');
  const server = isWhole ? name.slice(0, -3) : name;
  if (server.includes('*') || server.length <= 'mcp__'.length) return undefined;
  return isWhole || !server.slice('mcp__'.length).includes('__') ? server : undefined;
}

/** The servers that a tool may belong to: a name with several `__` is ambiguous. */
function serversOf(name: string, longest: number): string[] {
  const found: string[] = [];
  if (!name.startsWith('mcp__')) return found;
  for (let at = name.indexOf('__', 6); at !== -1 && at <= longest; at = name.indexOf('__', at + 1)) {
    found.push(name.slice(0, at));
  }
  return found;
}
