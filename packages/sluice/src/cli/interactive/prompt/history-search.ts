import type { Picker } from '@sluice/terminal';
import type { PromptHistory } from './prompt-history.ts';

export interface HistorySearchOptions {
  readonly history: Pick<PromptHistory, 'read' | 'readAll'>;
  /** The key that opens it. */
  readonly key: string | undefined;
  readonly pick: (picker: Picker) => void;
  /** Puts a prompt into the editor. */
  readonly setText: (text: string) => void;
}

/** The list of earlier prompts, to choose one from. */
export class HistorySearch {
  readonly #options: HistorySearchOptions;
  /** Whose earlier prompts are in the open list. */
  #searched: 'directory' | 'all' | undefined;

  constructor(options: HistorySearchOptions) {
    this.#options = options;
  }

  /** The latest first: those of the directory or, when the key comes again, of all. */
  open(): void {
    const { history, key = 'the same key', pick, setText } = this.#options;
    const isAll = this.#searched === 'directory';
    const texts = [...new Set((isAll ? history.readAll() : history.read()).toReversed())];
    this.#searched = isAll ? 'all' : 'directory';
    pick({
      title: isAll ? 'Earlier prompts of all directories' : 'Earlier prompts',
      items: texts.map((text, index) => ({
        id: String(index),
        label: text.replaceAll(/\s+/g, ' '),
        detail: '',
      })),
      hint: `${key}: ${isAll ? 'this directory' : 'all directories'}`,
      keepsFilter: true,
      onPick: ({ id }) => {
        this.#searched = undefined;
        setText(texts[Number(id)] ?? '');
      },
      onClose: () => {
        this.#searched = undefined;
      },
    });
  }
}
