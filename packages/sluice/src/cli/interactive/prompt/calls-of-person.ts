import { randomUUID } from 'node:crypto';
import { present } from '@sluice/base';
import type { Attachment } from '@sluice/agent';
import { isCallInquiry, type Asker, type JsonObject, type RunEvent } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import { mentionMessageId } from '../../mentions/mention-message.ts';
import {
  mentionedServers,
  readMentions,
  type MentionedFiles,
  type ReadMention,
} from '../../mentions/read-mentions.ts';

export interface CallsOfPersonOptions {
  /** A call is about to run. `isCommand`: the person typed it to see its output. */
  readonly onCall: (callId: string, toolName: string, input: JsonObject, isCommand: boolean) => void;
  readonly onEvent: (event: RunEvent) => void;
  /** A call has begun or ended. */
  readonly onChange: () => void;
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
  async command({ runtime }: AssembledAgent, command: string): Promise<void> {
    const result = await this.#call(runtime, { name: 'Bash', input: { command } }, APPROVED);
    this.#told.push({
      origin: 'note',
      text: `The user ran this command at the prompt:\n${command}\n\nIts output:\n${result.text}`,
    });
  }

  /**
   * The files and resources that a text mentions. The person is asked where the rules say so. Undefined: stopped meanwhile;
   * `declined`: the person has answered that the message is to stop here.
   */
  async files(agent: AssembledAgent, text: string): Promise<MentionedFiles | 'declined' | undefined> {
    const stops = this.#stops;
    await this.#servers(agent, text);
    if (stops !== this.#stops) return undefined;
    const declined = new AbortController();
    const read = await readMentions(agent, text, async (call) => {
      const one = await this.#call(agent.runtime, call, undefined, declined.signal);
      if (one.endsTurn) declined.abort();
      return one;
    });
    if (stops !== this.#stops) return undefined;
    return declined.signal.aborted ? 'declined' : read;
  }

  /** Output of commands that no message has carried to the model yet. */
  takeOutput(): readonly Attachment[] {
    return this.#told.splice(0);
  }

  /** The message that carried it was withdrawn. */
  giveBack(output: readonly Attachment[]): void {
    this.#told = [...output, ...this.#told];
  }

  /** Waits for servers that a text mentions. */
  async #servers(agent: AssembledAgent, text: string): Promise<void> {
    const controller = new AbortController();
    const connected = mentionedServers(agent, text, controller.signal);
    if (connected === undefined) return;
    this.#running.add(controller);
    this.#options.onChange();
    await connected;
    this.#running.delete(controller);
    this.#options.onChange();
  }

  async #call(
    runtime: AssembledAgent['runtime'],
    { name, input }: { readonly name: string; readonly input: JsonObject },
    asker?: Asker,
    signal?: AbortSignal,
  ): Promise<ReadMention & { readonly endsTurn: boolean }> {
    const controller = new AbortController();
    this.#running.add(controller);
    this.#options.onChange();
    try {
      const message = runtime.openMessage({
        id: asker === undefined ? mentionMessageId() : `person-${randomUUID()}`,
        signal: signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]),
        onEvent: this.#options.onEvent,
        ...present({ asker }),
      });
      const call = { id: `person_${randomUUID()}`, name, input };
      this.#options.onCall(call.id, name, input, asker !== undefined);
      const { text, isError, content, outcome } = await message.add(call).result;
      await message.end();
      const endsTurn = outcome.code === 'denied' && outcome.endsTurn === true;
      return { text, isError, images: content.filter((block) => block.type === 'image'), endsTurn };
    } finally {
      this.#running.delete(controller);
      this.#options.onChange();
    }
  }
}

/** Who types a command has answered what would be asked about it. */
const APPROVED: Asker = {
  push: (inquiry, answer) =>
    answer(
      isCallInquiry(inquiry)
        ? { behavior: 'allow' }
        : { behavior: 'unavailable', reason: "a command at the prompt can't ask questions" },
    ),
  remove() {},
  update() {},
};
