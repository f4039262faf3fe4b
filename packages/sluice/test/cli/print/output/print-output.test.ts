import { Writable } from 'node:stream';
import { isJsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import type { PrintFormat } from '../../../../src/cli/print/print-options.ts';
import { createPrintOutput } from '../../../../src/cli/print/output/print-output.ts';

function start(format: PrintFormat, isVerbose = false, patienceMs?: number, isTTY = false) {
  const chunks: string[] = [];
  const held: (() => void)[] = [];
  const reader = { isStuck: false };
  const writable = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      chunks.push(String(chunk));
      if (reader.isStuck) held.push(done);
      else setImmediate(done);
    },
  });
  const stream = Object.assign(writable, { isTTY });
  const failures: Error[] = [];
  let count = 0;
  const output = createPrintOutput({
    stream,
    format,
    isVerbose,
    sessionId: () => 's',
    nextId: () => String((count += 1)),
    onFailure: (error) => failures.push(error),
    ...(patienceMs !== undefined && { patienceMs }),
  });
  return { chunks, output, reader, held, failures, stream };
}

const RESULT = { type: 'result', result: 'r' };

test.for([
  ['text', false, 'words\n'],
  ['json', false, '{"type":"result","result":"r","session_id":"s","uuid":"1"}\n'],
  [
    'json',
    true,
    '[{"type":"assistant","session_id":"s","uuid":"1"},{"type":"result","result":"r","session_id":"s","uuid":"2"}]\n',
  ],
  [
    'stream-json',
    false,
    '{"type":"assistant","session_id":"s","uuid":"1"}\n{"type":"result","result":"r","session_id":"s","uuid":"2"}\n',
  ],
] as const)('%s, verbose: %s', async ([format, isVerbose, text]) => {
  const { chunks, output } = start(format, isVerbose);
  await output.write({ type: 'assistant' });
  await output.write(RESULT);
  await output.writeText('words');
  expect(await output.close()).toBe(true);
  expect(chunks.join('')).toBe(text);
});

test('an answer is disarmed for a terminal, and left as it is for a pipe', async () => {
  const answer = 'a\tb \u001b]52;c;YQ==\u0007';
  for (const [isTTY, text] of [
    [true, 'a\tb ⟨U+001B⟩]52;c;YQ==⟨U+0007⟩\n'],
    [false, `${answer}\n`],
  ] as const) {
    const { chunks, output } = start('text', false, undefined, isTTY);
    await output.writeText(answer);
    expect(await output.close()).toBe(true);
    expect(chunks.join('')).toBe(text);
  }
});

test('of several results, json gives the last', async () => {
  const { chunks, output } = start('json');
  await output.write(RESULT);
  await output.write({ ...RESULT, result: 'second' });
  await output.close();
  const value: unknown = JSON.parse(chunks.join(''));
  expect(isJsonObject(value) && value['result']).toBe('second');
});

test('a long text goes out in pieces, none of which cuts a character', async () => {
  // One of the two begins its characters where a piece would end in the middle of one.
  for (const result of ['🙂'.repeat(200_000), `x${'🙂'.repeat(200_000)}`]) {
    const { chunks, output } = start('json');
    await output.write({ ...RESULT, result });
    await output.close();
    expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024 + 1);
    const value: unknown = JSON.parse(chunks.join(''));
    expect(isJsonObject(value) && value['result'] === result).toBe(true);
  }
});

test('a reader that takes nothing more is given up; one that has gone is told of once', async () => {
  const stuck = start('json', false, 1);
  stuck.reader.isStuck = true;
  await stuck.output.write({ ...RESULT, result: 'x'.repeat(200_000) });
  expect(await stuck.output.close()).toBe(false);
  expect(stuck.chunks).toHaveLength(1);

  const gone = start('stream-json');
  gone.stream.destroy(new Error('gone'));
  await gone.output.write(RESULT);
  await gone.output.close();
  expect(gone.failures.map(({ message }) => message)).toEqual(['gone']);
  expect(gone.output.failure?.message).toBe('gone');
});
