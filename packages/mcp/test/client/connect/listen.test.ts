import type { JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { listen } from '../../../src/client/connect/listen.ts';
import type { PeerAnswer } from '../../../src/client/peer.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A test that goes on ends after so many streams. */
const MOST = 50;
const BOTH = { tools: { listChanged: true }, prompts: { listChanged: true } };

/** Streams of a server that each last so long and end so; how often one was opened, and how long was paused. */
async function streams(lastsMs: number, end: PeerAnswer, capabilities: JsonObject = BOTH) {
  let time = 0;
  const stop = new AbortController();
  const opened: JsonObject[] = [];
  const pauses: number[] = [];
  const times: number[] = [];
  await listen({
    peer: {
      request(method, params) {
        expect(method).toBe('subscriptions/listen');
        opened.push(params);
        times.push(time);
        time += lastsMs;
        if (opened.length === MOST) stop.abort();
        return Promise.resolve(end);
      },
    },
    meta: {},
    capabilities,
    signal: stop.signal,
    now: () => time,
    async pause(ms) {
      pauses.push(ms);
      time += ms;
    },
  });
  return { opened, pauses, times };
}

const lost = (httpStatus?: number): PeerAnswer => ({ status: 'lost', reason: 'ended', httpStatus });

it.each<[string, number, PeerAnswer, number]>([
  ['ends at once is opened again three times', 0, lost(), 4],
  ['ends before ten seconds, too', 9 * SECOND, lost(502), 4],
  ['lasts a minute is always opened again', MINUTE, lost(), MOST],
  ['the server has no time for is asked for again', 0, lost(429), MOST],
  ['the server does not get in time is, too', 0, lost(408), MOST],
  ['lasts a quarter of an hour is always opened again', 15 * MINUTE, lost(), MOST],
  ['the server does not know is not', 0, lost(404), 1],
  ['the server refuses is not', 0, { status: 'error', code: -32601, message: 'no', data: undefined }, 1],
  ['ends with the connection is not', 0, { status: 'closed', reason: 'gone' }, 1],
])('a stream of changes that %s', async (_title, lastsMs, end, count) => {
  expect((await streams(lastsMs, end)).opened).toHaveLength(count);
});

it.each<[number, PeerAnswer]>([
  [MINUTE, lost()],
  [0, lost(429)],
])('a stream that ends after %i ms is opened six times in an hour at most', async (lastsMs, end) => {
  const { times } = await streams(lastsMs, end);
  const perHour = times.map((at) => times.filter((other) => other >= at && other - at < 60 * MINUTE).length);
  expect(Math.max(...perHour)).toBe(6);
  // It goes on as soon as it may.
  expect(times[6]).toBe(60 * MINUTE);
});

it('the pause before a stream is opened again doubles while it ends early', async () => {
  expect((await streams(0, lost())).pauses).toEqual([2_000, 4_000, 8_000]);
});

it.each<[JsonObject, JsonObject | undefined]>([
  [BOTH, { toolsListChanged: true, promptsListChanged: true }],
  [
    { tools: {}, prompts: { listChanged: false } },
    { toolsListChanged: true, promptsListChanged: true },
  ],
  [{ tools: {}, resources: {} }, { toolsListChanged: true }],
  [{ resources: { listChanged: true } }, undefined],
  [{}, undefined],
])('of a server with %j, a stream asks for %j', async (capabilities, notifications) => {
  const { opened } = await streams(0, lost(404), capabilities);
  expect(opened.map((params) => params['notifications'])).toEqual(notifications ? [notifications] : []);
});
