import {
  callLabel,
  durationText,
  type JsonObject,
  OUTCOME_MARKS,
  type RunEvent,
  sanitize,
  type ToolPool,
  type ToolResultBlock,
  textOf,
} from '@sluice/core';
import { commandLine, describeStatus } from '@sluice/tools';
import { cellWidth, fitText, type Palette, sizeText } from '@sluice/base';
import { reasonText } from './reason-text.ts';
import { createSideBySide, type Bar } from './side-by-side.ts';
import { summaryText } from './summary-text.ts';
import { createEndWatch } from '../../stop/end-watch.ts';
import { NOTHING, type Shown, type View } from './view.ts';

interface TextViewOptions {
  readonly pool: ToolPool;
  /** The input of a call as read; queried once per result. */
  readonly fedInput: (callId: string) => JsonObject | undefined;
  /** Also write progress, and when a call starts. */
  readonly showsProgress: boolean;
  /** Terminal sequences from hooks go to a terminal. */
  readonly isTerminal: boolean;
  readonly palette: Palette;
  /** Cells per line, queried for each line. */
  readonly columns: () => number;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

const TIME_CELLS = 9;
const SIZE_CELLS = 9;
/** Bar, mark, and the spaces after them. */
const LEAD_CELLS = 4;
const LEAST_LABEL = 12;

/** Writes a run for the user: one line per call, in call order, with a bar next to calls that ran in parallel. */
export function createTextView(options: TextViewOptions): View {
  const { pool, fedInput, showsProgress, isTerminal, palette, columns } = options;
  const sideBySide = createSideBySide();
  const endings = createEndWatch();

  const row = (event: EventOf<'tool-result'>): string => {
    const bar = sideBySide.next(event.messageId);
    const label = callLabel(pool, event, fedInput(event.callId));
    const { mark, tone } = OUTCOME_MARKS[event.outcome.code];
    const cells = Math.max(LEAST_LABEL, columns() - LEAD_CELLS - TIME_CELLS - SIZE_CELLS);
    const fitted = fitText(event.isDiscarded ? `${label} (retracted)` : label, cells);
    const blank = ' '.repeat(Math.max(0, cells - cellWidth(fitted)));
    const time = durationText(event.record.executingMs).padStart(TIME_CELLS);
    const size = sizeText(contentBytes(event.result)).padStart(SIZE_CELLS);
    const head = `${palette('quiet', bar)} ${palette(tone, mark)} ${fitted}${blank}`;
    return `${head}${palette('quiet', time + size)}\n${notes(event, bar)}`;
  };

  const notes = ({ outcome, record, messageId }: EventOf<'tool-result'>, bar: Bar): string => {
    const continued = bar === '┌' || bar === '├' || bar === '│' ? '│' : ' ';
    const under = (text: string): string => {
      const fitted = fitText(sanitize(text), Math.max(LEAST_LABEL, columns() - LEAD_CELLS));
      return `${palette('quiet', continued)}   ${palette('quiet', fitted)}\n`;
    };
    const text = reasonText(outcome, endings.of(messageId));
    const reason = text === '' ? '' : under(text);
    const stored = record.storedAt === undefined ? '' : under(`whole result: ${record.storedAt}`);
    return `${reason}${stored}`;
  };

  const step = (toolName: string, callId: string, text: string): string =>
    palette('quiet', fitText(sanitize(`  … ${toolName} ${callId} ${text}`), columns()));

  const hookText = (event: EventOf<'hook'>): string => {
    const said = hookWord(event);
    if (said === undefined) return '';
    return `${palette('quiet', fitText(sanitize(`  … ${said}`), columns()))}\n`;
  };

  return {
    show(event) {
      endings.take(event);
      switch (event.type) {
        case 'tool-result':
          return out(row(event));
        case 'call-state':
          sideBySide.observe(event);
          if (!showsProgress || event.status !== 'executing') return NOTHING;
          return out(`${step(event.toolName, event.callId, 'has started')}\n`);
        case 'progress':
          if (!showsProgress) return NOTHING;
          return out(`${step(event.toolName, event.callId, JSON.stringify(event.data) ?? '')}\n`);
        case 'message':
          sideBySide.forget(event.messageId);
          return NOTHING;
        case 'discarded':
          sideBySide.forget(event.messageId);
          return err(`the message was withdrawn${event.note === undefined ? '' : `; ${event.note}`}`);
        case 'error':
          return err(event.line === undefined ? event.message : `line ${event.line}: ${event.message}`);
        case 'notice':
          return err(event.message);
        case 'hook':
          return out(`${sequenceOf(event, isTerminal)}${showsProgress ? hookText(event) : ''}`);
        case 'hook-summary':
        case 'permission-request':
        case 'permission-withdrawn':
        case 'in-progress':
          return NOTHING;
        default:
          return event satisfies never;
      }
    },
    showTask(task) {
      const text = `  task ${task.id} ${describeStatus(task.status)}: ${commandLine(task)}`;
      return out(`${palette('quiet', fitText(sanitize(text), columns()))}\n`);
    },
    close: (summary) => out(`${palette('plain', summaryText(summary))}\n`),
  };
}

function hookWord(event: EventOf<'hook'>): string | undefined {
  switch (event.status) {
    case 'started':
      return event.statusMessage;
    case 'progress':
      return `hook ${event.hook}: ${durationText(event.elapsedMs)} ${lastLine(event.stdout || event.stderr)}`;
    case 'ended': {
      // If a hook succeeded, what it decided; otherwise, how it ended.
      const word = event.outcome === 'ok' ? event.said.decision : event.outcome;
      return word === undefined ? undefined : `hook ${event.hook}: ${word}`;
    }
    default:
      return event satisfies never;
  }
}

function lastLine(text: string): string {
  const whole = text.trimEnd();
  return whole.slice(whole.lastIndexOf('\n') + 1);
}

/** Already validated when it was read: it contains only titles, notifications and the bell. */
function sequenceOf(event: EventOf<'hook'>, isTerminal: boolean): string {
  return isTerminal && event.status === 'ended' ? (event.terminalSequence ?? '') : '';
}

function out(text: string): Shown {
  return { out: text, err: '' };
}

function err(text: string): Shown {
  return { out: '', err: `sluice exec: ${sanitize(text)}\n` };
}

/** Bytes sent to the model. */
function contentBytes({ content }: ToolResultBlock): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  let bytes = 0;
  for (const block of content) {
    bytes += block.type === 'image' ? block.source.data.length : Buffer.byteLength(textOf([block]));
  }
  return bytes;
}
