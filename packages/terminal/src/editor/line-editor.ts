import { CURSOR_MARKER, Editor } from '@earendil-works/pi-tui';
import { sizeText } from '@sluice/base';
import { cells } from '../text/cells.ts';
import type { Key } from '../keys/key.ts';
import { Vim } from './vim.ts';
import type { VimText } from './vim-motions.ts';

export interface EditorView {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** Whether more of the text is above the rows, or below. */
  readonly hasAbove: boolean;
  readonly hasBelow: boolean;
}

const IDENTITY = (text: string): string => text;
const THEME = {
  borderColor: IDENTITY,
  selectList: {
    selectedPrefix: IDENTITY,
    selectedText: IDENTITY,
    description: IDENTITY,
    scrollInfo: IDENTITY,
    noMatch: IDENTITY,
  },
};

/** The part of the editor's own state that is set from here. */
interface EditorState {
  lines: string[];
  cursorLine: number;
}

/** A longer paste is a chip. */
const MAX_UNFOLDED_LINES = 10;
const MAX_UNFOLDED_CHARS = 1000;

/** So many pastes are known when a prompt with them is used again. */
const MAX_CHIPS = 20;
/** These recall an earlier prompt, where they don't move the cursor. */
const HISTORY_KEYS: ReadonlySet<string> = new Set(['up', 'down']);

/** A long paste. */
interface Chip {
  readonly pasted: string;
  /** As in the prompt once it is unfolded. */
  readonly text: string;
  /** What is shown in its place. */
  readonly says: string;
}

/** A chip as the editor has it, in as many cells as the one that is shown: it finds its place by digits that no one sees. */
const CHIP = /\[paste #(\d+) \d+ chars\]/g;

/** What is being typed: several lines, undo, kill ring, history, and a chip for each long paste. */
export class LineEditor {
  readonly #editor: Editor;
  readonly #terminal = { rows: 24 };
  #submitted: string | undefined;
  #vim: Vim | undefined;
  /** The pastes that are chips; by what is sent in their place. */
  readonly #chips = new Map<string, Chip>();
  /** What is sent in place of a paste, such as the name of a file that holds it. Default: the paste. */
  keepPaste: ((text: string) => string | undefined) | undefined;

  constructor() {
    const host = { requestRender() {}, terminal: this.#terminal };
    // The editor uses nothing else of what it takes for its whole terminal.
    const editor: Editor = Reflect.construct(Editor, [host, THEME]);
    this.#editor = editor;
    this.#editor.focused = true;
    this.#editor.onSubmit = (text) => {
      this.#submitted = text;
    };
  }

  get isEmpty(): boolean {
    return this.#editor.getText() === '';
  }

  /** All of it, with pastes unfolded. */
  get text(): string {
    return this.#editor.getExpandedText();
  }

  /** As shown: a long paste is a chip. */
  get shownText(): string {
    return this.#editor.getText();
  }

  get isAtStart(): boolean {
    const { line, col } = this.#editor.getCursor();
    return line === 0 && col === 0;
  }

  get cursor(): { readonly line: number; readonly column: number } {
    const { line, col } = this.#editor.getCursor();
    return { line, column: col };
  }

  setText(text: string): void {
    this.#editor.setText(text);
    this.#vim?.reset();
  }

  /** Whether the keys of vim edit the text. */
  get isVim(): boolean {
    return this.#vim !== undefined;
  }

  set isVim(isVim: boolean) {
    this.#vim = isVim ? new Vim() : undefined;
  }

  /** Keys are commands of vim, not text. */
  get isVimNormal(): boolean {
    return this.#vim?.isInsert === false;
  }

  /** Takes a key where it is one of vim's. False: it is the terminal's or the editor's. */
  takeVim(key: Key): boolean {
    if (this.#vim === undefined || key.kind === 'paste') return false;
    const name =
      key.data.length <= 2 && key.data > ' ' && !key.data.startsWith('\u001b') ? key.data : key.name;
    const step = this.#vim.take(name, this.#now());
    if (step.kind === 'pass') return false;
    if (step.kind === 'undo') this.#editor.handleInput('\u001f');
    else if (step.kind === 'history') {
      const before = this.#editor.getText();
      this.#editor.handleInput(step.direction === 'up' ? '\u001b[A' : '\u001b[B');
      if (this.#editor.getText() !== before) this.#foldRecalled();
    } else if (step.kind === 'text') this.#place(step);
    return true;
  }

  #now(): VimText {
    const { line, col } = this.#editor.getCursor();
    const before = this.#editor.getLines().slice(0, line);
    return {
      text: this.#editor.getText(),
      cursor: before.reduce((sum, one) => sum + one.length + 1, 0) + col,
    };
  }

  /** The editor has no public way to put its cursor somewhere, or to change a text and keep what was pasted into it. */
  #place({ text, cursor }: VimText): void {
    const state: EditorState = Reflect.get(this.#editor, 'state');
    if (text !== this.#editor.getText()) {
      Reflect.apply(Reflect.get(this.#editor, 'pushUndoSnapshot'), this.#editor, []);
      state.lines = text.split('\n');
      Reflect.set(this.#editor, 'lastAction', null);
    }
    const before = text.slice(0, cursor).split('\n');
    state.cursorLine = before.length - 1;
    Reflect.apply(Reflect.get(this.#editor, 'setCursorCol'), this.#editor, [before.at(-1)?.length ?? 0]);
  }

  insert(text: string): void {
    this.#editor.insertTextAtCursor(text);
  }

  addToHistory(text: string): void {
    this.#editor.addToHistory(text);
  }

  /** A text that was sent, as the prompt has shown it: with a chip for each long paste. */
  folded(text: string): string {
    return this.#folded(text, (place, { says }) => `[paste ${place}: ${says}]`);
  }

  /** @param chipOf the chip that is shown for the first, the second, … paste */
  #folded(text: string, chipOf: (place: number, chip: Chip, sent: string) => string): string {
    let folded = text;
    let place = 0;
    for (const [sent, chip] of this.#chips) {
      // What ends a prompt loses its line feeds when it is sent.
      const found = [sent, sent.trim()].find((one) => one !== '' && folded.includes(one));
      if (found === undefined) continue;
      place += 1;
      const shown = chipOf(place, chip, sent);
      folded = folded.replaceAll(found, () => shown);
    }
    return folded;
  }

  /** A prompt that was recalled from the history has its chips again, and the cursor at its end. */
  #foldRecalled(): void {
    const text = this.#editor.getText();
    const first = Number(Reflect.get(this.#editor, 'pasteCounter'));
    let latest = first;
    const folded = this.#folded(text, (place, { says }, sent) => {
      latest = first + place;
      this.#pastes.set(latest, sent);
      return chipFor(latest, says);
    });
    if (folded !== text) Reflect.set(this.#editor, 'pasteCounter', latest);
    const state: EditorState = Reflect.get(this.#editor, 'state');
    state.lines = folded.split('\n');
    state.cursorLine = state.lines.length - 1;
    Reflect.apply(Reflect.get(this.#editor, 'setCursorCol'), this.#editor, [state.lines.at(-1)?.length ?? 0]);
  }

  /** Takes a key. The text, where the key has sent it. */
  take(key: Key): string | undefined {
    this.#submitted = undefined;
    const before = this.#editor.getText();
    if (key.kind === 'paste') this.#paste(literal(key.text));
    else if (key.name === 'alt+enter') this.#editor.handleInput('\n');
    else this.#editor.handleInput(key.data);
    if (this.#submitted !== undefined) this.#vim?.reset();
    if (HISTORY_KEYS.has(key.kind === 'key' ? key.name : '') && this.#editor.getText() !== before)
      this.#foldRecalled();
    return this.#submitted;
  }

  /** A long text becomes a chip; the same one again, right behind it, unfolds it. */
  #paste(pasted: string): void {
    const { line, col } = this.#editor.getCursor();
    const before = (this.#editor.getLines()[line] ?? '').slice(0, col);
    const [last, id] = [...before.matchAll(CHIP)].at(-1) ?? [];
    const chip = this.#chips.get(this.#pastes.get(Number(id)) ?? '');
    if (last !== undefined && before.endsWith(last) && chip?.pasted === pasted) {
      this.#editor.handleInput('\u007f');
      this.#editor.insertTextAtCursor(chip.text);
      return;
    }
    // A path behind a word is a word of its own.
    const text = (/^[/~.]/.test(pasted) && /\w$/.test(before) ? ' ' : '') + withoutControls(pasted);
    if (text.length > MAX_UNFOLDED_CHARS || countLines(text) > MAX_UNFOLDED_LINES)
      this.#addChip({ pasted, text, says: pasteText(pasted) });
    else this.#editor.insertTextAtCursor(text);
  }

  /** The editor would make one itself, and walk through the text several times. */
  #addChip(chip: Chip): void {
    const id = Number(Reflect.get(this.#editor, 'pasteCounter')) + 1;
    this.#editor.insertTextAtCursor(chipFor(id, chip.says));
    const sent = this.keepPaste?.(chip.pasted) ?? chip.text;
    Reflect.set(this.#editor, 'pasteCounter', id);
    this.#pastes.set(id, sent);
    this.#chips.delete(sent);
    this.#chips.set(sent, chip);
    const [oldest] = this.#chips.keys();
    if (this.#chips.size > MAX_CHIPS && oldest !== undefined) this.#chips.delete(oldest);
  }

  #withChips(row: string): string {
    return row.replaceAll(CHIP, (chip, id: string) => {
      const said = this.#chips.get(this.#pastes.get(Number(id)) ?? '')?.says;
      return said === undefined ? chip : `[paste ${id}: ${said}]`.padEnd(chip.length).slice(0, chip.length);
    });
  }

  /** What is sent in place of each chip. */
  get #pastes(): Map<number, string> {
    const pastes: Map<number, string> = Reflect.get(this.#editor, 'pastes');
    return pastes;
  }

  /** Its rows without a prompt mark, at most a third of the terminal's. */
  render(width: number, terminalRows: number): EditorView {
    this.#terminal.rows = terminalRows;
    // The first and the last row are borders, which say how much they hide.
    const all = this.#editor.render(width);
    const content = all.slice(1, -1);
    let cursor = { row: 0, column: 0 };
    const max = Math.max(1, Math.floor(terminalRows / 3));
    const rows = content.map((row, index) => {
      const at = row.indexOf(CURSOR_MARKER);
      if (at !== -1) cursor = { row: index, column: cells(row.slice(0, at)) };
      const plain = row.replace(CURSOR_MARKER, '').replaceAll('\u001b[7m', '').replaceAll('\u001b[0m', '');
      return this.#withChips(plain).trimEnd();
    });
    const from = Math.max(0, Math.min(cursor.row - max + 1, rows.length - max));
    return {
      rows: rows.slice(from, from + max),
      cursor: { row: cursor.row - from, column: cursor.column },
      hasAbove: from > 0 || all[0]?.includes('↑') === true,
      hasBelow: from + max < rows.length || all.at(-1)?.includes('↓') === true,
    };
  }
}

/** In as many cells as the chip that is shown. */
function chipFor(id: number, says: string): string {
  const digits = `[paste ${id}: ${says}]`.length - `[paste #${id}  chars]`.length;
  return `[paste #${id} ${'0'.repeat(Math.max(1, digits))} chars]`;
}

/** What a chip says: `10,000 lines, 659 kB`. */
function pasteText(text: string): string {
  const lines = countLines(text);
  const bytes = Buffer.byteLength(text);
  const size = bytes < 10_000 || bytes >= 1_000_000 ? sizeText(bytes) : `${Math.round(bytes / 1000)} kB`;
  return `${(lines > 1 ? lines : text.length).toLocaleString('en')} ${lines > 1 ? 'lines' : 'characters'}, ${size}`;
}

function countLines(text: string): number {
  // A line feed at the end ends the last line.
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Never a key: what ends a paste can't be in it. */
function literal(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\u001b', '');
}

/** Of the control characters, line feeds and tabs are text. */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '');
}
