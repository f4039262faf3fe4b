import { expect, it } from 'vitest';
import { headerParameters, parameterHeaders } from '../../../src/client/definitions/header-parameters.ts';

const text = (header: string | number) => ({ type: 'string', 'x-mcp-header': header });

it.each([
  ['is not the name of a header', { properties: { a: text('a b') } }],
  ['is not the name of a header', { properties: { a: text('') } }],
  ['is not the name of a header', { properties: { a: text(7) } }],
  ['appears twice', { properties: { a: text('Team'), b: text('team') } }],
  ['is at a property that is not text', { properties: { a: { type: 'object', 'x-mcp-header': 'A' } } }],
  ['is at a property that is not text', { properties: { a: { type: 'number', 'x-mcp-header': 'A' } } }],
  ['is not at a property that is always', { 'x-mcp-header': 'A' }],
  ['is not at a property that is always', { properties: { a: { items: text('A') } } }],
  ['is not at a property that is always', { anyOf: [{ properties: { a: text('A') } }] }],
  ['is not at a property that is always', { $defs: { a: { properties: { b: text('A') } } } }],
])('a tool whose x-mcp-header %s has no parameters', (reason, schema) => {
  expect(headerParameters({ type: 'object', ...schema })).toEqual({
    ok: false,
    reason: expect.stringContaining(reason),
  });
});

it('parameters are sent as headers where they are given, encoded where a header could not carry them', () => {
  const found = headerParameters({
    type: 'object',
    properties: {
      region: text('Region'),
      nested: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
      on: { type: 'boolean', 'x-mcp-header': 'On' },
      // Data that only looks like a schema.
      sample: { type: 'object', default: { a: text('Sample') } },
      plain: { type: 'string' },
    },
  });
  if (!found.ok) throw new Error(found.reason);
  const headers = (input: Parameters<typeof parameterHeaders>[1]) =>
    parameterHeaders(found.parameters, input);
  expect(headers({ region: 'eu west', nested: { count: 3 }, on: false, plain: 'x' })).toEqual({
    'Mcp-Param-Region': 'eu west',
    'Mcp-Param-Count': '3',
    'Mcp-Param-On': 'false',
  });
  expect(headers({})).toEqual({});
  expect(headers({ region: { deep: true }, on: null, nested: { count: 2 ** 60 } })).toEqual({});
  const encode = (value: string): string => `=?base64?${Buffer.from(value).toString('base64')}?=`;
  for (const value of ['', ' padded', 'a\r\nX: y', 'é', encode('twice')])
    expect(headers({ region: value })).toEqual({ 'Mcp-Param-Region': encode(value) });
});
