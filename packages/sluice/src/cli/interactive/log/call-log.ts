import type { AgentEvent } from '@sluice/agent';
import { countText } from '@sluice/base';
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
import {
  columnsOfFirst,
  columnsWidth,
  liveOutput,
  progressText,
  spokenCounts,
  type LiveCall,
  type LogSink,
  type Style,
} from '@sluice/terminal';
import { HookFailures } from '../../hook-failures.ts';
import { createSideBySide } from '../../exec/output/side-by-side.ts';
import { detailLines } from './detail-lines.ts';
import { foldedBar, foldedText, type FoldedCall } from './folded-calls.ts';
import { outputLines } from './output-lines.ts';
import { resultView, type ResultView } from './result-view.ts';
import { amountOf, costTexts, outputOf, outputPathOf } from './result-facts.ts';
import {
  errorLines,
  failureText,
  firstLineOf,
  isStoppedByPerson,
  resultText,
  verdictText,
} from './result-lines.ts';

/** Cells of a row that several calls share. */
const MAX_FOLDED = 78;

type ToolResult = Extract<RunEvent, { type: 'tool-result' }>;

export interface CallLogOptions {
  readonly screen: LogSink;
  readonly style: Style;
  readonly pool: ToolPool;
  /** Paths below it are shown relative to it. */
  readonly cwd: string;
  readonly now: () => number;
  /** Of the terminal. */
  readonly columns: () => number;
  /** Rows are sentences, without marks and columns. Default false. */
  readonly isPlain?: boolean | undefined;
  /** The call that another one has to wait for. Default: that is not known. */
  readonly waitsFor?: ((callId: string) => string | undefined) | undefined;
}

/** The rows of calls: of those that run, and in the log of those that have ended. */
export class CallLog {
  readonly #options: CallLogOptions;
  readonly #note: (text: string) => void;
  readonly #sideBySide = createSideBySide();
  readonly #labels = new Map<string, string>();
  readonly #live = new Map<string, LiveCall>();
  readonly #commands = new Set<string>();
  /** Calls that a person was asked about: a rule kept with the answer is what has decided afterwards. */
  readonly #asked = new Set<string>();
  readonly #hookFailures = new HookFailures();
  /** The calls of the row that may still get more. */
  #folded: readonly FoldedCall[] = [];

  /** @param note adds a line for the user */
  constructor(options: CallLogOptions, note: (text: string) => void) {
    this.#options = options;
    this.#note = note;
  }

  get live(): readonly LiveCall[] {
    return [...this.#live.values()];
  }

  /** No call runs anymore. */
  clear(): void {
    this.#live.clear();
  }

  /**
   * A call is about to run.
   * @param isCommand the person typed it to see its output
   */
  expect(id: string, name: string, input: JsonObject, isCommand: boolean): void {
    if (isCommand) this.#commands.add(id);
    this.#labels.set(id, this.#label(name, input));
  }

  #label(name: string, input: JsonObject): string {
    return inputLabel(this.#options.pool, name, input, this.#options.cwd);
  }

  /** Shows the activity of an agent that a call has started, in that call's row. */
  child(identity: AgentIdentity, event: AgentEvent): void {
    this.#hookFailed(event);
    const call = this.#live.get(identity.parentCallId ?? '');
    if (call === undefined || event.type !== 'model' || event.event.type !== 'block-stop') return;
    const { block } = event.event;
    if (block.type === 'tool_use') call.progress = this.#label(block.name, block.input);
    this.#options.screen.refresh();
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'call-state':
        this.#sideBySide.observe(event);
        this.#callState(event);
        break;
      case 'progress': {
        const call = this.#live.get(event.callId);
        if (call === undefined) break;
        call.progress = progressText(event.data) || call.progress;
        call.output = liveOutput(event.data) ?? call.output;
        break;
      }
      case 'tool-result':
        if (event.parentCallId === undefined) this.#toolResult(event);
        break;
      case 'message':
        this.#sideBySide.forget(event.messageId);
        break;
      case 'notice':
        if (event.code === 'hook-failed') this.#hookFailed({ type: 'engine', event });
        else this.#note(event.message);
        break;
      case 'error':
        this.#note(event.message);
        break;
      case 'hook-summary':
        for (const info of [...event.infos, ...event.errors]) this.#note(info);
        break;
      case 'permission-request':
        this.#asked.add(event.callId);
        // What the question is about comes after it.
        this.#options.screen.setProvisional?.(undefined);
        break;
      case 'hook':
      case 'permission-withdrawn':
      case 'discarded':
      case 'in-progress':
        break;
      default:
        event satisfies never;
    }
  }

  #hookFailed(event: AgentEvent): void {
    const failure = this.#hookFailures.take(event);
    if (failure !== undefined) this.#note(failure);
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

  #toolResult(event: ToolResult): void {
    const { pool, cwd, style, screen } = this.#options;
    const { outcome, record, callId, messageId, isDiscarded } = event;
    this.#live.delete(callId);
    const bar = this.#sideBySide.next(messageId);
    if (isDiscarded) return;
    const view = outcome.code === 'ok' ? resultView(event.clientView) : undefined;
    const isBegun = view?.kind === 'background';
    const { mark, tone, word } = isBegun ? BEGUN : OUTCOME_MARKS[outcome.code];
    const colored = tone === 'plain' ? mark : style(tone, mark);
    const label = callLabel(pool, event, undefined, cwd);
    const size = sizeOf(event, view);
    const time = record.executingMs > 0 && !isBegun ? durationText(record.executingMs) : '';
    const verdict = verdictText(record.decision);
    if (this.#options.isPlain === true) {
      const costs = [time, spokenCounts(size)].filter((text) => text !== '');
      const said = isBegun ? word : (SPOKEN_WORDS.get(outcome.code) ?? word);
      screen.line([`${said}: ${label}`, ...costs].join(', '));
    } else {
      const right = costTexts(time, size).map((text) => style('quiet', text));
      const left = `${style('quiet', bar)} ${colored} ${label}`;
      // The terminal's last two cells stay free, since the row may stay in the footer for a while.
      const room = Math.max(Math.min(MAX_FOLDED, this.#options.columns()), this.#options.columns() - 2);
      const width = columnsWidth([[left, right[0] ?? '']], room);
      const row = columnsOfFirst(left, right, width);
      if (view === undefined && verdict === undefined && this.#needsNoRow(event)) {
        this.#fold({ name: sanitize(event.toolName), label, bar }, row, colored, Math.min(MAX_FOLDED, width));
        return;
      }
      screen.line(row, true);
    }
    if (verdict !== undefined) screen.line(style('quiet', `    ${verdict}`), true);
    // Of the calls that the person has stopped or left, one row says so for all.
    if (isStoppedByPerson(outcome)) return;
    if (this.#commands.delete(callId) && (outcome.code === 'ok' || outcome.code === 'tool-error')) {
      this.#output(event);
      return;
    }
    if (this.#wasHeard(event, view)) return;
    for (const line of detailLines(view, style, this.#options.isPlain === true)) screen.line(line);
    // What a tool has put out stays as it is; all other reasons are sentences.
    const isSentence = outcome.code !== 'tool-error';
    for (const line of errorLines(failureText(event))) screen.line(`    ${line}`, isSentence);
  }

  /** It has changed nothing, or nothing that isn't shown elsewhere, and all that there is to say of it is that it did what it was asked. */
  #needsNoRow({ outcome, toolName, callId, record }: ToolResult): boolean {
    const { pool, screen } = this.#options;
    if (screen.setProvisional === undefined || outcome.code !== 'ok' || this.#commands.has(callId))
      return false;
    try {
      const tool = pool.find(toolName);
      return (
        tool?.isShownElsewhere === true || tool?.isReadOnly(record.input, { cwd: this.#options.cwd }) === true
      );
    } catch {
      return false;
    }
  }

  /** Several such calls in a row share one row of the log, which can grow until something else is logged. */
  #fold(call: FoldedCall, row: string, mark: string, width: number): void {
    const { screen, style } = this.#options;
    this.#folded = screen.provisional === undefined ? [call] : [...this.#folded, call];
    if (this.#folded.length === 1) {
      screen.setProvisional?.(row);
      return;
    }
    const right = countText(this.#folded.length, 'call');
    const start = `${style('quiet', foldedBar(this.#folded))} ${mark} `;
    // The row has four cells before the text, and two before the count.
    const text = foldedText(this.#folded, width - right.length - 6);
    screen.setProvisional?.(columnsOfFirst(`${start}${text}`, [style('quiet', right)], width));
  }

  /** In plain mode, the question has read it out, or the answer to it: once is enough. */
  #wasHeard({ outcome, callId }: ToolResult, view: ResultView | undefined): boolean {
    const wasAsked = this.#asked.delete(callId);
    if (this.#options.isPlain !== true) return false;
    if (outcome.code === 'denied') return outcome.by === 'person';
    return view?.kind === 'difference' && wasAsked;
  }

  /** What a command has put out that the person typed. */
  #output(event: ToolResult): void {
    const { screen, style } = this.#options;
    const output = outputOf(event);
    if (output !== undefined && event.outcome.code === 'tool-error')
      screen.line(disarm(firstLineOf(resultText(event))));
    const lines = output === '' ? [] : outputLines(output ?? resultText(event));
    for (const line of lines) screen.line(disarm(line.replaceAll('\t', '    ')));
    const path = output === undefined ? undefined : outputPathOf(event);
    if (path !== undefined) screen.line(style('quiet', `all of it: ${sanitize(path)}`), true);
  }
}

/** Outcomes before what a call did, where a person listens. */
const SPOKEN_WORDS: ReadonlyMap<string, string> = new Map([
  ['ok', 'done'],
  ['invalid-input', 'invalid input'],
  ['unknown-tool', 'unknown tool'],
  ['outcome-unknown', 'unknown outcome'],
]);

/** It has only begun. */
const BEGUN = { mark: '⠿', tone: 'plain', word: 'started' } as const;

/** How much came of it. */
function sizeOf(event: ToolResult, view: ResultView | undefined): string {
  const { outcome } = event;
  if (view?.kind === 'background') return 'in the background';
  if (view?.kind === 'difference') return view.counts;
  return outcome.code === 'ok' || outcome.code === 'tool-error' ? amountOf(event) : '';
}
