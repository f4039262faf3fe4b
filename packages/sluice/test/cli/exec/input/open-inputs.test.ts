import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputErrorText } from '../../../../src/cli/exec/input/input-error.ts';
import { openInputs } from '../../../../src/cli/exec/input/open-inputs.ts';
import { byteSource, collect } from './byte-source.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-inputs-'));
  await writeFile(join(folder, 'one'), 'first');
  await writeFile(join(folder, 'two'), 'x'.repeat(200_000));
});
afterAll(() => rm(folder, { recursive: true }));

const standardInput = () => byteSource(Buffer.from('typed'), 2);

async function textsOf(files: readonly string[]): Promise<string[]> {
  const opened = await openInputs(files, standardInput);
  if (!opened.ok) throw new Error(inputErrorText(opened.error));
  const texts = [];
  for (const { bytes } of opened.inputs) texts.push(Buffer.concat(await collect(bytes)).toString());
  return texts;
}

async function errorOf(...files: readonly string[]): Promise<string> {
  const opened = await openInputs(files, standardInput);
  return opened.ok ? 'opened' : `${opened.error.code}: ${inputErrorText(opened.error)}`;
}

describe('openInputs', () => {
  it('opens files in order, and standard input where it is named or nothing is', async () => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    expect(await textsOf([two, '-', one])).toEqual(['x'.repeat(200_000), 'typed', 'first']);
    expect(await textsOf([])).toEqual(['typed']);
    expect(await textsOf(['-'])).toEqual(['typed']);
  });

  it('says which file is missing, a directory or unreadable, before anything is read', async () => {
    const one = join(folder, 'one');
    expect(await errorOf(one, join(folder, 'none'))).toBe(`missing: ${join(folder, 'none')}: no such file`);
    expect(await errorOf(one, folder)).toMatch(/^directory: .*: is a directory/);
    expect(await errorOf(one, join(one, 'below'))).toMatch(/^unreadable: .*ENOTDIR/);
    expect(await errorOf('-', one, '-')).toMatch(/^stdin-twice: .*only once/);
  });
});
