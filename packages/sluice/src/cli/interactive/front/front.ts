import {
  FRAME_MS,
  isText,
  KeyReader,
  LineEditor,
  ProcessTty,
  Screen,
  type Desk,
  type Footer,
  type Key,
  type Picker,
  type Style,
} from '@sluice/terminal';
import type { EarlyPrompt } from '@sluice/terminal/early';
import { createDesk } from './create-desk.ts';
import { DrawnFrames } from './drawn-frames.ts';
import { layOutFooter } from '../footer/footer-layout.ts';
import type { FrontEvents } from '../front-events.ts';
import { LendTurns } from './lend-turns.ts';
import { isLikeAnswer } from './like-answer.ts';
import { MenuDesk } from '../menus/menu-desk.ts';
import { PickerDesk } from '../menus/picker-desk.ts';
import { FixedKeys } from '../keys/fixed-keys.ts';
import type { TerminalFront } from '../terminal-front.ts';
import { isOverSsh, marksNoPastes } from './terminal-facts.ts';
import { TerminalStyle } from './terminal-style.ts';
import type { TerminalSettings } from '../start/terminal-settings.ts';
import { TimedRedraws } from './timed-redraws.ts';

/** A terminal on this machine answers in less. */
const FAR_MS = 30;
/** Between two frames over a network. */
const FAR_FRAME_MS = 100;

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
  readonly #redraws = new TimedRedraws(() => this.screen.refresh());
  readonly #fixedKeys: FixedKeys;
  readonly #picker = new PickerDesk({
    editor: this.editor,
    onEscape: () => this.#fixedKeys.closed(),
    onChange: () => this.screen.refresh(),
  });
  readonly #menu: MenuDesk;
  readonly #colors: TerminalStyle;
  readonly #isRemote: boolean;
  readonly #takesLinesForPaste: boolean;
  readonly #drawn = new DrawnFrames(
    (sequence) => this.tty.write(sequence),
    (afterMs) => {
      // sudo and containers hide that a terminal is far away: how long it takes to answer doesn't.
      this.#keys.isRemote = this.#isRemote || afterMs > FAR_MS;
    },
  );
  readonly #turns = new LendTurns();
  isLent = false;

  constructor(
    events: FrontEvents,
    env: Readonly<Record<string, string | undefined>>,
    settings: Pick<
      TerminalSettings,
      'hasColor' | 'background' | 'isVim' | 'keys' | 'wrap' | 'questionTimeoutMs'
    >,
    early?: EarlyPrompt,
  ) {
    const { isVim, keys, wrap, questionTimeoutMs } = settings;
    this.#early = early;
    this.#events = events;
    this.#fixedKeys = new FixedKeys({
      events,
      editor: this.editor,
      actions: keys.actions,
      isPanelShown: () => this.desk.card === undefined,
      hint: (text) => this.hint(text),
      submit: (text, when) => this.#submit(text, when),
      submitEmptyNote: () => this.desk.submitNote(''),
    });
    this.editor.isVim = isVim;
    this.editor.keepPaste = events.keepPaste;
    this.#isRemote = isOverSsh(env);
    this.#keys = new KeyReader(
      (key) => this.#onKey(key),
      () => this.#drawn.answered(),
      this.#isRemote,
      (size) => this.#drawn.sized(size),
      (background) => {
        this.#colors.saw(background);
        this.screen.refresh();
      },
    );
    this.#takesLinesForPaste = marksNoPastes(env);
    this.#colors = new TerminalStyle(settings, !this.#takesLinesForPaste);
    this.style = this.#colors.style;
    this.#menu = new MenuDesk({
      editor: this.editor,
      menuFor: events.menuFor,
      submit: (text) => this.#submit(text, 'next'),
      onClose: () => this.#fixedKeys.closed(),
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
      frameMs: this.#isRemote ? FAR_FRAME_MS : FRAME_MS,
      wrap,
      whenDrawn: (done) => this.#drawn.ask(done),
      sizeWhenDrawn: (done) => this.#drawn.askSize(done),
    });
    if (early !== undefined) this.screen.adopt(early.takeOver(taker));
    this.desk = createDesk({
      events,
      editor: this.editor,
      screen: this.screen,
      drawn: this.#drawn,
      hint: (text, forMs) => this.hint(text, forMs),
      questionTimeoutMs,
    });
  }

  saved(): { readonly path: string; readonly settings: string } | undefined {
    return this.#early === undefined ? this.tty.saved() : this.#early.saved;
  }

  start(isPromptGiven: boolean): void {
    this.tty.start();
    // The first request goes first: the prompt is on the terminal already.
    if (isPromptGiven && this.#early !== undefined) this.screen.postpone();
    this.screen.refresh(!isPromptGiven);
    // These were typed one after the other, however they are handed over.
    this.#early?.replay();
    this.#keys.takesLinesForPaste = this.#takesLinesForPaste;
    if (this.#keys.owes(this.#colors.question)) this.tty.write(this.#colors.question);
    // How long the terminal takes to answer says how its keys come. It answers in order: what it says of its background has come by then.
    this.#drawn.ask(() => this.#keys.owes(''));
  }

  /** The clock ticks while a prompt is being processed. */
  setWorking(isWorking: boolean): void {
    this.#redraws.setWorking(isWorking);
  }

  /** The menu's items have changed. */
  menuChanged(): void {
    this.#menu.refresh();
    this.screen.refresh();
  }

  /** Shows a text in the status row for a moment. */
  hint(text: string, forMs?: number): void {
    this.#redraws.showHint(text, forMs);
  }

  /** Shows a list to choose from. The prompt serves as its filter, and gets its text back afterwards. */
  pick(picker: Picker): void {
    this.#picker.open(picker);
    this.screen.refresh();
  }

  /** Hands the terminal to another program, and takes it back when `work` is done. */
  lend<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return this.#turns.take(async () => {
      await this.#drawn.idle();
      this.screen.lend();
      this.#drawn.settle();
      this.tty.restore();
      this.isLent = true;
      try {
        return await work();
      } finally {
        this.isLent = false;
        this.#drawn.resume();
        this.tty.start();
        this.screen.resume();
      }
    });
  }

  idle(): Promise<void> {
    return this.#drawn.idle();
  }

  /** Restores the terminal. */
  close(): void {
    this.#redraws.close();
    this.#keys.close();
    this.#drawn.close();
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
    if (this.#turns.isPending) {
      this.#keep(key);
      return;
    }
    this.#redraws.dropHint();
    this.#handle(key);
    this.#events.onTyped();
    this.desk.sawKey();
    this.#menu.refresh();
    this.#picker.refresh();
    this.screen.refresh(true);
  }

  /** Typed just before another program gets the terminal. Text is kept in the prompt, where an editor has it too; no command acts. */
  #keep(key: Key): void {
    // Its keys are commands, too.
    if (this.editor.isVimNormal) return;
    const typed: Key = key.kind === 'key' && key.name === 'enter' ? { ...key, name: 'alt+enter' } : key;
    if (!isText(key) && typed === key) return;
    this.editor.take(typed);
    this.#events.onTyped();
  }

  #handle(key: Key): void {
    if (this.desk.noteLabel !== undefined && key.kind === 'key' && key.name === 'escape') {
      this.desk.dropNote();
      this.#fixedKeys.closed();
      return;
    }
    if (this.#picker.take(key) || this.#menu.take(key)) return;
    const hadFocus = this.desk.hasFocus;
    if (this.desk.take(key)) {
      if (hadFocus && key.kind === 'key' && key.name === 'escape') this.#fixedKeys.closed();
      return;
    }
    if (this.editor.takeVim(key)) return;
    if (key.kind === 'key' && this.#fixedKeys.take(key)) return;
    if (isText(key)) this.#menu.reopen();
    const mention = key.kind === 'paste' ? this.#events.mentionOf(key.text) : undefined;
    if (mention !== undefined) {
      this.editor.insert(mention);
      return;
    }
    const text = this.editor.take(key);
    if (text !== undefined) this.#submit(text, 'next');
  }

  #submit(text: string, when: 'next' | 'after'): void {
    if (this.desk.submitNote(text)) return;
    const typed = text.trim();
    if (typed === '') return;
    if (this.desk.size > 0 && (isLikeAnswer(typed) || /^\d$/.test(typed))) {
      this.hint(`"${typed}" was not sent: a question above is waiting for your answer`, 4000);
      return;
    }
    this.editor.addToHistory(text);
    this.#events.onSubmit(text, when);
  }

  #render(columns: number, rows: number): Footer {
    const { editor, desk } = this;
    this.#redraws.due([desk.settleTimeout(), desk.settleFocus(editor.isEmpty)]);
    return layOutFooter(
      {
        style: this.style,
        editor,
        desk,
        picker: this.#picker,
        menu: this.#menu,
        state: this.#events.state(this.#redraws.now),
        now: this.#redraws.now,
        heldText: this.screen.heldText,
        provisional: this.screen.provisional,
        hint: this.#redraws.hint,
      },
      columns,
      rows,
    );
  }
}
