import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { mentionedFiles, mentionedResources, type Attachment, type MentionedResource } from '@sluice/agent';
import { isCallInquiry, type Asker, type ImageBlock, type JsonObject, type RunEvent } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

export interface CallsOfPersonOptions {
  /** A call is about to run. */
  readonly onCall: (callId: string, toolName: string, input: JsonObject) => void;
  readonly onEvent: (event: RunEvent) => void;
  /** A call has begun or ended. */
  readonly onChange: () => void;
}

/** Output of a command in the log; the model gets all that the tool returns. */
export interface CommandOutput {
  readonly text: string;
  readonly isError: boolean;
}

/** Files and resources that a message mentions: each as a text, and the images among them. */
export interface MentionedFiles {
  readonly texts: readonly Attachment[];
  readonly images: readonly ImageBlock[];
}

/**
 * The calls that a person makes at the prompt: `!command`, files mentioned as `@path`, and resources of MCP servers as
 * `@server:uri`. They run through the
 * engine, under the session's rules, and are journaled like any other.
 */
export class CallsOfPerson {
  readonly #options: CallsOfPersonOptions;
  readonly #running = new Set<AbortController>();
  #stops = 0;
  /** For the next message. */
  #told: Attachment[] = [];

  constructor(options: CallsOfPersonOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  stop(): void {
    this.#stops += 1;
    for (const controller of this.#running) controller.abort();
  }

  /** A command, which the person who typed it has approved. What a rule denies does not run. */
  async command({ runtime }: AssembledAgent, command: string): Promise<CommandOutput> {
    const result = await this.#call(runtime, { name: 'Bash', input: { command } }, APPROVED);
    this.#told.push({
      origin: 'note',
      text: `The user ran this command at the prompt:\n${command}\n\nIts output:\n${result.text}`,
    });
    return result;
  }

  /** The files and resources that a text mentions. The person is asked where the rules say so. Undefined: stopped meanwhile. */
  async files(agent: AssembledAgent, text: string): Promise<MentionedFiles | undefined> {
    const { runtime } = agent;
    const stops = this.#stops;
    const { cwd } = runtime.session;
    const paths = mentionedFiles(text).filter((path) => isFile(absolute(path, cwd)));
    const resources = resourcesIn(agent, text).map(async ({ server, uri }) => {
      const call = { name: RESOURCE_TOOL, input: { server, uri } };
      const { text: content, isError, images } = await this.#call(runtime, call);
      const what = `${uri} of the MCP server ${server}`;
      const words = isError
        ? `The user mentioned ${what}, which could not be read: ${content}`
        : `Contents of ${what}, which the user mentioned:\n${content}`;
      return { text: { origin: 'mcp' as const, text: words }, images };
    });
    const read = await Promise.all([
      ...resources,
      ...paths.map(async (path) => {
        const input = { file_path: path.startsWith('~/') ? absolute(path, cwd) : path };
        const { text: content, isError, images } = await this.#call(runtime, { name: 'Read', input });
        const words = isError
          ? `The user mentioned ${path}, which could not be read: ${content}`
          : `Contents of ${path}, which the user mentioned:\n${content}`;
        return { text: { origin: 'note' as const, text: words }, images };
      }),
    ]);
    if (stops !== this.#stops) return undefined;
    return { texts: read.map((one) => one.text), images: read.flatMap(({ images }) => images) };
  }

  /** Output of commands that no message has carried to the model yet. */
  takeOutput(): readonly Attachment[] {
    return this.#told.splice(0);
  }

  /** The message that carried it was taken back. */
  giveBack(output: readonly Attachment[]): void {
    this.#told = [...output, ...this.#told];
  }

  async #call(
    runtime: AssembledAgent['runtime'],
    { name, input }: { readonly name: string; readonly input: JsonObject },
    asker?: Asker,
  ): Promise<CommandOutput & { readonly images: readonly ImageBlock[] }> {
    const controller = new AbortController();
    this.#running.add(controller);
    this.#options.onChange();
    try {
      const message = runtime.openMessage({
        id: `person-${randomUUID()}`,
        signal: controller.signal,
        onEvent: this.#options.onEvent,
        ...(asker && { asker }),
      });
      const call = { id: `person_${randomUUID()}`, name, input };
      this.#options.onCall(call.id, name, input);
      const { text, isError, content } = await message.add(call).result;
      await message.end();
      return { text, isError, images: content.filter((block) => block.type === 'image') };
    } finally {
      this.#running.delete(controller);
      this.#options.onChange();
    }
  }
}

const RESOURCE_TOOL = 'ReadMcpResourceTool';

/** The resources that a text mentions, of servers that are there. */
export function resourcesIn(
  { parts, runtime }: Pick<AssembledAgent, 'parts' | 'runtime'>,
  text: string,
): readonly MentionedResource[] {
  if (runtime.pool.find(RESOURCE_TOOL) === undefined) return [];
  const names = new Set(parts.mcp?.status().map(({ name }) => name));
  return mentionedResources(text, (name) => names.has(name));
}

/** Who types a command has answered what would be asked about it. */
const APPROVED: Asker = {
  push: (inquiry, answer) =>
    answer(
      isCallInquiry(inquiry)
        ? { behavior: 'allow' }
        : { behavior: 'unavailable', reason: 'a command at the prompt answers for itself only' },
    ),
  remove() {},
  update() {},
};

function absolute(path: string, cwd: string): string {
  return path.startsWith('~/') ? resolve(homedir(), path.slice(2)) : resolve(cwd, path);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
