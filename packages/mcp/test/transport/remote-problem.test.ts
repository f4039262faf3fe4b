import { expect, it } from 'vitest';
import { remoteProblem } from '../../src/transport/remote-problem.ts';

const server = { url: new URL('https://a.example/mcp'), kind: 'http' } as const;

it.each([
  [new Error('other side closed'), "Its response was interrupted or can't be decoded (other side closed)."],
  [undefined, "Its response was interrupted or can't be decoded."],
])('a response that breaks off is described in a sentence', (cause, text) => {
  expect(remoteProblem(new TypeError('terminated', { cause }), server, undefined)).toBe(text);
});
