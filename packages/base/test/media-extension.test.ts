import { expect, it } from 'vitest';
import { mediaExtension } from '../src/index.ts';

it.each([
  ['audio/wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['Application/PDF', 'pdf'],
  ['text/csv; charset=utf-8', 'csv'],
  ['image/svg+xml', 'svg'],
  ['application/octet-stream', 'bin'],
  ['audio/../../x', 'bin'],
  ['constructor', 'bin'],
  ['', 'bin'],
  [undefined, 'bin'],
])('the extension of %j is %s', (type, extension) => {
  expect(mediaExtension(type)).toBe(extension);
});
