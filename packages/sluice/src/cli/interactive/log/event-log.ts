import type { AgentEvent } from '@sluice/agent';
import { contextTokens } from '@sluice/agent';
import { disarm, sanitize, type AgentIdentity, type JsonObject } from '@sluice/core';
import type { LiveCall } from '@sluice/terminal';
import type { BackgroundTask } from '@sluice/tools';
import { resultErrors } from '../../print/output/result-message.ts';
import { MAX_STREAM_RETRIES } from '../../print/output/retry-notes.ts';
import { retryText } from '../../print/output/retry-text.ts';
import { AnswerText } from './answer-text.ts';
import { CallLog, type CallLogOptions } from './call-log.ts';
import type { EarlierLine } from './earlier-lines.ts';
import { ModelActivity } from './model-activity.ts';
import { promptLines } from './prompt-lines.ts';
import { taskEndLines } from './task-end-lines.ts';

export interface EventLogOptions extends CallLogOptions {
  /** Prompts stand in the terminal as they were typed. */
  readonly isEchoed: boolean;
  /** A prompt as it was typed: a long paste is a chip. Default: as it is. */
  readonly folded?: ((text: string) => string) | undefined;
  /** Tokens in the conversation, according to the last response. */
  readonly onUsage: (tokens: number) => void;
}

/** Turns an agent's events into log rows and the list of running calls. */
export class EventLog {
  readonly #options: EventLogOptions;
  readonly #calls: CallLog;
  readonly #echoed: string[] = [];
  readonly #text: AnswerText;
  /** What the model does before its answer can be seen. */
  readonly activity: ModelActivity;
  #answers = 0;
  /** Why the latest retry was needed: each reason is logged once in a series. */
  #retriedFor: string | undefined;
  /** The model has written text since the last result. */
  #hasSpoken = false;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#calls = new CallLog(options, (text) => this.note(text));
    this.#text = new AnswerText(options.screen, options.style);
    this.activity = new ModelActivity(options.now);
  }

  get live(): readonly LiveCall[] {
    return this.#calls.live;
  }

  get answers(): number {
    return this.#answers;
  }

  /** A prompt is logged when it is sent; the event that follows adds nothing. */
  echo(text: string, hasWaited: boolean): void {
    this.#echoed.push(text);
    this.prompt(text, hasWaited);
  }

  /** @param hasWaited it was typed earlier: where it is in the terminal, too */
  prompt(text: string, hasWaited = false): void {
    const { screen, style, isEchoed } = this.#options;
    if (isEchoed) {
      const [first = '', ...rest] = text.split('\n');
      if (hasWaited) screen.line(`sent: ${sanitize(first)}${rest.length === 0 ? '' : ' …'}`);
      return;
    }
    screen.line('');
    const { folded = (whole) => whole } = this.#options;
    for (const line of promptLines(folded(text), style)) screen.line(line, true);
  }

  /** Adds a line for the user, such as a warning. */
  note(text: string): void {
    const { screen, style, isPlain } = this.#options;
    const mark = isPlain === true ? 'note:' : style('refused', '!');
    for (const line of text.split('\n')) screen.line(`${mark} ${sanitize(line)}`, true);
  }

  /**
   * A task in the background has ended: the model is notified, and may go on because of it.
   * @param tokens of an agent's conversation
   */
  taskEnded(task: BackgroundTask, tokens?: number): void {
    const { screen, style, now, isPlain } = this.#options;
    for (const [index, line] of taskEndLines(task, tokens, now()).entries())
      screen.line(style('quiet', isPlain === true && index === 0 ? line.replace(' → ', ': ') : line), true);
  }

  /** The end of what was said and done before this program opened the session. */
  earlier(lines: readonly EarlierLine[]): void {
    const { screen, style } = this.#options;
    for (const { text, kind } of lines) {
      if (kind === 'answer') screen.line(text, true);
      else screen.line(style(kind === 'prompt' ? 'strong' : 'quiet', text), kind === 'prompt');
    }
  }

  /**
   * A call that no answer of the model contains is about to run.
   * @param isCommand the person typed it to see its output
   */
  call(id: string, name: string, input: JsonObject, isCommand: boolean): void {
    this.#calls.expect(id, name, input, isCommand);
  }

  /** Shows the activity of an agent that a call has started, in that call's row. */
  child(identity: AgentIdentity, event: AgentEvent): void {
    this.#calls.child(identity, event);
  }

  take(event: AgentEvent): void {
    const { screen } = this.#options;
    this.activity.take(event);
    switch (event.type) {
      case 'user':
        this.#user(event);
        break;
      case 'model':
        this.#model(event.event);
        break;
      case 'assistant':
        this.#answers += 1;
        this.#hasSpoken = true;
        // A response that was stopped before it began has used nothing.
        if (contextTokens(event.usage) > 0) this.#options.onUsage(contextTokens(event.usage));
        break;
      case 'engine':
        this.#calls.take(event.event);
        break;
      case 'retracted':
        this.#text.end();
        this.#calls.clear();
        this.note(
          `${retryText({ ...event, maxRetries: MAX_STREAM_RETRIES })}; ignore the part of the answer above`,
        );
        break;
      case 'compacted':
        this.note(
          `the conversation was compacted: a summary replaces its first ${event.tokensBefore.toLocaleString('en')} tokens`,
        );
        break;
      case 'notice':
        this.note(event.message);
        break;
      case 'result':
        this.#text.end();
        this.#calls.clear();
        screen.setProvisional?.(undefined);
        this.#result(event);
        break;
      case 'transition':
      case 'results':
      case 'activity':
      case 'compaction':
      case 'cleared':
        break;
      default:
        event satisfies never;
    }
    screen.refresh();
  }

  #user({ origin, content }: Extract<AgentEvent, { type: 'user' }>): void {
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    if (origin === 'schedule') this.note(scheduleLine(text));
    if (origin !== 'person') return;
    const echoed = this.#echoed.indexOf(text);
    if (echoed === -1) this.prompt(text, true);
    else this.#echoed.splice(echoed, 1);
  }

  #model(event: Extract<AgentEvent, { type: 'model' }>['event']): void {
    switch (event.type) {
      case 'block-delta':
        if (event.delta.type === 'text') this.#text.write(event.delta.text);
        break;
      case 'block-stop':
      case 'block-cut':
        if (event.block.type === 'text') this.#text.end();
        else if (event.block.type === 'tool_use')
          this.#calls.expect(event.block.id, event.block.name, event.block.input, false);
        break;
      case 'retry':
        // Where there is a footer, its row tells of all further ones.
        if (this.#options.isEchoed) this.note(`${retryText(event)}. Ctrl-C stops.`);
        else if (event.attempt === 1 || event.failure.kind !== this.#retriedFor) this.note(retryText(event));
        this.#retriedFor = event.failure.kind;
        break;
      case 'message-end':
      case 'failed':
        this.#text.end();
        break;
      case 'problem':
        this.note(event.message);
        break;
      case 'message-start':
      case 'block-start':
        break;
      default:
        event satisfies never;
    }
  }

  #result({ result }: Extract<AgentEvent, { type: 'result' }>): void {
    const { style, screen, isPlain } = this.#options;
    const stopped = isPlain === true ? 'stopped' : '■ stopped';
    const isOfCommand = !this.#hasSpoken;
    this.#hasSpoken = false;
    switch (result.reason) {
      case 'completed':
        // A command has responded by itself.
        if (isOfCommand && result.text !== '') screen.line(disarm(result.text));
        return;
      case 'interrupted-streaming':
      case 'interrupted-tools':
        screen.line(style('refused', stopped));
        return;
      case 'declined':
        screen.line(style('refused', `${stopped}: you declined the call`));
        return;
      case 'shutdown':
      case 'shutdown-tools':
        return;
      default:
        for (const error of resultErrors(result)) this.note(error);
        if (resultErrors(result).length === 0) this.note(`stopped: ${result.reason}`);
    }
  }
}

/** A scheduled prompt as the log names it: its first lines, without what is said about it to the model. */
function scheduleLine(text: string): string {
  const at = text.indexOf('\n\n');
  return `scheduled: ${(at === -1 ? text : text.slice(at + 2)).trim().replaceAll(/\s+/g, ' ').slice(0, 200)}`;
}
