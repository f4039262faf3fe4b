import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { shownPage } from '../asks/shown-elicitation.ts';
import type { PeerAnswer, RequestHandler } from '../peer.ts';

/** The server does nothing until the user has been to a page (2025-11-25, URL elicitation). */
const PAGE_REQUIRED = -32042;
/** A page can lead to another one. */
const MAX_ROUNDS = 3;
const MAX_PAGES = 10;

interface RequiredPagesOptions {
  /** Sends the request. Never rejects. */
  readonly send: () => Promise<PeerAnswer>;
  readonly onRequest: RequestHandler;
  readonly signal: AbortSignal | undefined;
  /** Takes secrets out of a text for a model. */
  readonly mask: (text: string) => string;
}

/**
 * Sends a request. If the server first wants the user to open pages, asks the user, as for an elicitation, and sends the request again
 * once they have agreed to all of them. Where no one can be asked, the error names the pages. Never rejects.
 */
export async function openRequiredPages(options: RequiredPagesOptions): Promise<PeerAnswer> {
  const { send, signal = new AbortController().signal } = options;
  for (let round = 0; ; round += 1) {
    const answer = await send();
    const pages = pagesIn(answer);
    if (answer.status !== 'error' || pages.length === 0 || round === MAX_ROUNDS) return answer;
    for (const page of pages) {
      const action = await actionFor(page, options, signal);
      if (signal.aborted) return { status: 'aborted' };
      if (action === 'accept') continue;
      const why =
        action === 'unasked'
          ? options.mask(pages.map(namedPage).join(' '))
          : 'The user did not open the page that it needs.';
      return { ...answer, message: `${answer.message.replace(/\.?$/, '.')} ${why}` };
    }
  }
}

function pagesIn(answer: PeerAnswer): readonly JsonObject[] {
  if (answer.status !== 'error' || answer.code !== PAGE_REQUIRED || !isJsonObject(answer.data)) return [];
  const listed = getOwn(answer.data, 'elicitations');
  const pages = Array.isArray(listed) ? listed.slice(0, MAX_PAGES) : [];
  return pages.filter(
    (page: unknown): page is JsonObject => isJsonObject(page) && getOwn(page, 'mode') === 'url',
  );
}

async function actionFor(
  page: JsonObject,
  { onRequest }: Pick<RequiredPagesOptions, 'onRequest'>,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const answered = await onRequest('elicitation/create', page, signal);
    return answered === undefined ? 'unasked' : getOwn(answered, 'action');
  } catch {
    // It can't be shown here, or must not be.
    return 'unasked';
  }
}

/** For a model that has to tell the user. */
function namedPage(page: JsonObject): string {
  const url = getOwn(page, 'url');
  const shown = shownPage(typeof url === 'string' ? url : '', '');
  return shown.ok
    ? `The user has to open this page first: ${shown.url}`
    : `It needs a page that can't be opened. ${shown.problem}`;
}
