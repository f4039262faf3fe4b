import { AGENT_TYPES_TITLE, compactLimit, isInstructionText, isSkillListing } from '@sluice/agent';
import { presentItems } from '@sluice/base';
import { ownNote, type ModelMessage, type ModelTool } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

/** What an image of common size takes, whatever the length of its data. */
const IMAGE_CHARS = 6000;
/** Of the characters of a document's base64: a page has some 2,000 tokens, and 40 KB. */
const DOCUMENT_SHARE = 0.2;

/** A part of the window. `used`: the last request held it. */
export interface ContextPart {
  readonly id: string;
  readonly name: string;
  readonly tokens: number;
  readonly kind: 'used' | 'free' | 'buffer';
}

export interface ContextParts {
  readonly model: string;
  readonly windowTokens: number;
  /** As the model counted them. */
  readonly usedTokens: number;
  /** From so many on, the conversation is compacted. */
  readonly compactTokens: number;
  /** Together the window. */
  readonly parts: readonly ContextPart[];
  readonly serverTools: readonly SizedTool[];
  readonly ownTools: readonly SizedTool[];
  /** The tokens that a text of this length is estimated to take. */
  readonly tokensOf: (chars: number) => number;
}

export interface SizedTool {
  readonly name: string;
  readonly tokens: number;
}

/**
 * What fills the window. The sum is what the API reported for the last request; it reports no parts, so each part's share is estimated
 * from its length.
 */
export async function contextParts(
  agent: Pick<AssembledAgent, 'contextTokens' | 'provider' | 'requestHead' | 'messages'>,
): Promise<ContextParts> {
  const { contextWindow, model } = agent.provider;
  const { system, tools } = await agent.requestHead();
  const used = Math.min(agent.contextTokens ?? 0, contextWindow);
  const headChars = sum(system.map((text) => text.length)) + sum(tools.map(charsOf));
  const allChars = Math.max(1, headChars + sum(agent.messages().map(charsOfMessage)));
  let left = used;
  const share = (chars: number): number => {
    const tokens = Math.floor((used * chars) / allChars);
    left -= tokens;
    return tokens;
  };
  const sized = (tool: ModelTool): SizedTool => ({ name: tool.name, tokens: share(charsOf(tool)) });
  const serverTools = tools.filter(isOfServer).map(sized);
  const ownTools = tools.filter((tool) => !isOfServer(tool)).map(sized);
  const instructions = share(system.filter(isInstructionText).join('').length);
  const notes = agent.messages().flatMap(ownNotes);
  const agents = share(sum(notes.filter(({ note }) => note.startsWith(AGENT_TYPES_TITLE)).map(charsOfNote)));
  const skills = share(sum(notes.filter(({ note }) => isSkillListing(note)).map(charsOfNote)));
  const prompt = share(system.filter((text) => !isInstructionText(text)).join('').length);
  const compactTokens = Math.floor(compactLimit(agent.provider));
  const buffer = Math.min(contextWindow - compactTokens, contextWindow - used);
  const total = (sizes: readonly SizedTool[]): number => sum(sizes.map(({ tokens }) => tokens));
  const part = (
    id: string,
    name: string,
    tokens: number,
    kind: ContextPart['kind'] = 'used',
  ): ContextPart => ({
    ...{ id, name, tokens, kind },
  });
  return {
    model,
    windowTokens: contextWindow,
    usedTokens: used,
    compactTokens,
    parts: presentItems([
      part('system_prompt', 'System prompt', prompt),
      part('system_tools', 'System tools', total(ownTools)),
      serverTools.length === 0 ? undefined : part('mcp_tools', 'MCP tools', total(serverTools)),
      instructions === 0 ? undefined : part('memory_files', 'Instruction files', instructions),
      agents === 0 ? undefined : part('custom_agents', 'Agents', agents),
      skills === 0 ? undefined : part('skills', 'Skills', skills),
      part('messages', 'Messages', left),
      part('free_space', 'Free space', contextWindow - used - buffer, 'free'),
      part('autocompact_buffer', 'Kept free for compaction', buffer, 'buffer'),
    ]),
    serverTools,
    ownTools,
    tokensOf: (chars) => Math.floor((used * chars) / allChars),
  };
}

function isOfServer({ name }: ModelTool): boolean {
  return name.startsWith('mcp__');
}

function charsOf({ name, description, inputSchema, isDeferred }: ModelTool): number {
  return isDeferred === true ? 0 : name.length + description.length + JSON.stringify(inputSchema).length;
}

interface OwnNote {
  readonly block: ModelMessage['content'][number];
  readonly note: string;
}

/** What the program itself has told the model in a message. */
function ownNotes({ role, content }: ModelMessage): readonly OwnNote[] {
  if (role !== 'user') return [];
  return content.flatMap((block) => {
    const note = block.type === 'text' ? ownNote(block.text) : undefined;
    return note === undefined ? [] : [{ block, note }];
  });
}

const charsOfNote = ({ block }: OwnNote): number => charsOfBlock(block);

function charsOfMessage({ content }: ModelMessage): number {
  return sum(content.map(charsOfBlock));
}

function charsOfBlock(block: ModelMessage['content'][number]): number {
  if (block.type === 'image' || block.type === 'linked_file') return IMAGE_CHARS;
  if (block.type === 'document') return block.source.data.length * DOCUMENT_SHARE;
  if (block.type === 'tool_result' && typeof block.content !== 'string')
    return sum(block.content.map(charsOfBlock));
  return JSON.stringify(block).length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
