import { assemblePool, type CallStatus, type JsonObject, type RunEvent } from '@sluice/core';
import { createStyle, type LogSink } from '@sluice/terminal';
import { EventLog, type EventLogOptions } from '../../../../src/cli/interactive/log/event-log.ts';

/** A log whose lines a test reads: text that is still open is the last one. */
export class LogDouble implements LogSink {
  readonly lines: string[] = [];
  readonly isFull = false;
  #open = '';

  provisional: string | undefined;

  setProvisional(text: string | undefined): void {
    if (text === undefined) this.#settle();
    this.provisional = text;
  }

  #settle(): void {
    if (this.provisional !== undefined) this.lines.push(this.provisional);
    this.provisional = undefined;
  }

  line(text: string): void {
    this.#settle();
    if (this.#open !== '') this.endLine();
    this.lines.push(...text.split('\n'));
  }

  text(text: string): void {
    this.#settle();
    this.#open += text;
  }

  endLine(): void {
    this.lines.push(this.#open);
    this.#open = '';
  }

  refresh(): void {}

  room(): Promise<void> {
    return Promise.resolve();
  }
}

/** An event log with its lines. */
export function logDouble(options: Partial<EventLogOptions> = {}): {
  readonly log: EventLog;
  readonly lines: readonly string[];
} {
  const screen = new LogDouble();
  const log = new EventLog({
    screen,
    style: createStyle(false),
    pool: assemblePool({ builtIn: [] }),
    cwd: '/',
    now: () => 0,
    columns: () => 80,
    isEchoed: false,
    onUsage: () => {},
    ...options,
  });
  return { log, lines: screen.lines };
}

type ToolResult = Extract<RunEvent, { type: 'tool-result' }>;

/** A call that has ended after 50 ms. */
export function toolResult(
  toolName: string,
  text: string,
  given: Partial<ToolResult> & { readonly input?: JsonObject } = {},
): ToolResult {
  const { input = {}, ...others } = given;
  const callId = others.callId ?? 'a';
  return {
    type: 'tool-result',
    ...{ sequence: 1, time: 0 },
    ...{ callId, messageId: 'm', toolName, parentCallId: undefined },
    result: { type: 'tool_result', tool_use_id: callId, content: text, is_error: false },
    outcome: { code: 'ok' },
    clientView: undefined,
    metadata: undefined,
    isDiscarded: false,
    record: {
      ...{ toolName, input, executingMs: 50, attempts: 1, nested: [], besides: 0 },
      ...{ decision: undefined, storedAt: undefined, inputChars: 2, resultChars: text.length },
      durations: DURATIONS,
    },
    ...others,
  };
}

const DURATIONS: Readonly<Record<CallStatus, number>> = {
  ...{ received: 0, preparing: 0, 'awaiting-permission': 0, queued: 0, executing: 50 },
  ...{ settling: 0, settled: 0, released: 0 },
};
