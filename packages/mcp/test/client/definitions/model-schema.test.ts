import type { JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { modelSchema } from '../../../src/client/definitions/model-schema.ts';

const text = { type: 'string' };
const whole = { type: 'number' };
const hides = (shown: string): string => `${shown}\u{e0041}\u202e\u001b`;

it.each<[string, JsonObject, JsonObject]>([
  [
    'no name of a dialect or a document',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'x',
      id: 'y',
      type: 'object',
      properties: { a: text },
    },
    { type: 'object', properties: { a: text } },
  ],
  ['an object at its root', {}, { type: 'object', properties: {} }],
  [
    'its definitions, and references to them',
    { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: text } },
    { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: text } },
  ],
  [
    'the properties of all parts of allOf, and what they require',
    {
      allOf: [{ properties: { a: text }, required: ['a'] }, { $ref: '#/$defs/B' }],
      $defs: { B: { properties: { b: text }, required: ['b'] } },
    },
    {
      type: 'object',
      properties: { a: text, b: text },
      required: ['a', 'b'],
      $defs: { B: { properties: { b: text }, required: ['b'] } },
    },
  ],
  [
    'what its root refers to, over several steps',
    {
      $ref: '#/$defs/A',
      $defs: { A: { $ref: '#/$defs/B' }, B: { type: 'object', properties: { b: text }, required: ['b'] } },
    },
    {
      type: 'object',
      properties: { b: text },
      required: ['b'],
      $defs: { A: { $ref: '#/$defs/B' }, B: { type: 'object', properties: { b: text }, required: ['b'] } },
    },
  ],
  ['nothing of a root that refers to itself', { $ref: '#' }, { type: 'object', properties: {} }],
  [
    'nothing of references that go round in a circle',
    { $ref: '#/$defs/A', properties: { a: text }, $defs: { A: { $ref: '#/$defs/A' } } },
    { type: 'object', properties: { a: text }, $defs: { A: { $ref: '#/$defs/A' } } },
  ],
  [
    'of anyOf what every part requires, and both forms of a property',
    {
      anyOf: [
        { properties: { a: text, b: text }, required: ['a', 'b'] },
        { properties: { a: whole }, required: ['a'] },
      ],
    },
    { type: 'object', properties: { a: { anyOf: [text, whole] }, b: text }, required: ['a'] },
  ],
  [
    'texts in which nothing is hidden',
    { description: hides('In'), properties: { description: { type: 'string', title: hides('A\n') } } },
    { type: 'object', description: 'In', properties: { description: { type: 'string', title: 'A\n' } } },
  ],
  [
    'no name, choice or default that hides something',
    {
      properties: {
        a: { enum: ['x', hides('y'), '\r\n'], default: hides('z') },
        b: { enum: [hides('y')] },
        [hides('c')]: text,
      },
      required: ['a', hides('c')],
    },
    { type: 'object', properties: { a: { enum: ['x', '\r\n'] }, b: {} }, required: ['a'] },
  ],
])('a schema for the model has %s', (_title, original, schema) => {
  expect(modelSchema(original)).toEqual({ ok: true, schema });
});

it.each<[JsonObject, RegExp]>([
  [
    { type: 'object', properties: { a: { $ref: 'https://evil.example/schema' } } },
    /another document: https:\/\/evil/,
  ],
  [{ type: 'object', description: 'x'.repeat(65_536) }, /has 65\d{3} characters; 65536 are supported/],
])('a tool has no schema for the model if that is not its own, or too long', (original, reason) => {
  expect(modelSchema(original)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
