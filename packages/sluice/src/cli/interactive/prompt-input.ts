import { errorText } from '@sluice/base';
import type { PrintAgent } from '../print/open-print-agent.ts';
import { AgentMenu } from './menus/agent-menu.ts';
import { BoundKeys } from './keys/bound-keys.ts';
import { commandContext } from './prompt/command-context.ts';
import { keysCommand } from './commands/keys.ts';
import { rewindCommand } from './commands/undo.ts';
import { DraftKeeper } from './prompt/draft-keeper.ts';
import { FileMenu } from './menus/file-menu.ts';
import type { KeyOf } from './key-text.ts';
import type { Denied } from './questions/inquiry-log.ts';
import { keepPastesOf } from './prompt/keep-paste.ts';
import type { Menu } from './menus/menu.ts';
import { HeldInput } from './prompt/held-input.ts';
import { ModeCycle } from './prompt/mode-cycle.ts';
import { Outbox } from './prompt/outbox.ts';
import { PromptHistory } from './prompt/prompt-history.ts';
import { PromptImages } from './prompt/prompt-images.ts';
import { ResourceMenu } from './menus/resource-menu.ts';
import { SlashCommands } from './prompt/slash-commands.ts';
import type { TerminalState } from './terminal-state.ts';
import type { WaitingMessage } from './front-events.ts';
import type { WorkView } from './work-view.ts';

export interface PromptInputOptions {
  readonly cwd: string;
  readonly work: WorkView;
  /** Calls that the person has denied, the latest first. */
  readonly denied: () => readonly Denied[];
  readonly keyOf: KeyOf;
}

/** What a person types at the prompt, and what happens to it. */
export class PromptInput {
  readonly outbox: Outbox;
  readonly slash: SlashCommands;
  readonly history: PromptHistory;
  readonly draft: DraftKeeper;
  readonly keys: BoundKeys;
  readonly modes: ModeCycle;
  /** Typed before the session was open. */
  readonly #early: string[] = [];
  readonly #held: HeldInput;
  readonly #state: TerminalState;
  readonly #images: PromptImages;
  readonly #files: FileMenu;
  readonly #resources: ResourceMenu;
  readonly #agents: AgentMenu;

  constructor(state: TerminalState, { cwd, work, denied, keyOf }: PromptInputOptions) {
    this.#state = state;
    const note = (text: string): void => state.note(text);
    this.history = new PromptHistory(cwd, process.env);
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
      isLeaving: () => state.next !== undefined || state.stop.signal.aborted,
      run: (prompt) => state.queue.push(prompt),
      echo: (text, hasWaited) => state.log?.echo(text, hasWaited),
      note,
      giveBack: (text) => {
        const { editor, draft } = state.front;
        editor.setText([text, draft].filter((one) => one.trim() !== '').join('\n\n'));
        this.draft.changed();
        state.front.screen.refresh();
      },
      onChange: () => this.#waitingChanged(),
      onLeft: () => state.front.messagesLeft?.(this.outbox.waiting.length),
    });
    this.#held = new HeldInput(
      (text, when) => this.submit(text, when),
      () => this.#waitingChanged(),
    );
    this.draft = new DraftKeeper(() =>
      // What waits when another session takes the place of this one is for that one.
      [...(state.next === undefined ? this.waiting : []).map(({ text }) => text), state.front.draft]
        .filter((text) => text.trim() !== '')
        .join('\n\n'),
    );
    this.modes = new ModeCycle(() => state.front, note, keyOf('mode'));
    this.slash = new SlashCommands({
      context: () => commandContext(state, this.outbox, work, denied(), this.modes, keyOf),
      logPrompt: (text) => state.log?.prompt(text),
      line: (text, keepsWords) => state.front.screen.line(text, keepsWords),
      columns: () => state.front.columns,
      style: () => state.front.style,
      note,
      send: (text, when) => this.#send(text, when),
      hold: (text, run) => this.outbox.hold(text, run),
      goOn: () => {
        if (state.opened !== undefined) this.outbox.afterWork(state.opened.agent, undefined);
      },
      onOffered: () => state.front.menuChanged(),
      onDone: () => {
        state.statusLine?.refresh();
        state.front.screen.refresh();
        state.front.commandDone?.();
      },
    });
    this.keys = new BoundKeys({
      state,
      slash: this.slash,
      history: this.history,
      modes: this.modes,
      keyOf,
      pasteImage: () => void this.#images.paste(),
    });
    this.#files = new FileMenu(cwd, () => state.front.menuChanged());
    this.#agents = new AgentMenu(
      () => state.opened?.parts.subAgents?.port,
      () => state.front.menuChanged(),
    );
    this.#resources = new ResourceMenu(
      () => state.opened?.parts.mcp,
      () => state.front.menuChanged(),
    );
  }

  /** Everything that was typed and has not gone anywhere yet, in order. */
  get waiting(): readonly WaitingMessage[] {
    return [...this.outbox.waiting, ...this.#held.waiting];
  }

  /** Takes back the last of what waits. Undefined: nothing does. */
  takeBack(): string | undefined {
    return this.#held.takeBack() ?? this.outbox.takeBack(this.#state.opened?.agent);
  }

  submit(typed: string, when: 'next' | 'after'): void {
    const { opened } = this.#state;
    if (opened === undefined) {
      this.#early.push(typed);
      return;
    }
    const { printing } = this.slash;
    if (printing !== undefined && typed.trim() !== '/exit') {
      this.#held.hold(typed, when, printing);
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

  /** A session is open: submits what was typed before. What waited for an earlier session goes first. */
  submitEarly(): void {
    this.outbox.goOn();
    for (const text of this.#early.splice(0)) this.submit(text, 'next');
  }

  menuFor(text: string): Menu | undefined {
    const typed = /^\/(\S*)$/.exec(text)?.[1];
    if (typed !== undefined) return this.slash.menuFor(typed);
    const [files, resources] = [this.#files.menuFor(text), this.#resources.menuFor(text)];
    const agents = this.#agents.menuFor(text);
    const items = [
      ...(resources?.items ?? []),
      ...(agents?.first ?? []),
      ...(files?.items ?? []),
      ...(agents?.last ?? []),
    ];
    const key = files?.key ?? resources?.key ?? agents?.key;
    return key === undefined ? undefined : { key, items, sends: false };
  }

  showKeys(): void {
    void this.slash.run(keysCommand, '');
  }

  rewind(): void {
    void this.slash.run(rewindCommand, '');
  }

  #waitingChanged(): void {
    const { front } = this.#state;
    this.draft.changed();
    front.messagesWait?.(this.waiting);
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
}
