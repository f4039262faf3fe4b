import type { JsonValue } from '@sluice/core';
import { expect, it } from 'vitest';
import { repeatsContent } from '../../../src/client/results/repeats-content.ts';
import type { OutputItem } from '../../../src/client/results/tool-output.ts';

const text = (words: string): OutputItem => ({ type: 'text', text: words });
const image: OutputItem = { type: 'image', data: 'c21hbGxlcg==', mimeType: 'image/png' };
const audio: OutputItem = {
  type: 'file',
  kind: 'audio',
  mimeType: 'audio/wav',
  uri: undefined,
  bytes: 4,
  path: '/a.wav',
  problem: undefined,
};

it.each<[string, JsonValue, readonly OutputItem[], boolean]>([
  ['the same JSON', { a: 1, b: [2] }, [text('{ "b": [2], "a": 1 }')], true],
  ['other JSON', { a: 1 }, [text('{"a":2}')], false],
  ['a text that is not JSON', { a: 1 }, [text('done')], false],
  ['the same text', 'done', [text('done')], true],
  ['the text in one member', { content: 'hello\n' }, [text('hello\n')], true],
  ['the text in one of two members', { content: 'hello', size: 5 }, [text('hello')], false],
  ['another text in one member', { content: 'hello' }, [text('goodbye')], false],
  ['a text that is JSON, in one member', { content: '[1]' }, [text('[1]')], true],
  ['a text of digits that is not a number', { result: '42' }, [text('042')], false],
  ['the number that a text is', { result: 42 }, [text('42')], true],
  ['another number', { result: 42 }, [text('43')], false],
  ['the object that a text is, in one member', { result: { a: 1 } }, [text('{"a": 1}')], true],
  ['null, in one member', { result: null }, [text('null')], true],
  ['a list whose items are the texts', { result: [1, 'b', { c: 3 }] }, ['1', 'b', '{"c":3}'].map(text), true],
  ['a list with one item more', { result: [1, 'b', 3] }, ['1', 'b'].map(text), false],
  ['an empty list', { result: [] }, [], false],
  [
    'the content itself',
    { content: [{ type: 'image', data: 'bGFyZ2Vy' }, { type: 'audio' }, { type: 'text', text: 'x' }] },
    [image, audio, text('x')],
    true,
  ],
  ['a description of an image', { content: [{ type: 'figure', width: 1 }] }, [image], false],
  ['what an image shows', { width: 1 }, [image], false],
])(
  'of structured content, the model is not told again what is in the content: %s',
  (_what, structured, content, repeats) => {
    expect(repeatsContent(structured, content)).toBe(repeats);
  },
);
