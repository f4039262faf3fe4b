import { describe, expect, it } from 'vitest';
import { parseFeedback } from '../../../src/index.ts';

const image = (mediaType: string, bytes: string) => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data: btoa(bytes) },
});
const png = image('image/png', '\u0089PNG\r\n\u001a\n and more');
const text = { type: 'text', text: 'Like this.' };

describe('what a person says beside an answer', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    [' ', undefined],
    ['no', 'no'],
    [[], undefined],
    [[{ type: 'text', text: '' }], undefined],
    [
      [png, text],
      [png, text],
    ],
    [[image('image/jpeg', '\u00ff\u00d8\u00ff\u00e0')], [image('image/jpeg', '\u00ff\u00d8\u00ff\u00e0')]],
    [[image('image/gif', 'GIF89a')], [image('image/gif', 'GIF89a')]],
    [[image('image/webp', 'RIFF1234WEBPVP8 ')], [image('image/webp', 'RIFF1234WEBPVP8 ')]],
    [[{ ...text, cache_control: {} }], [text]],
  ])('%j is read', (value, feedback) => {
    expect(parseFeedback(value)).toEqual({ ok: true, feedback });
  });

  it.each([
    [1, 'text, or a list'],
    [{}, 'text, or a list'],
    [[null], 'block 0'],
    [[text, { type: 'tool_use' }], 'block 1'],
    [[{ type: 'text' }], 'no text'],
    [[{ type: 'image', source: { type: 'url', url: 'https://example.com' } }], 'base64'],
    [[image('image/svg+xml', '<svg>')], 'media_type'],
    [[image('toString', 'x')], 'media_type'],
    [[image('image/png', 'GIF89a')], 'is not image/png, as it claims'],
    [[image('image/png', '')], 'not base64'],
    [[{ ...png, source: { ...png.source, data: 'not base64!' } }], 'not base64'],
    [[{ ...png, source: { ...png.source, data: 'iVBO=' } }], 'not base64'],
  ])('%j is refused: %s', (value, why) => {
    expect(parseFeedback(value)).toMatchObject({ ok: false, message: expect.stringContaining(why) });
  });
});
