import { errorText } from '@sluice/base';
import type { TerminalAction } from '@sluice/settings';
import type { PrintAgent } from '../print/open-print-agent.ts';
import { commandContext } from './command-context.ts';
import { keysCommand } from './commands/keys.ts';
import { transcriptCommand } from './commands/record.ts';
import { tasksCommand } from './commands/tasks.ts';
import { rewindCommand } from './commands/undo.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { editText } from './edit-text.ts';
import { FileMenu } from './file-menu.ts';
import { HistorySearch } from './history-search.ts';
import type { Denied } from './inquiry-log.ts';
import { keepPastesOf } from './keep-paste.ts';
import type { Menu } from './menu.ts';
import { ModeCycle } from './mode-cycle.ts';
import { Outbox } from './outbox.ts';
import { PromptHistory } from './prompt-history.ts';
import { PromptImages } from './prompt-images.ts';
import { ResourceMenu } from './resource-menu.ts';
import { SlashCommands } from './slash-commands.ts';
import type { TerminalState } from './terminal-state.ts';
import type { WorkView } from './work-view.ts';

export interface PromptInputOptions {
  readonly cwd: string;
  readonly work: WorkView;
  /** Calls that the person has denied, the latest first. */
  readonly denied: () => readonly Denied[];
}

/** What a person types at the prompt, and what becomes of it. */
export class PromptInput {
  readonly outbox: Outbox;
  readonly slash: SlashCommands;
  readonly history: PromptHistory;
  readonly draft: DraftKeeper;
  /** Typed before the session was open. */
  readonly #early: string[] = [];
  readonly #state: TerminalState;
  readonly #images: PromptImages;
  readonly #search: HistorySearch;
  readonly #modes: ModeCycle;
  readonly #files: FileMenu;
  readonly #resources: ResourceMenu;

  constructor(state: TerminalState, { cwd, work, denied }: PromptInputOptions) {
    this.#state = state;
    const note = (text: string): void => state.note(text);
    this.history = new PromptHistory(cwd, process.env);
    this.#search = new HistorySearch({
      history: this.history,
      pick: (picker) => state.front.pick(picker),
      setText: (text) => state.front.editor.setText(text),
    });
    this.#images = new PromptImages({
      env: process.env,
      insert: (text) => {
        state.front.editor.insert(text);
        this.draft.changed();
        state.front.screen.refresh();
      },
      note,
    });
    this.outbox = new Outbox({
      calls: state.calls,
      imagesOf: (text) => this.#images.of(text),
      isWorking: () => state.workingSince !== undefined,
      run: (prompt) => state.queue.push(prompt),
      echo: (text, hasWaited) => state.log?.echo(text, hasWaited),
      note,
      onChange: () => {
        this.draft.changed();
        state.front.messagesWait?.(this.outbox.waiting);
        state.front.screen.refresh();
      },
      onLeft: () => state.front.messagesLeft?.(this.outbox.waiting.length),
    });
    this.draft = new DraftKeeper(() =>
      [...this.outbox.waiting.map(({ text }) => text), state.front.draft]
        .filter((text) => text.trim() !== '')
        .join('\n\n'),
    );
    this.slash = new SlashCommands({
      context: () => commandContext(state, this.outbox, work, denied(), this.#modes),
      logPrompt: (text) => state.log?.prompt(text),
      line: (text, keepsWords) => state.front.screen.line(text, keepsWords),
      columns: () => state.front.columns,
      style: () => state.front.style,
      note,
      send: (text, when) => this.#send(text, when),
      onOffered: () => state.front.menuChanged(),
      onDone: () => {
        state.statusLine?.refresh();
        state.front.screen.refresh();
        state.front.commandDone?.();
      },
    });
    this.#modes = new ModeCycle(() => state.front, note);
    this.#files = new FileMenu(cwd, () => state.front.menuChanged());
    this.#resources = new ResourceMenu(
      () => state.opened?.parts.mcp,
      () => state.front.menuChanged(),
    );
  }

  submit(typed: string, when: 'next' | 'after'): void {
    const { opened } = this.#state;
    if (opened === undefined) {
      this.#early.push(typed);
      return;
    }
    const text = keepPastesOf(opened.parts.session.resultsDirectory, typed, this.history.pastes);
    this.history.add(text);
    // No command has another slash: a path is the beginning of a message.
    const isPath = /^\/[^\s/]+\//.test(text);
    if (text.startsWith('/') && !text.startsWith('//') && !isPath) {
      void this.slash.take(text, when);
      return;
    }
    if (/^!\s*\S/.test(text)) {
      void this.#command(opened, text.slice(1).trim());
      return;
    }
    // A space before the slash: what follows is not a session command either.
    this.#send(isPath ? ` ${text}` : text.startsWith('//') ? ` ${text.slice(1)}` : text, when);
  }

  /** Submits a text as soon as a session is open. */
  submitLater(text: string): void {
    this.#early.push(text);
  }

  /** A session is open: submits what was typed before. */
  submitEarly(): void {
    for (const text of this.#early.splice(0)) this.submit(text, 'next');
  }

  menuFor(text: string): Menu | undefined {
    const typed = /^\/(\S*)$/.exec(text)?.[1];
    if (typed !== undefined) return this.slash.menuFor(typed);
    const [files, resources] = [this.#files.menuFor(text), this.#resources.menuFor(text)];
    if (files === undefined || resources === undefined) return files ?? resources;
    return { ...files, items: [...resources.items, ...files.items] };
  }

  showKeys(): void {
    void this.slash.run(keysCommand, '');
  }

  rewind(): void {
    void this.slash.run(rewindCommand, '');
  }

  /** What a key does beside the prompt. False: nothing. */
  act(action: Exclude<TerminalAction, 'clear'>): boolean {
    const { opened } = this.#state;
    switch (action) {
      case 'mode':
        if (opened !== undefined) this.#modes.turn(opened.agent);
        return true;
      case 'tasks':
        void this.slash.run(tasksCommand, '');
        return true;
      case 'transcript':
        void this.slash.run(transcriptCommand, '');
        return true;
      case 'search':
        this.#search.open();
        return true;
      case 'editor':
        void this.#edit();
        return true;
      case 'suspend':
        void this.#suspend();
        return true;
      case 'background':
        return this.#moveToBackground();
      case 'image':
        void this.#images.paste();
        return true;
      default:
        return action satisfies never;
    }
  }

  /**
   * Edits a text in `$VISUAL` or `$EDITOR`. On failure the text is unchanged.
   * @param before asked once the editor has the terminal: until then the text may change
   */
  async editText(before: () => string, done: (text: string) => void): Promise<void> {
    const { front } = this.#state;
    const result = await front.lend(() => editText(before(), process.env));
    if (result.ok) done(result.text);
    else this.#state.note(result.message);
    front.screen.refresh();
  }

  #send(text: string, when: 'next' | 'after'): void {
    const { opened } = this.#state;
    if (opened !== undefined) this.outbox.send(opened.agent, text, when);
  }

  /** Runs what a person typed after `!`. */
  async #command({ agent }: PrintAgent, command: string): Promise<void> {
    const state = this.#state;
    state.log?.prompt(`!${command}`);
    try {
      state.begin();
      await state.calls.command(agent, command);
    } catch (error) {
      state.note(`The command did not run: ${errorText(error)}`);
    }
    state.front.screen.refresh();
  }

  /** False: no call runs that could be moved. */
  #moveToBackground(): boolean {
    const { log, opened } = this.#state;
    if (log?.live.some(({ status }) => status === 'executing') !== true) return false;
    const moved = opened?.parts.tasks.moveWaiting() ?? 0;
    if (moved === 0)
      this.#state.note(
        'Nothing was moved to the background: only commands, agents and calls of MCP servers can be.',
      );
    return true;
  }

  async #edit(): Promise<void> {
    const { editor } = this.#state.front;
    await this.editText(
      () => editor.text,
      (text) => editor.setText(text),
    );
  }

  async #suspend(): Promise<void> {
    await this.#state.front.lend(async () => {
      const resumed = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()));
      process.kill(process.pid, 'SIGTSTP');
      await resumed;
    });
  }
}
