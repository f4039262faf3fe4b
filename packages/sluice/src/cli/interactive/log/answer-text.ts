import { disarm } from '@sluice/core';
import { MarkdownStream, type LogSink, type Style } from '@sluice/terminal';

/** What the model says, written into the log as it comes. */
export class AnswerText {
  readonly #screen: LogSink;
  readonly #markdown: MarkdownStream;

  constructor(screen: LogSink, style: Style) {
    this.#screen = screen;
    this.#markdown = new MarkdownStream(style);
  }

  write(text: string): void {
    if (text !== '') this.#put(this.#markdown.push(disarm(text.replaceAll('\r', ''))));
  }

  end(): void {
    this.#put(this.#markdown.end());
  }

  #put(pieces: ReturnType<MarkdownStream['push']>): void {
    for (const piece of pieces) {
      if (piece.kind === 'end') this.#screen.endLine();
      else this.#screen.text(piece.text, piece.keepsWords);
    }
  }
}
