import type { AgentResult, Attachment, Prompt } from '@sluice/agent';
import { errorText } from '@sluice/base';
import type { AssembledAgent } from '@sluice/session/agent';
import { isFailure } from '../../print/output/result-message.ts';
import type { ImageBlock } from '@sluice/core';
import {
  lostMentions,
  mentionsIn,
  mentionsNothing,
  type MentionedFiles,
} from '../../mentions/read-mentions.ts';
import type { CallsOfPerson } from './calls-of-person.ts';
import type { WaitingMessage } from '../front-events.ts';

/** A waiting message, and the prompt that it becomes. */
interface Message extends WaitingMessage {
  readonly isCommand?: undefined;
  readonly prompt: Prompt;
  /** Of commands that the person ran before. */
  readonly output: readonly Attachment[];
}

/** A command that can't run while a prompt is processed. */
interface Command extends WaitingMessage {
  readonly isCommand: true;
  readonly run: () => void;
}

type Waiting = Message | Command;

export interface OutboxOptions {
  readonly calls: CallsOfPerson;
  /** The images attached to a text. */
  readonly imagesOf: (text: string) => readonly ImageBlock[];
  /** A prompt is being processed. */
  readonly isWorking: () => boolean;
  /** Another session is about to take the place of this one: what waits is for that one. */
  readonly isLeaving: () => boolean;
  /** Processes a prompt. */
  readonly run: (prompt: Prompt) => void;
  /** Adds a message of the user to the log; `hasWaited`: it was typed earlier. */
  readonly echo: (text: string, hasWaited: boolean) => void;
  readonly note: (text: string) => void;
  /** Puts a text that was not sent back into the prompt. */
  readonly giveBack: (text: string) => void;
  /** What waits has changed. */
  readonly onChange: () => void;
  /** The work was stopped: what waits now waits for Enter. */
  readonly onLeft: () => void;
}

/** The messages on their way to the model, and commands between them: each starts a prompt, or waits for the one at work. */
export class Outbox {
  readonly #options: OutboxOptions;
  #waiting: readonly Waiting[] = [];
  /** Messages whose files are still read go one after the other. */
  #sending: Promise<void> | undefined;
  /** The work was stopped: nothing goes without Enter. */
  #isHeld = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get waiting(): readonly WaitingMessage[] {
    return this.#waiting;
  }

  /** Sends a message with the files that it mentions and the output of commands that went before it. */
  send(agent: AssembledAgent, text: string, when: 'next' | 'after'): void {
    const { calls, isWorking, echo, note } = this.#options;
    for (const lost of lostMentions(agent, text)) note(lost);
    if (this.#sending === undefined && mentionsNothing(mentionsIn(agent, text))) {
      this.#deliver(agent, text, when, { texts: [], images: [], lost: [], unread: [] });
      return;
    }
    const isEchoed = this.#sending === undefined && !isWorking() && this.#waiting.length === 0;
    if (isEchoed) echo(text, false);
    const sending = (this.#sending ?? Promise.resolve())
      .then(() => calls.files(agent, text))
      .then((files) => {
        if (files === 'declined') {
          note('The message was not sent.');
          this.#options.giveBack(text);
          return;
        }
        for (const one of files?.lost ?? []) note(one);
        this.#deliver(agent, text, when, files, isEchoed);
      })
      .catch((error: unknown) => note(`The message was not sent (${errorText(error)}): ${text}`))
      .finally(() => {
        if (this.#sending === sending) this.#sending = undefined;
      });
    this.#sending = sending;
  }

  /** Keeps a command until the prompt is done. Call `afterWork` when it is done, too. */
  hold(text: string, run: () => void): void {
    this.#waiting = [...this.#waiting, { isCommand: true, text, when: 'after', run }];
    this.#options.onChange();
  }

  /** Sends what is waiting now, up to the first command: that runs when the prompt is done. */
  sendNow(agent: AssembledAgent): void {
    this.#isHeld = false;
    if (!this.#options.isWorking()) {
      this.goOn();
      return;
    }
    const end = this.#waiting.findIndex(({ isCommand }) => isCommand);
    const sent = (end === -1 ? this.#waiting : this.#waiting.slice(0, end)).filter(isMessage);
    for (const { prompt } of sent) agent.unsend(prompt);
    for (const { prompt } of sent) agent.send(prompt, 'now');
    this.#waiting = this.#waiting.map((one) =>
      sent.some((message) => message === one) ? { ...one, when: 'next' } : one,
    );
  }

  /** Starts the first of what waits, if nothing is at work and the person has not stopped it. */
  goOn(): void {
    const { isWorking, isLeaving, onChange } = this.#options;
    const [first, ...rest] = this.#waiting;
    if (first === undefined || this.#isHeld || isWorking() || isLeaving()) return;
    this.#waiting = rest;
    if (isMessage(first)) this.#start(first, false, true);
    else first.run();
    onChange();
  }

  /** Takes back the last waiting message. Undefined: there is none. */
  takeBack(agent: AssembledAgent | undefined): string | undefined {
    const last = this.#waiting.at(-1);
    if (last === undefined) return undefined;
    this.#waiting = this.#waiting.slice(0, -1);
    if (isMessage(last)) {
      agent?.unsend(last.prompt);
      this.#options.calls.giveBack(last.output);
    }
    this.#options.onChange();
    return last.text;
  }

  /** A waiting message was sent to the model. */
  taken(content: Prompt['content']): void {
    this.#waiting = this.#waiting.filter((one) => !isMessage(one) || one.prompt.content !== content);
    this.#options.onChange();
  }

  /**
   * A prompt is done, or a command. Messages that were not sent go next, or wait for Enter after a stop.
   * @param last how the prompt ended; undefined: it was a command
   */
  afterWork(agent: AssembledAgent, last: AgentResult | undefined): void {
    const left = agent.takeWaiting();
    this.#waiting = this.#waiting.map((one) =>
      isMessage(one) && left.includes(one.prompt) ? { ...one, when: 'after' as const } : one,
    );
    if (last !== undefined) this.#isHeld = isFailure(last);
    if (this.#waiting.length === 0) this.#isHeld = false;
    if (last !== undefined && this.#isHeld) this.#options.onLeft();
    else this.goOn();
  }

  /** @param files undefined: the person stopped while they were read; the message waits */
  #deliver(
    agent: AssembledAgent,
    sent: string,
    when: 'next' | 'after',
    files: MentionedFiles | undefined,
    isEchoed = false,
  ): void {
    const { calls, imagesOf, isWorking, onChange } = this.#options;
    const output = calls.takeOutput();
    const following = [...output, ...(files?.texts ?? [])];
    const images = [...imagesOf(sent), ...(files?.images ?? [])];
    const prompt: Prompt = {
      content: [{ type: 'text', text: sent }, ...images],
      origin: 'person',
      following,
    };
    // Without work there is no request that it could go with, and what follows a command comes after it.
    const isAfter = files === undefined || !isWorking() || this.#waiting.some(({ isCommand }) => isCommand);
    const waiting: Message = {
      text: sent,
      when: isAfter ? 'after' : when,
      prompt,
      output,
    };
    if (files !== undefined && !isWorking() && this.#waiting.length === 0) {
      this.#start(waiting, isEchoed);
      return;
    }
    this.#waiting = [...this.#waiting, waiting];
    if (isWorking() && waiting.when === 'next') agent.send(prompt, 'next');
    onChange();
    // After a stop, the next message takes those along that were left: they are sent first.
    if (!isWorking() && files !== undefined) this.sendNow(agent);
  }

  #start({ text, prompt }: Message, isEchoed = false, hasWaited = false): void {
    if (!isEchoed) this.#options.echo(text, hasWaited);
    this.#options.run(prompt);
  }
}

function isMessage(one: Waiting): one is Message {
  return one.isCommand === undefined;
}
