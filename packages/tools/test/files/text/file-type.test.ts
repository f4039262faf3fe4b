import { expect, test } from 'vitest';
import { detectEncoding } from '../../../src/files/text/text-encoding.ts';
import { detectFileType } from '../../../src/files/text/file-type.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['plain text', latin1('hello\n'), 'a.txt', undefined],
  ['an empty file', latin1(''), 'a.png', undefined],
  ['a text called like an image', latin1('hello\n'), 'a.png', undefined],
  ['a text that begins like an image', latin1('GIF89a is a format\n'), 'notes.txt', undefined],
  ['a text that begins like a program', latin1('MZ was an engineer\n'), 'notes.txt', undefined],
  ['Latin-1 text', latin1('caf\xe9'), 'a.txt', undefined],
  ['a NUL after the first 8 KiB', latin1(`${'a'.repeat(8192)}\0`), 'a.txt', undefined],
  ['a NUL just within them', latin1(`${'a'.repeat(8191)}\0`), 'a.txt', 'binary data'],
  ['PNG', latin1('\x89PNG\r\n\x1a\n\0\0'), 'a.txt', 'a PNG image'],
  ['JPEG', latin1('\xff\xd8\xff\xe0\0'), 'a', 'a JPEG image'],
  ['GIF', latin1('GIF89a\x01\0\x01\0'), 'a', 'a GIF image'],
  ['WebP', latin1('RIFF\x10\0\0\0WEBPVP8 '), 'a', 'a WebP image'],
  ['PDF without a NUL', latin1('%PDF-1.7\n'), 'a.txt', 'a PDF document'],
  ['a notebook', latin1('{\n "cells": []\n}'), 'a.ipynb', 'a Jupyter notebook'],
  ['other JSON', latin1('{\n "cells": []\n}'), 'a.json', undefined],
  ['ELF', latin1('\x7fELF\x02\x01\x01\0'), 'a', 'an ELF program or library'],
  ['ZIP', latin1('PK\x03\x04\0\0'), 'a', 'a ZIP archive'],
  ['gzip', latin1('\x1f\x8b\x08\0'), 'a', 'a gzip archive'],
  ['tar', latin1(`name${'\0'.repeat(253)}ustar`), 'a', 'a tar archive'],
  ['SQLite', latin1('SQLite format 3\0'), 'a', 'an SQLite database'],
  ['UTF-16', latin1('\xff\xfeh\0i\0'), 'a.txt', undefined],
  ['UTF-16 cut off', latin1('\xff\xfeh\0i'), 'a.txt', 'UTF-16 text with half a character at its end'],
  ['UTF-32', latin1('\xff\xfe\0\0h\0\0\0'), 'a.txt', 'UTF-32 text'],
  ['UTF-32 BE', latin1('\0\0\xfe\xff\0\0\0h'), 'a.txt', 'UTF-32 text'],
  ['TIFF', latin1('II*\0\x08\0'), 'a', 'a TIFF image'],
  ['AVIF', latin1('\0\0\0\x1cftypavif'), 'a', 'an AVIF image'],
  ['HEIF', latin1('\0\0\0\x1cftypheic'), 'a', 'a HEIF image'],
  ['SVG is text', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', undefined],
  ['a notebook with a byte order mark', Buffer.from('\uFEFF{}'), 'a.ipynb', 'a Jupyter notebook'],
  ['a list called like a notebook', latin1('[]'), 'a.ipynb', undefined],
  ['unknown', latin1('\0\x01\x02'), 'a.txt', 'binary data'],
])('%s', (_, start, path, name) => {
  expect(detectFileType(start, path, detectEncoding(start, start.length))?.name).toBe(name);
});
