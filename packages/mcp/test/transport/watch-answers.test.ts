import { expect, it } from 'vitest';
import { watchAnswers } from '../../src/transport/watch-answers.ts';

const REQUEST = '{"jsonrpc":"2.0","id":7,"method":"tools/call"}';
const NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** The kind of server, a message, the status and the type of the response to it, and whether that is the whole answer. */
it.each([
  ['http', REQUEST, 200, 'application/json', true],
  ['http', REQUEST, 200, 'Application/JSON; charset=utf-8', true],
  ['http', REQUEST, 200, 'text/event-stream', false],
  ['http', REQUEST, 400, 'application/json', false],
  ['http', NOTIFICATION, 200, 'application/json', false],
  ['sse', REQUEST, 202, 'application/json', false],
] as const)(
  'of a server of the type %s, what comes after %s with %i as %s is the whole answer: %s',
  async (kind, body, status, type, isWhole) => {
    const whole: unknown[] = [];
    const response = new Response('{}', { status, headers: { 'content-type': type } });
    const fetchFn = watchAnswers(() => Promise.resolve(response), {
      kind,
      isReadable: () => true,
      onWhole: (id) => whole.push(id),
      onInvalid: () => {},
      onIgnored: () => {},
    });
    const answer = await fetchFn('http://localhost/mcp', { method: 'POST', body });
    expect(await answer.text()).toBe('{}');
    expect(whole).toEqual(isWhole ? [7] : []);
  },
);
