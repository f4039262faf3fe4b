import { lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { errorText } from '@sluice/base';
import { FilteredPool, mentionsTool, type AgentDefinition } from '@sluice/agent';
import { isInside, type AnyTool, type ToolPool } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { configDirectories, findRepository } from '@sluice/settings';
import type { SessionParts } from '../../../parts/session-parts.ts';
import { ownDirectory } from '../../../plan/plan-file.ts';

const FILE = 'MEMORY.md';
const MAX_LINES = 200;
const MAX_BYTES = 25 * 1024;
const TOOLS = ['Read', 'Write', 'Edit'];

/** The directory in which an agent keeps notes for later sessions. */
interface AgentMemory {
  /** Absolute and real. It may not exist yet. */
  readonly directory: string;
  /** For its system prompt: what the directory is for, and what is in it. */
  readonly text: string;
}

type Opened = { readonly memory?: AgentMemory; readonly notes: readonly string[] };

type Definition = Pick<AgentDefinition, 'name' | 'memory' | 'isTrusted' | 'disallowedTools'>;

/** Reads the notes of a definition with `memory`. Its directory need not exist: writing the first note makes it. Never throws. */
export function openAgentMemory(
  { name, memory: scope, isTrusted }: Definition,
  { cwd, permission: { loaded } }: Pick<SessionParts, 'cwd' | 'permission'>,
): Opened {
  if (scope === undefined) return { notes: [] };
  const without = (why: string): Opened => ({ notes: [`It started without its memory: ${why}.`] });
  if (!isTrusted) return without('its definition is from a project that the user does not trust');
  if (scope !== 'user' && !loaded.isTrusted()) return without('the user does not trust this project');
  const root = findRepository(cwd)?.root ?? loaded.trustRoot;
  const at = join(
    scope === 'local' ? 'agent-memory-local' : 'agent-memory',
    name.replaceAll(/[^\w-]+/g, '-'),
  );
  const home = scope === 'user' ? ownDirectory(process.env) : join(root, '.sluice');
  const twin =
    scope === 'user'
      ? configDirectories({ env: process.env, home: process.env['HOME'] ?? homedir() }).claude
      : join(root, '.claude');
  try {
    const files = createNodeFiles();
    const directory = files.identify(join(home, at), root).realPath;
    const within = files.identify(scope === 'user' ? home : root, root).realPath;
    if (!isInside(directory, within))
      return without(`${join(home, at)} leads to ${directory}, outside ${within}`);
    const notes = readNotes(directory) ?? (twin === undefined ? undefined : readNotes(join(twin, at)));
    return { memory: { directory, text: promptOf(directory, notes) }, notes: [] };
  } catch (error) {
    return without(errorText(error));
  }
}

/** The beginning of the notes. A link is not followed: it could lead anywhere. */
function readNotes(directory: string): { readonly text: string; readonly isCut: boolean } | undefined {
  const path = join(directory, FILE);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = readFileSync(path);
  const lines = bytes.subarray(0, MAX_BYTES).toString('utf8').split('\n');
  const text = lines.slice(0, MAX_LINES).join('\n').trim();
  return text === '' ? undefined : { text, isCut: lines.length > MAX_LINES || bytes.length > MAX_BYTES };
}

function promptOf(directory: string, notes: ReturnType<typeof readNotes>): string {
  return [
    `You keep notes across sessions in ${directory}. You see ${FILE} from there when you start, up to ${MAX_LINES} lines; put details into other files, and refer to them there. Read, Write and Edit need no approval there. Before you end, note what will help you next time: what you learned about this work, not what you did. Correct what is no longer true, and keep it short.`,
    notes === undefined
      ? `${FILE} is still empty.`
      : `<memory>\n${notes.text}\n</memory>${notes.isCut ? `\nThe rest of ${FILE} is not shown: shorten it.` : ''}`,
  ].join('\n\n');
}

/** Its tools, and those for its notes that its definition does not list: they work in that directory only. */
export function withMemoryTools(
  pool: ToolPool,
  parent: Pick<ToolPool, 'find'>,
  { disallowedTools }: Definition,
  { directory }: AgentMemory,
): ToolPool {
  const own = TOOLS.flatMap((name) => {
    const tool = pool.find(name) === undefined ? parent.find(name) : undefined;
    if (tool === undefined || disallowedTools.some((item) => mentionsTool(item, tool))) return [];
    return [limited(tool, directory)];
  });
  return own.length === 0 ? pool : new FilteredPool(pool, () => true, own);
}

function limited(tool: AnyTool, directory: string): AnyTool {
  const files = createNodeFiles();
  return {
    ...tool,
    checkPermissions(input, context) {
      const path: unknown = Object(input)['file_path'];
      const at = typeof path === 'string' && isAbsolute(path) ? path : resolve(directory, String(path));
      const { realPath } = files.identify(at, directory);
      if (isInside(realPath, directory))
        return tool.checkPermissions?.(input, context) ?? { behavior: 'passthrough' };
      return {
        behavior: 'deny',
        message: `You have ${tool.name} only for your notes in ${directory}. Pass an absolute path there.`,
      };
    },
  };
}
