import { presentItems } from '@sluice/base';
import {
  batchRows,
  cardRows,
  fitStyled,
  liveRows,
  promptRows,
  statusRow,
  type Card,
  type Desk,
  type Footer,
  type LineEditor,
  type Style,
} from '@sluice/terminal';
import { heldRow, stoppingRow, waitingRow } from './waiting-rows.ts';
import type { FrontState, WaitingMessage } from '../front-events.ts';
import type { MenuDesk } from '../menus/menu-desk.ts';
import type { PickerDesk } from '../menus/picker-desk.ts';

const MAX_ROWS_WITHOUT_CARD = 8;
const MAX_AGENT_ROWS = 4;
const MAX_STEP_ROWS = 6;
const MAX_WAITING_ROWS = 3;
/** So many rows of a card come before calls that run beside it. */
const MIN_CARD_ROWS = 10;
/** In a window of so many rows, one sets the prompt apart from what was said last. */
const MIN_ROWS_OF_GAP = 16;

/** What the footer is made of. */
export interface FooterParts {
  readonly style: Style;
  readonly editor: Pick<LineEditor, 'isVimNormal' | 'render'>;
  readonly desk: Pick<Desk, 'card' | 'draw' | 'framed' | 'hasFocus' | 'noteLabel' | 'size'>;
  readonly picker: Pick<PickerDesk, 'isOpen' | 'rows'>;
  readonly menu: Pick<MenuDesk, 'rows'>;
  readonly state: FrontState;
  /** For what counts seconds. */
  readonly now: number;
  /** The end of a line that is held back from the log. */
  readonly heldText: string;
  /** The line of the log that may still grow. */
  readonly provisional: string | undefined;
  /** Said for a moment. */
  readonly hint: string | undefined;
}

/** The rows below the log, for a frame that is about to be written: the desk learns what of its card they show. */
export function layOutFooter(parts: FooterParts, columns: number, rows: number): Footer {
  const { style, editor, desk, picker, menu, state, heldText, provisional, hint } = parts;
  const width = columns - 2;
  const mark = desk.noteLabel ?? (editor.isVimNormal ? ': ' : '> ');
  const prompt = promptRows(editor.render(width - mark.length, rows), mark, style);
  if (rows < 6 || columns < 20) return prompt;
  const { live, waiting, status, statusLine } = state;
  const runningCalls = live.filter((call) => call.status === 'executing').length;
  // What is typed for a list is its filter, whatever it begins with.
  const menuRows = picker.isOpen ? [] : menu.rows(style, width);
  const statusText = statusRow(
    { ...status, hint, runningCalls, waitingInquiries: desk.size, escape: escapeText(parts, menuRows) },
    style,
    width,
  );
  const held = presentItems([
    heldText === '' ? undefined : heldRow(heldText, style, width),
    provisional === undefined ? undefined : fitStyled(provisional, width),
  ]);
  const stopping = state.stopping === undefined ? [] : [stoppingRow(state.stopping, style, width)];
  const next = waiting
    .map((message, index) =>
      waitingRow(message.text, labelOf(message, state.isWorking), index === waiting.length - 1, style, width),
    )
    .slice(-MAX_WAITING_ROWS);
  const line = statusLine === undefined ? [] : [fitStyled(`  ${statusLine}`, width)];
  const max = rows - 2;
  const fixed =
    prompt.rows.length + 1 + line.length + held.length + next.length + menuRows.length + stopping.length;
  const card = desk.card;
  const above = picker.isOpen
    ? picker.rows(style, width, Math.max(3, max - fixed - 2))
    : card !== undefined
      ? cardAbove(parts, card, width, max - fixed)
      : workAbove(parts, width, max, fixed);
  const shown = [...held, ...above, ...stopping, ...next];
  const before = shown.length === 0 && rows >= MIN_ROWS_OF_GAP ? [''] : shown;
  const cursor = { row: before.length + prompt.cursor.row, column: prompt.cursor.column };
  return { rows: [...before, ...prompt.rows, ...menuRows, ...line, statusText].slice(0, max), cursor };
}

/** What a waiting message waits for. */
function labelOf({ when, isBehindOutput }: WaitingMessage, isWorking: boolean): string {
  if (isBehindOutput === true) return 'after the output';
  return isWorking ? when : 'held';
}

/** What Esc does, where that is not to stop the work. */
function escapeText({ desk, picker, state }: FooterParts, menuRows: readonly string[]): string | undefined {
  if (desk.noteLabel !== undefined) return 'esc: back';
  if (picker.isOpen || menuRows.length > 0) return 'esc closes';
  if (desk.hasFocus) return 'esc: prompt';
  // Under a card, the panel is hidden.
  return state.panel === undefined || desk.card !== undefined ? undefined : 'esc closes';
}

/** The card, below calls that run beside it. */
function cardAbove(
  { desk, state, style, now }: FooterParts,
  card: Card,
  width: number,
  free: number,
): readonly string[] {
  const beside = state.live.filter((call) => call.status !== 'awaiting-permission');
  const roomOfCalls = Math.max(1, Math.min(4, free - MIN_CARD_ROWS));
  // In a low window, all rows are for what is asked and its answers.
  const calls = free < MIN_CARD_ROWS ? [] : liveRows(beside, style, now, width, roomOfCalls);
  const room = Math.max(3, free - calls.length);
  if (card.batch !== undefined) {
    const drawn = batchRows(card.batch, card, style, width, room);
    desk.framed(false, drawn.wholeIds);
    return [...calls, ...drawn.rows];
  }
  const drawn = desk.draw((shown) => cardRows(shown, style, width, room, state.editHint));
  return [...calls, ...(drawn?.rows ?? [])];
}

/** Calls, agents in the background, what is being followed, and the list of steps. */
function workAbove(
  { state, style, now }: FooterParts,
  width: number,
  max: number,
  fixed: number,
): readonly string[] {
  const { activity, agents, live, panel, steps } = state;
  const followed = panel?.rows(style, width, Math.max(3, Math.floor((max - fixed) / 2))) ?? [];
  const all = Math.max(1, Math.min(max - followed.length, MAX_ROWS_WITHOUT_CARD) - fixed);
  // A few calls and an agent come before the steps, and the steps before the output of calls.
  const before = Math.min(4, Math.max(1, live.length)) + (agents === undefined ? 0 : 1);
  const roomOfSteps = Math.min(MAX_STEP_ROWS, all - before);
  const ofSteps = steps?.rows(style, width, roomOfSteps) ?? [];
  const room = all - ofSteps.length;
  // Of several calls, one row says how many more there are.
  const roomOfAgents = Math.min(MAX_AGENT_ROWS, room - Math.min(2, live.length));
  const ofAgents = agents?.rows(style, width, roomOfAgents) ?? [];
  const ofCalls = liveRows(live, style, now, width, room - ofAgents.length);
  const waited = live.length === 0 ? activity?.(style, width) : undefined;
  return presentItems([waited, ...ofCalls, ...ofAgents, ...followed, ...ofSteps]);
}
