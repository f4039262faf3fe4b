import type { TerminalAction } from '@sluice/settings';
import { transcriptCommand } from '../commands/transcript.ts';
import { tasksCommand } from '../commands/tasks.ts';
import { editText } from '../programs/edit-text.ts';
import { HistorySearch } from '../prompt/history-search.ts';
import type { KeyOf } from '../key-text.ts';
import type { ModeCycle } from '../prompt/mode-cycle.ts';
import type { PromptHistory } from '../prompt/prompt-history.ts';
import type { SlashCommands } from '../prompt/slash-commands.ts';
import type { TerminalState } from '../terminal-state.ts';

export interface BoundKeysOptions {
  readonly state: TerminalState;
  readonly slash: SlashCommands;
  readonly history: PromptHistory;
  readonly modes: ModeCycle;
  readonly keyOf: KeyOf;
  readonly pasteImage: () => void;
}

const FAR_OFF_MS = 2 ** 30;

/**
 * What the keys of the prompt do that settings change, by the actions of the table `schema/table/key-bindings.ts` of `@sluice/settings`.
 * Keys that always do the same are in `fixed-keys.ts`.
 */
export class BoundKeys {
  readonly #options: BoundKeysOptions;
  readonly #search: HistorySearch;

  constructor(options: BoundKeysOptions) {
    this.#options = options;
    const { state, history, keyOf } = options;
    this.#search = new HistorySearch({
      history,
      key: keyOf('search'),
      pick: (picker) => state.front.pick(picker),
      setText: (text) => state.front.editor.setText(text),
    });
  }

  /** False: nothing was there to do. */
  act(action: TerminalAction): boolean {
    const { opened } = this.#options.state;
    switch (action) {
      case 'mode':
        if (opened !== undefined) this.#options.modes.turn(opened.agent);
        return true;
      case 'clear':
        this.#options.state.front.screen.clear?.();
        return true;
      case 'tasks':
        void this.#options.slash.run(tasksCommand, '');
        return true;
      case 'transcript':
        void this.#options.slash.run(transcriptCommand, '');
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
        this.#options.pasteImage();
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
    const { front } = this.#options.state;
    const result = await front.lend(() => editText(before(), process.env));
    if (result.ok) done(result.text);
    else this.#options.state.note(result.message);
    front.screen.refresh();
  }

  /** False: no call runs that could be moved. */
  #moveToBackground(): boolean {
    const { log, opened } = this.#options.state;
    if (log?.live.some(({ status }) => status === 'executing') !== true) return false;
    const moved = opened?.parts.tasks.moveWaiting() ?? 0;
    if (moved === 0)
      this.#options.state.note(
        'Nothing was moved to the background: only commands, agents and calls of MCP servers can be.',
      );
    return true;
  }

  async #edit(): Promise<void> {
    const { editor } = this.#options.state.front;
    await this.editText(
      () => editor.text,
      (text) => editor.setText(text),
    );
  }

  async #suspend(): Promise<void> {
    await this.#options.state.front.lend(async () => {
      const { promise: resumed, resolve } = Promise.withResolvers<void>();
      process.once('SIGCONT', resolve);
      // A handler of a signal doesn't keep the process running, and the terminal is not read meanwhile.
      const alive = setInterval(() => {}, FAR_OFF_MS);
      process.kill(process.pid, 'SIGTSTP');
      await resumed;
      clearInterval(alive);
    });
  }
}
