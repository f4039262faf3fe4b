import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toReadSettings } from '../../src/read/read-options.ts';
import { readInputSchema } from '../../src/read/read-schema.ts';
import { fixture } from './fixture.ts';
import { createReadRoom } from './read-room.ts';

test.each([
  ['a text', 'a.txt', 'is a text. Leave it out; offset and limit choose lines.'],
  ['an image', fixture('small.png'), 'is a PNG image. Leave it out.'],
  ['a notebook', fixture('rain.ipynb'), 'is a Jupyter notebook. Leave it out.'],
])('pages for %s is refused with a reason', async (_, path, message) => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.txt'), 'text');
  const { failure, record } = await read({ file_path: path, pages: '1-2' });
  expect(failure).toMatchObject({ code: 'pages-without-pdf', message: expect.stringContaining(message) });
  expect(record).toBeUndefined();
});

test('a blank pages is treated as none, for models fill in what they do not need', async () => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.txt'), 'text');
  expect((await read({ file_path: 'a.txt', pages: ' ' })).text).toBe('     1\ttext');
});

test('a kind is told by content, not by name', async () => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'picture.png'), 'no picture\n');
  await writeFile(join(cwd, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  await writeFile(join(cwd, 'book.ipynb'), '');
  expect((await read({ file_path: 'picture.png' })).text).toBe('     1\tno picture');
  expect((await read({ file_path: 'drawing.svg' })).text).toContain('<svg');
  expect((await read({ file_path: 'book.ipynb' })).text).toContain('exists but is empty');
});

test('an image comes with its sizes, and is treated as read', async () => {
  const { read, tool } = await createReadRoom();
  const path = fixture('wide.png');
  const input = { file_path: path };
  const { text, images, data, record, progress } = await read(input);
  expect(text).toBe(
    `[${path}: PNG image, 1,600 × 400 px, 9.7 KiB. Shown at 1,024 × 256 px: multiply coordinates by 1.56 for those of the original.]`,
  );
  expect(images).toMatchObject([{ source: { type: 'base64', media_type: 'image/png' } }]);
  expect(record).toMatchObject({ path, isPartial: false, kind: 'read' });
  expect(record?.range).toBeUndefined();
  expect(progress).toEqual([{ type: 'status', text: 'Decoding an image of 9.7 KiB' }]);
  if (data === undefined) throw new Error('no data');
  expect(tool.toHook?.(data, input)).toMatchObject({
    type: 'image',
    file: { base64: '', type: 'image/png' },
  });
  expect(tool.shorten?.(data, input, 10)).toBe(text);
});

test('of an animation, it is said that the first frame is shown', async () => {
  const { read } = await createReadRoom();
  expect((await read({ file_path: fixture('animated.gif') })).text).toMatch(
    /GIF image, 64 × 48 px, .* It has 3 frames or pages; only the first is shown\.\]$/,
  );
});

test('how large an image is shown is an option, within what the API takes', async () => {
  const small = await createReadRoom({ imageSide: 100 });
  expect((await small.read({ file_path: fixture('wide.png') })).text).toContain('Shown at 100 × 25 px');
  const wrong = await createReadRoom({ imageSide: -5 });
  expect((await wrong.read({ file_path: fixture('wide.png') })).text).toContain('Shown at 1 × 1 px');
});

test('variables stand for options that are not given; what is not a number is treated as not set', () => {
  const env = { SLUICE_READ_IMAGE_SIDE: '500', CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: ' 9000 ' };
  expect(toReadSettings({ env })).toEqual({ imageSide: 500, pageTokens: 9000 });
  expect(toReadSettings({ env, imageSide: 7, pageTokens: 8 })).toEqual({ imageSide: 7, pageTokens: 8 });
  for (const wrong of ['', '0', '-1', '1e3', 'much', '9'.repeat(20)]) {
    const none = { SLUICE_READ_IMAGE_SIDE: wrong, CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: wrong };
    expect(toReadSettings({ env: none })).toEqual({ imageSide: 1024, pageTokens: 25_000 });
  }
  expect(toReadSettings({ env: { SLUICE_READ_IMAGE_SIDE: '99999' } }).imageSide).toBe(8000);
});

test('a socket is named and not opened', async () => {
  const { cwd, read } = await createReadRoom();
  const server = createServer().listen(join(cwd, 'socket'));
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect((await read({ file_path: 'socket' })).failure).toEqual({
    code: 'not-a-file',
    message: `${join(cwd, 'socket')} is a socket, not a regular file, so it was not opened.`,
  });
});

test.each([
  ['offset', 'counts from 1', { offset: -1 }],
  ['offset', 'must be a whole number', { offset: 1.5 }],
  ['limit', 'must be 1 or more', { limit: 0 }],
  ['limit', 'must be 1 or more', { limit: -3 }],
])('%s outside its range is refused: it %s', (field, message, input) => {
  const parsed = readInputSchema.made().safeParse({ file_path: '/a', ...input });
  expect(parsed.error?.issues).toMatchObject([{ path: [field], message: expect.stringContaining(message) }]);
});
