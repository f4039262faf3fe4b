import fc from 'fast-check';
import { expect, it } from 'vitest';
import { idInEnds } from '../../src/transport/id-in-ends.ts';

const KEPT = 4_096;
const LONG = 'x'.repeat(3 * KEPT);

const ends = (line: string) => [line.slice(0, KEPT), line.slice(-KEPT)] as const;

it.each<[string, string, string | number | undefined]>([
  ['before what is long', `{"jsonrpc":"2.0","id":7,"method":"a","params":{"a":"${LONG}"}}`, 7],
  ['after it', `{"method":"a","params":{"a":"${LONG}"},"jsonrpc":"2.0","id":8}`, 8],
  ['after it, with space', `{ "method" : "a", "params" : {"a":"${LONG}"} , "id" : "b-9" }\r`, 'b-9'],
  ['as text, with a quotation mark', `{"id":"a\\"1","method":"a","params":{"a":"${LONG}"}}`, 'a"1'],
  ['of what is inside, before', `{"params":{"id":3,"a":"${LONG}"},"method":"a"}`, undefined],
  ['of what is inside, after', `{"method":"a","params":{"a":"${LONG}","id":3}}`, undefined],
  ['of a text that looks like it', `{"method":"a","params":{"a":"${LONG}},\\"id\\":3}"}}`, undefined],
  ['of no message', LONG, undefined],
  ['that is not ASCII, before', `{"id":"é","method":"a","params":{"a":"${LONG}"}}`, 'é'],
  ['that is not ASCII, after', `{"params":{"a":"${LONG}"},"id":"é"}`, undefined],
  ...['"a\\q"', '"a\tb"', '"\\u12"', '"\u0000"', '007'].flatMap((id): [string, string, undefined][] => [
    [
      `malformed, ${JSON.stringify(id)}, before`,
      `{"id":${id},"method":"a","params":{"a":"${LONG}"}}`,
      undefined,
    ],
    [`malformed, ${JSON.stringify(id)}, after`, `{"params":{"a":"${LONG}"},"id":${id}}`, undefined],
  ]),
])('an id %s', (_title, line, id) => {
  expect(idInEnds(...ends(line))).toBe(id);
});

it('is never one that is not the message’s own', () => {
  const inside = fc.dictionary(fc.constantFrom('id', 'method', 'a'), fc.jsonValue({ maxDepth: 2 }));
  const id = fc.oneof(fc.nat(), fc.string({ maxLength: 20 }));
  fc.assert(
    fc.property(id, inside, inside, fc.boolean(), fc.boolean(), (own, before, after, isFirst, isLast) => {
      const params = { ...before, long: LONG, after };
      const message = {
        ...(isFirst && { id: own }),
        ...{ jsonrpc: '2.0', method: 'a', params },
        ...(isLast && !isFirst && { id: own }),
      };
      const found = idInEnds(...ends(JSON.stringify(message)));
      if (found !== undefined) expect(found).toBe(isFirst || isLast ? own : undefined);
      // The plain ones, which programs write, are always found.
      if ((isFirst || isLast) && typeof own === 'number') expect(found).toBe(own);
    }),
  );
});
