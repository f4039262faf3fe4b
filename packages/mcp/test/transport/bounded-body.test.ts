import { expect, it } from 'vitest';
import { withBoundedBody } from '../../src/transport/bounded-body.ts';

const MEBIBYTE = 1024 * 1024;
/** What is read on and on comes to an end, so that a test fails. */
const MAX_PULLS = 1_000;

/** A server that answers with these pieces, again and again (a thousand times); how many of them were asked for. */
function endless(pieces: readonly string[], type: string, status = 200) {
  let pulled = 0;
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (pulled >= MAX_PULLS) return controller.close();
          controller.enqueue(Buffer.from(pieces[pulled % pieces.length] ?? ''));
          pulled += 1;
        },
      },
      { highWaterMark: 0 },
    );
  const fetchFn = withBoundedBody(
    () => Promise.resolve(new Response(body(), { status, headers: { 'content-type': type } })),
    MEBIBYTE,
  );
  return { fetchFn, pulled: () => pulled };
}

const LONG = 'x'.repeat(64 * 1024);

it.each([
  ['an answer', [LONG], 'application/json', 'The answer is longer than 1 MiB.'],
  ['an event', [LONG], 'text/event-stream', 'The event is longer than 1 MiB.'],
  [
    'an event of many lines',
    [`data: ${LONG}\n`],
    'Text/Event-Stream; charset=utf-8',
    'The event is longer than 1 MiB.',
  ],
])('%s that never ends breaks off', async (_what, pieces, type, message) => {
  const { fetchFn, pulled } = endless(pieces, type);
  const response = await fetchFn('http://far/');
  await expect(response.text()).rejects.toThrow(message);
  expect(pulled()).toBeLessThan(25);
});

it.each([
  ['whole', ['data: x\n\n', LONG, '\r\n\r\n']],
  ['in pieces', [LONG, '\n', '\n']],
  ['in pieces of one byte', [LONG, '\r', '\n', '\r', '\n']],
])('events may come without end, however their ends come: %s', async (_how, pieces) => {
  const { fetchFn } = endless(pieces, 'text/event-stream');
  const reader = (await fetchFn('http://far/')).body?.getReader();
  let bytes = 0;
  while (bytes < 4 * MEBIBYTE) bytes += (await reader?.read())?.value?.length ?? Infinity;
  expect(bytes).toBeLessThan(5 * MEBIBYTE);
  await reader?.cancel();
});

it('of what a server says about an error, the beginning is read', async () => {
  const { fetchFn, pulled } = endless(['12345678'.repeat(1_000)], 'text/html', 500);
  const response = await fetchFn('http://far/');
  expect(response.status).toBe(500);
  expect(await response.text()).toHaveLength(64 * 1024);
  expect(pulled()).toBeLessThan(15);
});

it('an answer without a body stays as it is', async () => {
  const response = new Response(null, { status: 202 });
  expect(await withBoundedBody(() => Promise.resolve(response))('http://far/')).toBe(response);
});
