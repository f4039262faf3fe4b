import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;
const KEPT = 55;
const DIGITS = 8;
/** Of tools that would have the same name. */
const MAX_SHOWN = 4;

/** The name under which rules, hooks and the model know a tool, as far as no other has it. */
export function plainToolName(server: string, tool: string): string {
  return `mcp__${spelled(server)}__${spelled(tool)}`;
}

/** All names that a tool may get, whatever other tools its server has. */
export function possibleToolNames(server: string, tool: string): readonly string[] {
  const plain = plainToolName(server, tool);
  const other = hashed(plain, server, tool);
  return plain.length <= MAX_LENGTH ? [plain, other] : [other];
}

/** The name that other programs give to a tool of a plugin's server. */
export function pluginToolName(plugin: string, server: string, tool: string): string {
  return plainToolName(`plugin_${plugin}_${server}`, tool);
}

/** The part of such a name that identifies the server: `mcp__<server>`. */
export function serverPrefix(server: string): string {
  return `mcp__${spelled(server)}`;
}

export interface ToolNames {
  /** By the names that the server gives its tools. */
  readonly names: ReadonlyMap<string, string>;
  /** A sentence for each name that several tools would have, if one of them is wanted. */
  readonly problems: readonly string[];
}

/**
 * Names of a server's tools: `mcp__server__tool`, at most 64 characters. One that is too long, or that two tools would have,
 * ends in a hash of the tool's own name instead, so that each keeps its name whatever order they come in.
 * @param isWanted whether a tool is used. Default: all are
 */
export function toolNames(
  server: string,
  tools: readonly string[],
  isWanted: (tool: string) => boolean = () => true,
): ToolNames {
  const names = new Map<string, string>();
  for (const tool of tools) {
    const plain = plainToolName(server, tool);
    names.set(tool, plain.length <= MAX_LENGTH ? plain : hashed(plain, server, tool));
  }
  const shared = new Map<string, readonly string[]>();
  // Again, since a server may give a tool the name that another one has got.
  for (let found = sharedNames(names); found.size > 0; found = sharedNames(names)) {
    let isChanged = false;
    for (const [name, sharing] of found) {
      shared.set(name, sharing);
      for (const tool of sharing) {
        const own = hashed(plainToolName(server, tool), server, tool);
        isChanged ||= names.get(tool) !== own;
        names.set(tool, own);
      }
    }
    if (!isChanged) break;
  }
  const problems = [...shared]
    .filter(([, sharing]) => sharing.some(isWanted))
    .map(([name, sharing]) => sharedText(name, sharing, names));
  return { names, problems };
}

/** The tools of each name that several have. */
function sharedNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const tools = new Map<string, string[]>();
  for (const [tool, name] of names) {
    const sharing = tools.get(name);
    if (sharing === undefined) tools.set(name, [tool]);
    else sharing.push(tool);
  }
  return new Map([...tools].filter(([, sharing]) => sharing.length > 1));
}

function sharedText(name: string, tools: readonly string[], names: ReadonlyMap<string, string>): string {
  // The name that it has got is the plain one of another tool.
  const owner = tools.find((tool) => names.get(tool) === name);
  const renamed = tools.filter((tool) => tool !== owner);
  const shown = renamed
    .slice(0, MAX_SHOWN)
    .map((tool) => `${JSON.stringify(tool)} is ${names.get(tool) ?? tool}`)
    .join(', ');
  const more = renamed.length > MAX_SHOWN ? `, and so on for ${renamed.length - MAX_SHOWN} more` : '';
  return owner === undefined
    ? `${tools.length} tools would be called ${name}, so each gets a different name: ${shown}${more}.`
    : `${name} is already the name of ${JSON.stringify(owner)}, so another tool gets a different name: ${shown}${more}.`;
}

function hashed(name: string, server: string, tool: string): string {
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, DIGITS);
  return `${name.slice(0, KEPT)}_${hash}`;
}

function spelled(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
