import type { AgentEvent } from '@sluice/agent';
import { contextTokens } from '@sluice/agent';
import { sizeText } from '@sluice/base';
import {
  callLabel,
  disarm,
  durationText,
  inputLabel,
  OUTCOME_MARKS,
  sanitize,
  type AgentIdentity,
  type JsonObject,
  type RunEvent,
  type ToolPool,
} from '@sluice/core';
import { columns, progressText, type LiveCall, type LogSink, type Style } from '@sluice/terminal';
import { commandLine, describeStatus, type BackgroundTask } from '@sluice/tools';
import { createSideBySide } from '../exec/output/side-by-side.ts';
import { resultErrors } from '../print/output/result-message.ts';
import { MAX_STREAM_RETRIES } from '../print/output/retry-notes.ts';
import { retryText } from '../print/output/retry-text.ts';
import { AnswerText } from './answer-text.ts';
import type { EarlierLine } from './earlier-lines.ts';
import { outputLines } from './output-lines.ts';
import { promptLines } from './prompt-lines.ts';
import { errorLines, failureText, isStoppedByPerson, resultText, verdictText } from './result-lines.ts';

/** A wider terminal gets no wider rows: the eye would lose the line. */
const MAX_LABEL_COLUMNS = 78;

export interface EventLogOptions {
  readonly screen: LogSink;
  readonly style: Style;
  /** Prompts stand in the terminal as they were typed. */
  readonly isEchoed: boolean;
  readonly pool: ToolPool;
  /** Paths below it are shown relative to it. */
  readonly cwd: string;
  readonly now: () => number;
  /** Of the terminal. */
  readonly columns: () => number;
  /** The call that another one has to wait for. Default: that is not known. */
  readonly waitsFor?: ((callId: string) => string | undefined) | undefined;
  /** Tokens in the conversation, according to the last response. */
  readonly onUsage: (tokens: number) => void;
}

/** Turns an agent's events into log rows and the list of running calls. */
export class EventLog {
  readonly #options: EventLogOptions;
  readonly #sideBySide = createSideBySide();
  readonly #labels = new Map<string, string>();
  readonly #live = new Map<string, LiveCall>();
  readonly #echoed: string[] = [];
  readonly #commands = new Set<string>();
  readonly #text: AnswerText;
  #answers = 0;
  /** The model has written text since the last result. */
  #hasSpoken = false;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#text = new AnswerText(options.screen, options.style);
  }

  get live(): readonly LiveCall[] {
    return [...this.#live.values()];
  }

  get answers(): number {
    return this.#answers;
  }

  /** A prompt is logged when it is sent; the event that follows adds nothing. */
  echo(text: string): void {
    this.#echoed.push(text);
    this.prompt(text);
  }

  prompt(text: string): void {
    const { screen, style, isEchoed } = this.#options;
    if (isEchoed) return;
    screen.line('');
    for (const line of promptLines(text, style)) screen.line(line, true);
  }

  /** Adds a line for the user, such as a warning. */
  note(text: string): void {
    const { screen, style } = this.#options;
    for (const line of text.split('\n')) screen.line(`${style('refused', '!')} ${sanitize(line)}`, true);
  }

  /** A task in the background has ended: the model is notified, and may go on because of it. */
  taskEnded(task: BackgroundTask): void {
    const { screen, style } = this.#options;
    const text = `in the background: ${sanitize(commandLine(task))} → ${sanitize(describeStatus(task.status))}`;
    screen.line(style('quiet', text), true);
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
    if (isCommand) this.#commands.add(id);
    this.#labels.set(id, this.#label(name, input));
  }

  #label(name: string, input: JsonObject): string {
    return inputLabel(this.#options.pool, name, input, this.#options.cwd);
  }

  /** Shows the activity of an agent that a call has started, in that call's row. */
  child(identity: AgentIdentity, event: AgentEvent): void {
    const call = this.#live.get(identity.parentCallId ?? '');
    if (call === undefined || event.type !== 'model' || event.event.type !== 'block-stop') return;
    const { block } = event.event;
    if (block.type === 'tool_use') call.progress = this.#label(block.name, block.input);
    this.#options.screen.refresh();
  }

  take(event: AgentEvent): void {
    const { screen } = this.#options;
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
        this.#options.onUsage(contextTokens(event.usage));
        break;
      case 'engine':
        this.#engine(event.event);
        break;
      case 'retracted':
        this.#text.end();
        this.#live.clear();
        this.note(
          `${retryText({ ...event, maxRetries: MAX_STREAM_RETRIES })}; what it had said above does not count`,
        );
        break;
      case 'compacted':
        this.note(
          `the conversation was compacted: a summary stands for its first ${event.tokensBefore} tokens`,
        );
        break;
      case 'notice':
        this.note(event.message);
        break;
      case 'result':
        this.#text.end();
        this.#live.clear();
        this.#result(event);
        break;
      case 'transition':
      case 'results':
      case 'activity':
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
    if (echoed === -1) this.prompt(text);
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
          this.#labels.set(event.block.id, this.#label(event.block.name, event.block.input));
        break;
      case 'retry':
        this.note(`${retryText(event)} · ${this.#options.isEchoed ? 'Ctrl-C' : 'esc'} stops`);
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

  #engine(event: RunEvent): void {
    switch (event.type) {
      case 'call-state':
        this.#sideBySide.observe(event);
        this.#callState(event);
        break;
      case 'progress': {
        const call = this.#live.get(event.callId);
        if (call !== undefined) call.progress = progressText(event.data) || call.progress;
        break;
      }
      case 'tool-result':
        if (event.parentCallId === undefined) this.#toolResult(event);
        break;
      case 'message':
        this.#sideBySide.forget(event.messageId);
        break;
      case 'notice':
      case 'error':
        this.note(event.message);
        break;
      case 'hook-summary':
        for (const info of [...event.infos, ...event.errors]) this.note(info);
        break;
      case 'hook':
      case 'permission-request':
      case 'permission-withdrawn':
      case 'discarded':
      case 'in-progress':
        break;
      default:
        event satisfies never;
    }
  }

  #callState({ callId, status, parentCallId, toolName }: Extract<RunEvent, { type: 'call-state' }>): void {
    if (parentCallId !== undefined) return;
    let call = this.#live.get(callId);
    if (call === undefined) {
      if (status === 'released') return;
      call = {
        callId,
        label: this.#labels.get(callId) ?? sanitize(toolName),
        status,
        startedAt: undefined,
        progress: '',
        waitsFor: () => this.#labels.get(this.#options.waitsFor?.(callId) ?? ''),
      };
      this.#live.set(callId, call);
    }
    call.status = status;
    if (status === 'executing') call.startedAt ??= this.#options.now();
  }

  #toolResult(event: Extract<RunEvent, { type: 'tool-result' }>): void {
    const { pool, cwd, style, screen } = this.#options;
    const { outcome, record, callId, messageId, isDiscarded } = event;
    this.#live.delete(callId);
    const bar = this.#sideBySide.next(messageId);
    if (isDiscarded) return;
    const { mark, tone } = OUTCOME_MARKS[outcome.code];
    const colored = tone === 'plain' ? mark : style(tone, mark);
    const label = callLabel(pool, event, undefined, cwd);
    const size = outcome.code === 'ok' || outcome.code === 'tool-error' ? sizeText(record.resultChars) : '';
    const time = record.executingMs > 0 ? durationText(record.executingMs) : '';
    const right = time === '' ? '' : `${time.padStart(8)} ${size.padStart(9)}`;
    const width = Math.min(MAX_LABEL_COLUMNS, this.#options.columns());
    screen.line(columns(`${style('quiet', bar)} ${colored} ${label}`, style('quiet', right), width), true);
    const verdict = verdictText(record.decision);
    if (verdict !== undefined) screen.line(style('quiet', `    ${verdict}`), true);
    // Of the calls that the person has stopped or left, one row says so for all.
    if (isStoppedByPerson(outcome)) return;
    if (this.#commands.delete(callId) && (outcome.code === 'ok' || outcome.code === 'tool-error')) {
      for (const line of outputLines(resultText(event))) screen.line(disarm(line.replaceAll('\t', '    ')));
      return;
    }
    // What a tool has put out stays as it is; all other reasons are sentences.
    const isSentence = outcome.code !== 'tool-error';
    for (const line of errorLines(failureText(event))) screen.line(`    ${line}`, isSentence);
  }

  #result({ result }: Extract<AgentEvent, { type: 'result' }>): void {
    const { style, screen } = this.#options;
    const isOfCommand = !this.#hasSpoken;
    this.#hasSpoken = false;
    switch (result.reason) {
      case 'completed':
        // A command has responded by itself.
        if (isOfCommand && result.text !== '') screen.line(disarm(result.text));
        return;
      case 'interrupted-streaming':
      case 'interrupted-tools':
        screen.line(style('refused', '■ stopped'));
        return;
      case 'declined':
        screen.line(style('refused', '■ stopped: you declined the call'));
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
