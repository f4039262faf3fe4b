import { readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withServer } from './support/with-server.ts';

async function png(width: number, height: number): Promise<Buffer> {
  const background = { r: 9, g: 9, b: 9 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

const image = (bytes: Buffer) => ({ type: 'image', mimeType: 'image/png', data: bytes.toString('base64') });
const pathIn = (text: string): string => /saved to (\/[^\],]+)/.exec(text)?.[1] ?? '';

it('an image that a model API would refuse goes into a file, since it would refuse every later request too', async () => {
  const good = await png(10, 10);
  const { call, text } = await withServer({});
  const cut = good.subarray(0, 50);
  const shown = await text('content', { content: [image(cut), image(good)] });
  expect(shown).toMatch(
    /^\[image, image\/png, 50 bytes, saved to \/.*, not shown: it can't be .*\]\|\[image\]$/,
  );
  expect(readFileSync(pathIn(shown))).toEqual(cut);
  const { result } = await call('content', { content: [image(good)] });
  expect(result.content).toEqual([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: good.toString('base64') } },
  ]);
});

it('an image that a hook puts in place of the result of a server is checked, too', async () => {
  const good = await png(10, 10);
  const updatedMCPToolOutput = [image(good.subarray(0, 50)), image(good)];
  const output = { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedMCPToolOutput } };
  const command = `cat >/dev/null; echo '${JSON.stringify(output)}'`;
  const hooks = { PostToolUse: [{ matcher: 'mcp__f__content', hooks: [{ type: 'command', command }] }] };
  const { text } = await withServer({}, {}, undefined, hooks);
  expect(await text('content', { content: [] })).toMatch(
    /^\[An image was left out here: it can't be .*\.\]\|\[image\]$/,
  );
});

it('an image with too many pixels for a model API is shown smaller, and says so', async () => {
  const { call } = await withServer({});
  const { result } = await call('content', { content: [image(await png(9_000, 10))] });
  const [block, note] = Array.isArray(result.content) ? result.content : [];
  if (block?.type !== 'image') throw new Error('It is not shown.');
  expect(await sharp(Buffer.from(block.source.data, 'base64')).metadata()).toMatchObject({ width: 2_000 });
  expect(note).toEqual({ type: 'text', text: '[The image has 9000 × 10 px and is shown smaller.]' });
});

it('a result shows twenty images and saves a hundred files', async () => {
  const one = await png(4, 4);
  const { text } = await withServer({});
  const images = (await text('content', { content: Array.from({ length: 22 }, () => image(one)) })).split(
    '|',
  );
  expect(images.filter((shown) => shown === '[image]')).toHaveLength(20);
  expect(images.at(-1)).toMatch(
    /^\[image, .*saved to \/.*, not shown: only the first 20 images of a result are shown\]$/,
  );
  expect(statSync(pathIn(images.at(-1) ?? '')).size).toBe(one.length);
  const audio = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' };
  const saved = (await text('content', { content: Array.from({ length: 101 }, () => audio) })).split('|');
  expect(saved.filter((shown) => shown.includes('saved to /'))).toHaveLength(100);
  expect(saved.at(-1)).toContain('could not be saved: only the first 100 files of a result are saved');
});
