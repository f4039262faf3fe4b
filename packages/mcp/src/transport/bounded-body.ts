import type { Transformer } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';

/** Of one answer, or one event: the same as for a line of a local server. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** Of what a server says about an error, which is shown in part only. */
const MAX_ERROR_BYTES = 64 * 1024;
const BLANK_LINE = /\n\n|\r\r|\r\n\r\n/g;
/** As long as the longest blank line, but one: it may come in two pieces. */
const KEPT = 3;

/** `fetch` for a server that may never end its answer: one that is too long breaks off. */
export function withBoundedBody(fetchFn: FetchLike, maxBytes = MAX_ANSWER_BYTES): FetchLike {
  return async (input, init) => {
    const response = await fetchFn(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers, url } = response;
    const bounds = response.ok
      ? isEvents(response)
        ? eachEvent(maxBytes)
        : whole(maxBytes)
      : beginning(MAX_ERROR_BYTES);
    const bounded = new Response(response.body.pipeThrough(new TransformStream(bounds)), {
      status,
      statusText,
      headers,
    });
    // A response that is made has no address of its own.
    return Object.defineProperty(bounded, 'url', { value: url });
  };
}

type Bounds = Transformer<Uint8Array, Uint8Array>;

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
}

function whole(maxBytes: number): Bounds {
  let bytes = 0;
  return {
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(tooLong('answer', maxBytes));
      else controller.enqueue(chunk);
    },
  };
}

function eachEvent(maxBytes: number): Bounds {
  let bytes = 0;
  let before = '';
  return {
    transform(chunk, controller) {
      const text = before + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
      const end = [...text.matchAll(BLANK_LINE)].at(-1);
      bytes = end === undefined ? bytes + chunk.length : text.length - end.index - end[0].length;
      before = text.slice(-KEPT);
      if (bytes > maxBytes) controller.error(tooLong('event', maxBytes));
      else controller.enqueue(chunk);
    },
  };
}

function beginning(maxBytes: number): Bounds {
  let bytes = 0;
  return {
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
      if (bytes >= maxBytes) controller.terminate();
    },
  };
}

function tooLong(what: string, maxBytes: number): Error {
  return new Error(`The ${what} is longer than ${maxBytes / 1024 / 1024} MiB.`);
}
