import type { FetchLike } from '@modelcontextprotocol/client';

const FIRST_BYTE_MS = 60_000;

/**
 * `fetch` for a server that may be there and say nothing: an answer to a message has to begin within a minute, or within the time that
 * the entry gives to a call. Streams of events may wait for their first one.
 */
export function withFirstByte(
  fetchFn: FetchLike,
  timeoutMs: number | undefined,
  setTimer: (action: () => void, ms: number) => () => void = startTimer,
): FetchLike {
  const limitMs = Math.max(FIRST_BYTE_MS, timeoutMs ?? 0);
  return async (input, init) => {
    if (init?.method !== 'POST') return fetchFn(input, init);
    const silence = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    const stop = setTimer(() => {
      silence.abort(
        new Error(
          `The server's answer did not begin within ${limitMs / 1_000} s. To wait longer, set "timeout" in its entry.`,
        ),
      );
    }, limitMs);
    try {
      return await fetchFn(input, { ...init, signal });
    } finally {
      stop();
    }
  };
}

function startTimer(action: () => void, ms: number): () => void {
  const timer = setTimeout(action, ms).unref();
  return () => clearTimeout(timer);
}
