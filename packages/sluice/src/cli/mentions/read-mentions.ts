import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { mentionedFiles, mentionedResources, type Attachment, type MentionedResource } from '@sluice/agent';
import { presentItems } from '@sluice/base';
import type { ImageBlock, JsonObject } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import { mentionedAgents } from './mentioned-agents.ts';

/** Files and resources that a message mentions: each as a text, and the images among them. */
export interface MentionedFiles {
  readonly texts: readonly Attachment[];
  readonly images: readonly ImageBlock[];
  /** Which resources of servers could not be read and why, a sentence each, for the user. */
  readonly lost: readonly string[];
  /** Which files could not be read and why, a sentence each, for a user who does not see the calls. */
  readonly unread: readonly string[];
}

/** What a call answers. */
export interface ReadMention {
  readonly text: string;
  readonly isError: boolean;
  readonly images: readonly ImageBlock[];
}

type Session = Pick<AssembledAgent, 'parts' | 'runtime'>;

export interface Mentions {
  readonly paths: readonly string[];
  readonly resources: readonly MentionedResource[];
  /** Names that types of agents may have. */
  readonly agents: readonly string[];
}

/**
 * The files (`@path`) and the resources of MCP servers (`@server:uri`) that a text mentions and that are there, and what it mentions as
 * types of agents (`@agent-type`).
 */
export function mentionsIn(agent: Session, text: string): Mentions {
  // Most texts mention nothing.
  if (!text.includes('@')) return { paths: [], resources: [], agents: [] };
  const { cwd } = agent.runtime.session;
  return {
    paths: pathsIn(text, cwd).filter((path) => kindOf(absolute(path, cwd)) === 'file'),
    resources: resourcesIn(agent, text),
    agents: agent.parts.subAgents === undefined ? [] : mentionedAgents(text),
  };
}

/** Why words of a text that look like the path of a file are sent as they are, a sentence each. */
export function lostMentions(agent: Session, text: string): readonly string[] {
  if (!text.includes('@')) return [];
  const { cwd } = agent.runtime.session;
  return pathsIn(text, cwd).flatMap((path) => {
    const kind = kindOf(absolute(path, cwd));
    if (kind === 'file') return [];
    if (kind === 'directory') return [`@${path} is a directory: only files can be included.`];
    // `@app.route(…)` is code.
    return /[^/]\.[a-z]\w{0,7}$/i.test(path) && !text.includes(`@${path}(`)
      ? [`@${path}: there is no such file, so nothing was included.`]
      : [];
  });
}

/** A text mentions nothing that has to be looked up before it is sent. */
export function mentionsNothing({ paths, resources, agents }: Mentions): boolean {
  return paths.length + resources.length + agents.length === 0;
}

/** Reads what a text mentions, by calls under the session's rules. What can't be read is told to the model. */
export async function readMentions(
  agent: Session,
  text: string,
  read: (call: { readonly name: string; readonly input: JsonObject }) => Promise<ReadMention>,
): Promise<MentionedFiles> {
  const { cwd } = agent.runtime.session;
  const { paths, resources, agents } = mentionsIn(agent, text);
  const found = await Promise.all([
    ...resources.map(async ({ server, uri }) => {
      const hasTool = agent.runtime.pool.find(RESOURCE_TOOL) !== undefined;
      const one = hasTool
        ? await read({ name: RESOURCE_TOOL, input: { server, uri } })
        : { text: whyUnread(agent, server), isError: true, images: [] };
      const words = wordsOf(`${uri} of the MCP server ${server}`, one);
      const lost = one.isError ? `@${server}:${uri} could not be read: ${one.text}` : undefined;
      return { text: { origin: 'mcp' as const, text: words }, images: one.images, lost, unread: undefined };
    }),
    ...paths.map(async (path) => {
      const input = { file_path: path.startsWith('~/') ? absolute(path, cwd) : path };
      const one = await read({ name: 'Read', input });
      return {
        text: { origin: 'note' as const, text: wordsOf(path, one) },
        images: one.images,
        lost: undefined,
        unread: one.isError ? `@${path} could not be read: ${one.text}` : undefined,
      };
    }),
  ]);
  const asked = await askedAgents(agent, agents);
  return {
    texts: [...found.map((one) => one.text), ...asked],
    images: found.flatMap(({ images }) => images),
    lost: presentItems(found.map(({ lost }) => lost)),
    unread: presentItems(found.map(({ unread }) => unread)),
  };
}

/**
 * Waits for servers that a text mentions resources of and that are still connecting. Undefined: there are none. Never rejects.
 */
export function mentionedServers(
  { parts: { mcp } }: Pick<Session, 'parts'>,
  text: string,
  signal: AbortSignal,
): Promise<void> | undefined {
  if (mcp === undefined || !text.includes('@')) return undefined;
  const names = new Set(mentionedResources(text, () => true).map(({ server }) => server));
  const connected = names.size === 0 ? undefined : mcp.connected((name) => names.has(name), signal);
  return connected && Promise.all([connected, mcp.readyForFirstRequest(signal)]).then(() => {});
}

/** Why no resource of a server can be read, while the session has no tool for that. */
function whyUnread({ parts: { mcp } }: Session, server: string): string {
  return (
    mcp?.whyUnusable((name) => name === server) ??
    `The MCP server ${JSON.stringify(server)} offers no resources here.`
  );
}

/** The note to the model about the agent types that a message mentions. */
async function askedAgents({ parts }: Session, names: readonly string[]): Promise<readonly Attachment[]> {
  if (names.length === 0) return [];
  const types = await parts.subAgents?.port.types();
  const known = names.filter((name) => types?.definitions.some((type) => type.name === name));
  return known.map((name) => ({
    origin: 'note',
    text: `The user mentioned agents of the type ${name}, and wants one of them to do this work.`,
  }));
}

const RESOURCE_TOOL = 'ReadMcpResourceTool';

function wordsOf(what: string, { text, isError }: ReadMention): string {
  return isError
    ? `The user mentioned ${what}, which could not be read: ${text}`
    : `Contents of ${what}, which the user mentioned:\n${text}`;
}

/** The resources that a text mentions, of servers that are configured. */
function resourcesIn({ parts }: Session, text: string): readonly MentionedResource[] {
  const names = new Set(parts.mcp?.status().map(({ name }) => name));
  return mentionedResources(text, (name) => names.has(name));
}

function pathsIn(text: string, cwd: string): readonly string[] {
  return mentionedFiles(text, (path) => kindOf(absolute(path, cwd)) === 'file');
}

function absolute(path: string, cwd: string): string {
  return path.startsWith('~/') ? resolve(homedir(), path.slice(2)) : resolve(cwd, path);
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? 'file' : found?.isDirectory() === true ? 'directory' : undefined;
  } catch {
    return undefined;
  }
}
