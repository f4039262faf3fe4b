import type { ClientRequest, ServerResponse } from 'node:http';
import { createFakeClock } from '@sluice/core';
import { expect, it } from 'vitest';
import type { Connections } from '../../src/http/connections.ts';
import { startServer } from '../support/local-server.ts';
import { connectTo, post } from '../support/post.ts';

const PIECES = Array.from({ length: 30 }, (_, at) => `piece ${at}\n`);

function turns(count: number): Promise<void> {
  return count === 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        setImmediate(() => resolve(turns(count - 1)));
      });
}

/** A body of which the first piece was read, with a pace of 35 ms from there on. */
async function pacedBody(signal = new AbortController().signal) {
  const answering = Promise.withResolvers<ServerResponse>();
  const server = await startServer((_, response) => {
    response.write('first');
    answering.resolve(response);
  });
  const real = await connectTo(server.url);
  let outgoing: ClientRequest | undefined;
  const connections: Connections = {
    ...real,
    open: (...request) => {
      outgoing = real.open(...request);
      return outgoing;
    },
  };
  const clock = createFakeClock();
  const pace = { everyMs: 0 };
  const answer = await post(server.url, connections, { clock, pace, signal });
  if (!answer.ok) throw new Error(answer.failure.message);
  const parts = answer.body[Symbol.asyncIterator]();
  const nextText = async (): Promise<string> => {
    const { value, done } = await parts.next();
    if (done === true) return 'the end';
    return value.ok ? value.bytes.toString() : value.failure.kind;
  };
  expect(await nextText()).toBe('first');
  pace.everyMs = 35;
  const response = await answering.promise;
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      response.write(text, () => resolve());
    });
  return { clock, pace, nextText, write, response, bytesRead: () => outgoing?.socket?.bytesRead ?? 0 };
}

it('what has come until the next read is read at once, and the socket is left alone meanwhile', async () => {
  const { clock, nextText, write, bytesRead } = await pacedBody();
  const next = nextText();
  const before = bytesRead();
  for (const piece of PIECES) {
    await write(piece);
    await turns(3);
  }
  // A packet or two may have been on their way.
  expect(bytesRead() - before).toBeLessThan(PIECES.join('').length / 3);
  expect(clock.untilNext).toBe(35);
  clock.advance(35);
  let text = await next;
  // The packet that had come is read first.
  if (text.length < PIECES.join('').length) text += await second(nextText(), clock);
  expect(text).toBe(PIECES.join(''));
});

async function second(next: Promise<string>, clock: ReturnType<typeof createFakeClock>): Promise<string> {
  await turns(1);
  clock.advance(35);
  return next;
}

it('without a pace, each piece is read as it comes', async () => {
  const { pace, nextText, write } = await pacedBody();
  pace.everyMs = 0;
  for (const piece of PIECES) {
    const next = nextText();
    await write(piece);
    expect(await next).toBe(piece);
  }
});

it('a body that was not read for longer than its pace is read at once', async () => {
  const { clock, nextText, write } = await pacedBody();
  clock.advance(40);
  const next = nextText();
  await write('late');
  expect(await next).toBe('late');
});

it('an abort ends the wait for the next read', async () => {
  const stopping = new AbortController();
  const { nextText } = await pacedBody(stopping.signal);
  const next = nextText();
  await turns(1);
  stopping.abort();
  expect(await next).toBe('aborted');
});

it('the end of a body comes after its pace', async () => {
  const { clock, nextText, response } = await pacedBody();
  const next = nextText();
  response.end('last');
  await turns(5);
  clock.advance(35);
  expect(await next).toBe('last');
  const end = nextText();
  await turns(1);
  clock.advance(35);
  expect(await end).toBe('the end');
});
