import { BACKGROUND_QUESTION, createStyle, type Background, type Style } from '@sluice/terminal';
import type { TerminalSettings } from '../start/terminal-settings.ts';

/** The colors of the log and the footer. Where no setting names the terminal's background, the terminal is asked. */
export class TerminalStyle {
  /** What asks it. Empty: it is not asked. */
  readonly question: string;
  #current: Style;

  /** @param canAsk it doesn't print a question that it does not know */
  constructor({ hasColor, background }: Pick<TerminalSettings, 'hasColor' | 'background'>, canAsk: boolean) {
    this.question = hasColor && background === undefined && canAsk ? BACKGROUND_QUESTION : '';
    this.#current = createStyle(hasColor, background);
  }

  /** Stays the same function; what it has styled keeps its colors. */
  readonly style: Style = (name, text) => this.#current(name, text);

  /** The terminal has said what its background is. */
  saw(background: Background): void {
    if (this.question !== '') this.#current = createStyle(true, background);
  }
}
