import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../files/temporary-directory.ts';
import { fixture } from '../fixture.ts';
import { bombPdf } from '../fixtures/make-pdf.ts';

const READ_MANY = fileURLToPath(new URL('../fixtures/read-many.ts', import.meta.url));
const ARGS = ['--conditions=sluice-source', READ_MANY];
const MIB_IN_KIB = 1024;

async function bombs(count: number): Promise<readonly string[]> {
  const directory = await temporaryDirectory();
  const bytes = bombPdf(1536);
  expect(bytes.length).toBeLessThan(20_000);
  const paths = Array.from({ length: count }, (_, index) => join(directory, `${index}.pdf`));
  for (const path of paths) await writeFile(path, bytes);
  return paths;
}

test('the made document is what it should be', () => {
  const small = bombPdf(32);
  const stream = small.subarray(small.indexOf('stream\n', small.indexOf('FlateDecode')) + 7);
  expect(inflateSync(inflateSync(stream)).equals(Buffer.alloc(32 * 1024 * 1024, ' '))).toBe(true);
});

test('documents that unpack to gigabytes, many at a time, are given up before they take much memory', async () => {
  const good = fixture('two-pages.pdf');
  const args = [...ARGS, good, ...(await bombs(3)), good];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const { risen, othersPeak, othersAtOnce, results } = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
  const text = expect.stringContaining('It rained in May.');
  expect(results).toEqual([text, 'pdf-too-demanding', 'pdf-too-demanding', 'pdf-too-demanding', text]);
  expect(othersAtOnce).toBeLessThanOrEqual(1);
  // 512 MiB, its own start, and what may be taken between two looks on a busy machine.
  expect(othersPeak).toBeLessThan(1024 * MIB_IN_KIB);
  expect(risen).toBeLessThan(100 * MIB_IN_KIB);
});

test.runIf(process.platform === 'linux')(
  'who reads a document ends with the process that wanted it, however that ends',
  async () => {
    const parent = spawn(process.execPath, [...ARGS, ...(await bombs(1))]);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [pid] = await once(parent.stdout, 'data');
    parent.kill('SIGKILL');
    // A zombie, where no one collects it, has no command line left.
    const isThere = (): boolean => {
      try {
        return readFileSync(`/proc/${Number(String(pid))}/cmdline`).length > 0;
      } catch {
        return false;
      }
    };
    await vi.waitFor(() => expect(isThere()).toBe(false), { timeout: 20_000 });
  },
);
