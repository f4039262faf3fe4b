import { getOwn, isJsonObject, type ContentBlock, type JsonObject } from '@sluice/core';
import { plainToolName } from '../tool-names.ts';
import { cleanText } from './definitions/clean-text.ts';
import type { McpConnection } from './connect/connection.ts';
import { answerText, listPages, type ListedItems } from './list-pages.ts';
import { outputToModel } from './results/output-to-model.ts';
import type { PeerAnswer, RequestOptions } from './peer.ts';
import { readResult } from './results/read-result.ts';
import { checkImages, type ShowImage, type CheckImagesContext } from './results/check-images.ts';
import { MAX_NAME } from './definitions/shown-limits.ts';
import { ITEM_TIMEOUT_MS } from './server-limits.ts';

/** A prompt of a server, for a slash command. */
export interface McpPrompt {
  /** `mcp__server__prompt`: the name of the command, without the slash. */
  readonly name: string;
  /** The name of the server. */
  readonly server: string;
  /** Cleaned and bounded; may be empty. */
  readonly description: string;
  /** In the order in which words are taken. */
  readonly arguments: readonly McpPromptArgument[];
  /**
   * Gets the prompt's text from the server. Never rejects.
   * @param words the arguments in order; extra words belong to the last argument
   */
  get(words: readonly string[], signal: AbortSignal): Promise<GotPrompt>;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

export type GotPrompt =
  /** A user message. It is data from the server, not from the user. */
  | { readonly ok: true; readonly content: readonly ContentBlock[] }
  /** `reason`: a sentence for the user. */
  | { readonly ok: false; readonly reason: string };

/** Requests a prompt from a server. Never rejects. */
export type AskForPrompt = (
  method: string,
  params: JsonObject,
  options: RequestOptions & { readonly signal: AbortSignal },
) => Promise<PeerAnswer>;

const MAX_TEXT_BYTES = 2_048;
const MAX_CHARS = 200_000;

/** What a server lists as prompts, not validated yet. */
export async function listPrompts(
  connection: Pick<McpConnection, 'request'>,
  signal: AbortSignal,
): Promise<Pick<ListedItems, 'items' | 'problem' | 'isBroken'>> {
  return listPages(connection, 'prompts/list', 'prompts', {
    timeoutMs: ITEM_TIMEOUT_MS,
    signal,
  });
}

/** The prompts that can be used, and a sentence for each one that is left out. */
export function readPrompts(
  items: readonly unknown[],
  server: string,
  ask: AskForPrompt,
  showImage: ShowImage | undefined,
): { readonly prompts: readonly McpPrompt[]; readonly problems: readonly string[] } {
  const prompts = new Map<string, McpPrompt>();
  const problems: string[] = [];
  for (const item of items) {
    const prompt = isJsonObject(item) ? readPrompt(item, server, ask, showImage) : undefined;
    if (prompt === undefined)
      problems.push(`A prompt has no name of at most ${MAX_NAME} characters. It was skipped.`);
    else if (prompts.has(prompt.name))
      problems.push(`Two prompts would be called /${prompt.name}: the first is used.`);
    else prompts.set(prompt.name, prompt);
  }
  return { prompts: [...prompts.values()], problems };
}

function readPrompt(
  item: JsonObject,
  server: string,
  ask: AskForPrompt,
  showImage: ShowImage | undefined,
): McpPrompt | undefined {
  const wireName = textIn(item, 'name');
  if (wireName === '' || wireName.length > MAX_NAME) return undefined;
  const given = getOwn(item, 'arguments');
  const items: readonly unknown[] = Array.isArray(given) ? given : [];
  const list = items.filter(isJsonObject).flatMap((one): readonly McpPromptArgument[] => {
    const name = textIn(one, 'name');
    const description = cleanText(textIn(one, 'description'), MAX_TEXT_BYTES);
    return name === '' || name.length > MAX_NAME
      ? []
      : [{ name, description, isRequired: getOwn(one, 'required') === true }];
  });
  return {
    name: plainToolName(server, wireName),
    server,
    description: cleanText(textIn(item, 'description') || textIn(item, 'title'), MAX_TEXT_BYTES),
    arguments: list,
    async get(words, signal) {
      const args = assign(list, words);
      const missing = list.filter(({ name, isRequired }) => isRequired && !args.has(name));
      if (missing.length > 0) {
        const names = missing.map(({ name }) => name).join(', ');
        const usage = list.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`)).join(' ');
        const reason = `Missing arguments: ${names}. Usage: /${plainToolName(server, wireName)} ${usage}`;
        return { ok: false, reason };
      }
      const params = { name: wireName, arguments: Object.fromEntries(args) };
      const answer = await ask('prompts/get', params, { signal, timeoutMs: ITEM_TIMEOUT_MS });
      if (answer.status === 'result')
        return readMessages(answer.result, server, { showImage, captureFile: noFile, signal });
      return {
        ok: false,
        reason: `The MCP server ${server} did not return the prompt ${JSON.stringify(wireName)}: ${answerText(answer)}`,
      };
    },
  };
}

function assign(list: readonly McpPromptArgument[], words: readonly string[]): ReadonlyMap<string, string> {
  const last = list.length - 1;
  return new Map(
    list.slice(0, words.length).map(({ name }, index) => {
      const isLast = index === last;
      return [name, isLast ? words.slice(index).join(' ') : (words[index] ?? '')];
    }),
  );
}

async function readMessages(
  result: JsonObject,
  server: string,
  images: CheckImagesContext,
): Promise<GotPrompt> {
  const given = getOwn(result, 'messages');
  const content: ContentBlock[] = [];
  for (const message of Array.isArray(given) ? given.filter(isJsonObject) : []) {
    const value = getOwn(message, 'content') ?? [];
    const output = readResult({ content: Array.isArray(value) ? value : [value] }, noFile);
    // An assistant message from the server is an example in the text: the model hasn't said it.
    if (getOwn(message, 'role') === 'assistant')
      content.push({ type: 'text', text: 'Example of an answer:' });
    content.push(...outputToModel(await checkImages(output, images)));
  }
  const chars = content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
  if (chars > MAX_CHARS)
    return {
      ok: false,
      reason: `The prompt of the MCP server ${server} has ${chars} characters; ${MAX_CHARS} are supported.`,
    };
  if (content.length > 0) return { ok: true, content };
  return { ok: false, reason: `The prompt of the MCP server ${server} is empty.` };
}

function noFile(): never {
  throw new Error('prompts are not saved to files');
}

function textIn(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : '';
}
