import type { PageAnswer, PageQuestion } from '@sluice/tools';

type Ask = (question: PageQuestion) => Promise<PageAnswer>;

/** Passes questions about pages on to the session's agent, which is opened after the tools. */
export class PageReader {
  #ask: Ask | undefined;

  /** @param ask never rejects */
  connect(ask: Ask): void {
    this.#ask = ask;
  }

  /** Never rejects. */
  readonly ask: Ask = (question) =>
    this.#ask?.(question) ?? Promise.resolve({ ok: false, message: 'The session has no model yet.' });
}
