import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;
const KEPT = 55;
const DIGITS = 8;

/** The name under which rules, hooks and the model know a tool, as far as no other has it. */
export function plainToolName(server: string, tool: string): string {
  return `mcp__${spelled(server)}__${spelled(tool)}`;
}

/** The name that other programs give to a tool of a plugin's server. */
export function pluginToolName(plugin: string, server: string, tool: string): string {
  return plainToolName(`plugin_${plugin}_${server}`, tool);
}

/** The part of such a name that identifies the server: `mcp__<server>`. */
export function serverPrefix(server: string): string {
  return `mcp__${spelled(server)}`;
}

/**
 * Names of a server's tools: `mcp__server__tool`, at most 64 characters. One that is too long, or that two tools would have,
 * ends in a hash of the tool's own name instead, so that each keeps its name whatever order they come in.
 */
export function toolNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const plain = tools.map((tool) => plainToolName(server, tool));
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    tools.map((tool, index) => {
      const name = plain[index] ?? '';
      const fits = name.length <= MAX_LENGTH && counts.get(name) === 1;
      return [tool, fits ? name : hashed(name, server, tool)];
    }),
  );
}

function hashed(name: string, server: string, tool: string): string {
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, DIGITS);
  return `${name.slice(0, KEPT)}_${hash}`;
}

function spelled(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
