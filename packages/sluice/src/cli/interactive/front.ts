import {
  batchRows,
  cardRows,
  createStyle,
  Desk,
  fitStyled,
  isText,
  KeyReader,
  LineEditor,
  liveRows,
  ProcessTty,
  promptRows,
  Screen,
  statusRow,
  type Footer,
  type Key,
  type Picker,
  type Style,
} from '@sluice/terminal';
import type { TerminalAction } from '@sluice/settings';
import type { EarlyPrompt } from '@sluice/terminal/early';
import { heldRow, waitingRow } from './footer-rows.ts';
import type { FrontEvents } from './front-events.ts';
import { MenuDesk } from './menu-desk.ts';
import { PickerDesk } from './picker-desk.ts';
import type { TerminalFront } from './terminal-front.ts';
import type { TerminalSettings } from './terminal-settings.ts';

/** After Esc has closed something, it stops nothing for this many milliseconds. */
const ESC_DEAD_MS = 300;
const LEAVE_MS = 2000;
const MAX_ROWS_WITHOUT_CARD = 12;
const MAX_AGENT_ROWS = 4;

/** The terminal: the log's screen, the footer, and what each key does. */
export class Front implements TerminalFront {
  readonly isEchoed = false;
  readonly onInterrupt = undefined;
  readonly sendToTerminal = (sequence: string): void => this.tty.write(sequence);
  readonly screen: Screen;
  readonly desk: Desk;
  readonly style: Style;
  readonly editor = new LineEditor();
  readonly tty: ProcessTty;
  readonly #events: FrontEvents;
  readonly #early: EarlyPrompt | undefined;
  readonly #keys: KeyReader;
  #hint: { readonly text: string; readonly until: number } | undefined;
  #hintTimer: NodeJS.Timeout | undefined;
  #focusTimer: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #closedAt = -Infinity;
  #leaveAskedAt = -Infinity;
  #escapedAt = -Infinity;
  readonly #actions: ReadonlyMap<string, TerminalAction>;
  readonly #picker = new PickerDesk({
    editor: this.editor,
    onEscape: () => this.#closed(),
    onChange: () => this.screen.refresh(),
  });
  readonly #menu: MenuDesk;
  /** The part of the card shown in the current frame. */
  #showsAll = false;
  isLent = false;
  #wholeIds: readonly string[] = [];
  #digits: ReadonlySet<string> | undefined;

  constructor(
    events: FrontEvents,
    env: Readonly<Record<string, string | undefined>>,
    {
      hasColor,
      isVim,
      keys,
      wrap,
      questionTimeoutMs,
    }: Pick<TerminalSettings, 'hasColor' | 'isVim' | 'keys' | 'wrap' | 'questionTimeoutMs'>,
    early?: EarlyPrompt,
  ) {
    this.#early = early;
    this.#events = events;
    this.#actions = keys.actions;
    this.style = createStyle(hasColor);
    this.editor.isVim = isVim;
    this.editor.keepPaste = events.keepPaste;
    this.#keys = new KeyReader((key) => this.#onKey(key));
    this.#menu = new MenuDesk({
      editor: this.editor,
      menuFor: events.menuFor,
      submit: (text) => this.#submit(text, 'next'),
      onClose: () => this.#closed(),
    });
    const taker = {
      onInput: (data: string) => this.#keys.push(data),
      onResize: () => this.screen.refresh(),
      onLost: () => events.onLost(),
    };
    this.tty = early?.tty ?? new ProcessTty({ env, ...taker });
    this.screen = new Screen({
      tty: this.tty,
      render: (size) => this.#render(size.columns, size.rows),
      frameMs: env['SSH_CONNECTION'] === undefined ? 33 : 100,
      wrap,
    });
    if (early !== undefined) this.screen.adopt(early.takeOver(taker));
    this.desk = new Desk({
      onAnswered: events.onAnswered,
      onWithdrawn: events.onWithdrawn,
      onWhy: events.onWhy,
      onOpen: events.onOpen,
      onFresh: events.onFresh,
      hasAuto: events.hasAuto,
      onWhole: (inquiry) => {
        events.onWhole(inquiry);
        this.desk.sawWhole(inquiry.requestId);
      },
      onChange: () => this.screen.refresh(),
      onPrefill: (text) => this.editor.setText(text),
      onEdit: events.onEdit,
      onProblem: (message) => this.hint(message, 4000),
      cannotShow: events.cannotShow,
      now: () => performance.now(),
      questionTimeoutMs,
    });
  }

  saved(): { readonly path: string; readonly settings: string } | undefined {
    return this.#early === undefined ? this.tty.saved() : this.#early.saved;
  }

  start(): void {
    this.tty.start();
    this.screen.refresh(true);
    this.#early?.replay();
  }

  /** The clock ticks while a prompt is being processed. */
  setWorking(isWorking: boolean): void {
    clearInterval(this.#clock);
    this.#clock = isWorking ? setInterval(() => this.screen.refresh(), 1000) : undefined;
    this.screen.refresh();
  }

  /** The menu's items have changed. */
  menuChanged(): void {
    this.#menu.refresh();
    this.screen.refresh();
  }

  /** Shows a text in the status row for a moment. */
  hint(text: string, forMs = LEAVE_MS): void {
    this.#hint = { text, until: performance.now() + forMs };
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => {
      this.#hint = undefined;
      this.screen.refresh();
    }, forMs);
    this.screen.refresh();
  }

  /** Shows a list to choose from. The prompt serves as its filter, and gets its text back afterwards. */
  pick(picker: Picker): void {
    this.#picker.open(picker);
    this.screen.refresh();
  }

  /** Hands the terminal to another program, and takes it back when `work` is done. */
  async lend<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.screen.lend();
    this.tty.restore();
    this.isLent = true;
    try {
      return await work();
    } finally {
      this.isLent = false;
      this.tty.start();
      this.screen.resume();
    }
  }

  /** Restores the terminal. */
  close(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#hintTimer);
    clearTimeout(this.#focusTimer);
    this.#keys.close();
    this.screen.close();
    this.tty.close();
  }

  get rows(): number {
    return this.tty.size().rows;
  }

  get columns(): number {
    return this.tty.size().columns;
  }

  get draft(): string {
    return this.#picker.draft;
  }

  #onKey(key: Key): void {
    this.#handle(key);
    this.#events.onTyped();
    this.desk.sawKey();
    this.#menu.refresh();
    this.#picker.refresh();
    this.screen.refresh(true);
  }

  #handle(key: Key): void {
    if (this.desk.noteLabel !== undefined && key.kind === 'key' && key.name === 'escape') {
      this.desk.dropNote();
      this.#closed();
      return;
    }
    if (this.#picker.take(key) || this.#menu.take(key)) return;
    const hadFocus = this.desk.hasFocus;
    if (this.desk.take(key)) {
      if (hadFocus && key.kind === 'key' && key.name === 'escape') this.#closed();
      return;
    }
    if (this.editor.takeVim(key)) return;
    if (key.kind === 'key' && this.#command(key)) return;
    if (isText(key)) this.#menu.reopen();
    const mention = key.kind === 'paste' ? this.#events.mentionOf(key.text) : undefined;
    if (mention !== undefined) {
      this.editor.insert(mention);
      return;
    }
    const text = this.editor.take(key);
    if (text !== undefined) this.#submit(text, 'next');
  }

  /** True: the key was handled as a terminal command. */
  #command(key: Extract<Key, { readonly kind: 'key' }>): boolean {
    const { isEmpty } = this.editor;
    const { isWorking, waiting } = this.#events.state();
    const action = this.#actions.get(key.name);
    if (action === 'clear') {
      this.screen.clear();
      return true;
    }
    if (action !== undefined) return this.#events.onAction(action);
    switch (key.name) {
      case 'escape':
        this.#escape(isEmpty, isWorking);
        return true;
      case 'ctrl+c':
        this.#interrupt(isEmpty, isWorking);
        return true;
      case 'ctrl+d':
        if (!isEmpty) return false;
        this.#events.onLeave();
        return true;
      case 'tab':
        if (isWorking && !isEmpty) {
          const { text } = this.editor;
          this.editor.setText('');
          this.#submit(text, 'after');
        }
        return true;
      case 'up':
        if (!isEmpty || waiting.length === 0) return false;
        this.editor.setText(this.#events.onTakeBack() ?? '');
        return true;
      case 'enter':
        if (!isEmpty) return false;
        if (this.desk.noteLabel !== undefined) this.desk.submitNote('');
        else this.#events.onSendNow();
        return true;
      case '?':
        if (!isEmpty) return false;
        this.#events.onKeyList();
        return true;
      default:
        return false;
    }
  }

  #submit(text: string, when: 'next' | 'after'): void {
    if (this.desk.submitNote(text)) return;
    if (text.trim() === '') return;
    this.editor.addToHistory(text);
    this.#events.onSubmit(text, when);
  }

  #escape(isEmpty: boolean, isWorking: boolean): void {
    const now = performance.now();
    if (now - this.#closedAt < ESC_DEAD_MS) return;
    if (this.#events.state().panel !== undefined) {
      this.#events.onClosePanel();
      this.#closed();
    } else if (isWorking) this.#events.onStop();
    else if (isEmpty && this.#events.onEscape()) return;
    else if (isEmpty && now - this.#escapedAt < LEAVE_MS) {
      this.#escapedAt = -Infinity;
      this.#events.onRewind();
    } else if (isEmpty) {
      this.#escapedAt = now;
      this.hint('esc again goes back to before an earlier prompt');
    }
  }

  #interrupt(isEmpty: boolean, isWorking: boolean): void {
    if (!isEmpty) {
      this.editor.addToHistory(this.editor.text);
      this.editor.setText('');
      this.hint('cleared · ↑ brings it back');
      return;
    }
    if (isWorking) {
      this.#events.onStop();
      return;
    }
    if (performance.now() - this.#leaveAskedAt < LEAVE_MS) this.#events.onLeave();
    else {
      this.#leaveAskedAt = performance.now();
      this.hint('ctrl-c again within 2 s leaves');
    }
  }

  /** Esc has closed something. */
  #closed(): void {
    this.#closedAt = performance.now();
  }

  #render(columns: number, rows: number): Footer {
    const width = columns - 2;
    const { editor, style, desk } = this;
    const { agents, live, waiting, status, statusLine, panel } = this.#events.state();
    const times = [desk.settleTimeout(), desk.settleFocus(editor.isEmpty)].filter((ms) => ms !== undefined);
    clearTimeout(this.#focusTimer);
    const againIn = times.length === 0 ? undefined : Math.min(...times);
    if (againIn !== undefined) this.#focusTimer = setTimeout(() => this.screen.refresh(), againIn);
    const mark = desk.noteLabel ?? (editor.isVimNormal ? ': ' : '> ');
    const prompt = promptRows(editor.render(width - mark.length, rows), mark, style);
    if (rows < 6 || columns < 20) return prompt;
    const hint =
      this.#hint !== undefined && performance.now() < this.#hint.until ? this.#hint.text : undefined;
    const running = live.filter((call) => call.status === 'executing').length;
    const statusText = statusRow(
      { ...status, hint, runningCalls: running, waitingInquiries: desk.size },
      style,
      width,
    );
    const held = this.screen.heldText === '' ? [] : [heldRow(this.screen.heldText, style, width)];
    const next = waiting.map(({ text, when }, index) =>
      waitingRow(text, when, index === waiting.length - 1, style, width),
    );
    // What is typed for a list is its filter, whatever it begins with.
    const menu = this.#picker.isOpen ? [] : this.#menu.rows(style, width);
    const line = statusLine === undefined ? [] : [fitStyled(`  ${statusLine}`, width)];
    const fixed = prompt.rows.length + 1 + line.length + held.length + Math.min(3, next.length) + menu.length;
    const card = this.#picker.isOpen ? undefined : desk.card;
    let above: readonly string[] = [];
    const max = rows - 2;
    if (this.#picker.isOpen) {
      above = this.#picker.rows(style, width, Math.max(3, max - fixed - 2));
    } else if (card !== undefined) {
      const liveRoom = Math.max(1, Math.min(4, max - fixed - 10));
      const calls = liveRows(
        live.filter((call) => call.status !== 'awaiting-permission'),
        style,
        Date.now(),
        width,
        liveRoom,
      );
      const room = Math.max(3, max - fixed - calls.length);
      if (card.batch === undefined) {
        const drawn = cardRows(card, style, width, room);
        this.#showsAll = drawn.showsAll;
        this.#wholeIds = [];
        this.#digits = drawn.digits;
        above = [...calls, ...drawn.rows];
      } else {
        const drawn = batchRows(card.batch, card.isArmed, style, width, room);
        this.#showsAll = false;
        this.#wholeIds = drawn.wholeIds;
        this.#digits = undefined;
        above = [...calls, ...drawn.rows];
      }
    } else {
      const panelRows = panel?.rows(style, width, Math.max(3, Math.floor((max - fixed) / 2))) ?? [];
      const room = Math.max(1, Math.min(max - panelRows.length, MAX_ROWS_WITHOUT_CARD) - fixed);
      const agentRows =
        agents?.rows(style, width, Math.min(MAX_AGENT_ROWS, room - Math.min(1, live.length))) ?? [];
      const calls = liveRows(live, style, Date.now(), width, room - agentRows.length);
      above = [...calls, ...agentRows, ...panelRows];
    }
    const before = [...held, ...above, ...next.slice(-3)];
    const cursor = { row: before.length + prompt.cursor.row, column: prompt.cursor.column };
    // Called for each frame, right before it is written.
    if (card !== undefined) desk.framed(this.#showsAll, this.#wholeIds, this.#digits);
    return { rows: [...before, ...prompt.rows, ...menu, ...line, statusText].slice(0, max), cursor };
  }
}
