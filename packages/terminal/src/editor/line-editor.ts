import { CURSOR_MARKER, Editor } from '@earendil-works/pi-tui';
import { cells } from '../text/cells.ts';
import type { Key } from '../keys/key.ts';

export interface EditorView {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
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

/** What is being typed: several lines, undo, kill ring, history, and a chip for each long paste. */
export class LineEditor {
  readonly #editor: Editor;
  readonly #terminal = { rows: 24 };
  #submitted: string | undefined;

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
  }

  insert(text: string): void {
    this.#editor.insertTextAtCursor(text);
  }

  addToHistory(text: string): void {
    this.#editor.addToHistory(text);
  }

  /** Takes a key. The text, where the key has sent it. */
  take(key: Key): string | undefined {
    this.#submitted = undefined;
    if (key.kind === 'paste') this.#editor.handleInput(`\u001b[200~${literal(key.text)}\u001b[201~`);
    else if (key.name === 'alt+enter') this.#editor.handleInput('\n');
    else this.#editor.handleInput(key.data);
    return this.#submitted;
  }

  /** Its rows without a prompt mark, at most a third of the terminal's. */
  render(width: number, terminalRows: number): EditorView {
    this.#terminal.rows = terminalRows;
    const all = this.#editor.render(width).slice(1);
    const content = all.slice(0, -1);
    let cursor = { row: 0, column: 0 };
    const max = Math.max(1, Math.floor(terminalRows / 3));
    const rows = content.map((row, index) => {
      const at = row.indexOf(CURSOR_MARKER);
      if (at !== -1) cursor = { row: index, column: cells(row.slice(0, at)) };
      return row.replace(CURSOR_MARKER, '').replaceAll('\u001b[7m', '').replaceAll('\u001b[0m', '').trimEnd();
    });
    const from = Math.max(0, Math.min(cursor.row - max + 1, rows.length - max));
    return {
      rows: rows.slice(from, from + max),
      cursor: { row: cursor.row - from, column: cursor.column },
    };
  }
}

/** Never a key: what ends a paste can't stand in it. */
function literal(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\u001b', '');
}
