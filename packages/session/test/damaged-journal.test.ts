import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, type FeedItem } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { createLocalRuntime } from '../src/runtime/create-local-runtime.ts';

const numRuns = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 200) / 5);

interface FedCall {
  readonly id: string;
  readonly name: string;
  readonly input: { readonly what: string };
}

/** Two messages whose calls have the same ids, as some servers give them. */
const MESSAGES: readonly (readonly FedCall[])[] = [0, 1].map((message) =>
  [0, 1, 2].map((call) => ({ id: `call_${call}`, name: 'Effect', input: { what: `${message}.${call}` } })),
);

async function* feedOf(messages: typeof MESSAGES): AsyncGenerator<FeedItem> {
  for (const calls of messages) {
    for (const { id, name, input } of calls) yield { type: 'call', id, name, input };
    yield { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true };
  }
}

/** Carries out the messages and tells which calls ran. `onCall` is told of each as it begins. */
async function carryOut(
  sessionDirectory: string,
  cwd: string,
  resume: boolean,
  isOneRun: boolean,
  onCall: (what: string) => void = () => {},
) {
  const ran: string[] = [];
  const effect = defineTool({
    name: 'Effect',
    description: 'Has an effect.',
    inputSchema: z.object({ what: z.string() }),
    async call({ what }) {
      ran.push(what);
      onCall(what);
      return { data: `did ${what}` };
    },
  });
  const options = { cwd, sessionDirectory, resume, builtInTools: [], tools: [effect] };
  await using runtime = await createLocalRuntime({ ...options, permissionMode: 'bypassPermissions' });
  const texts: string[] = [];
  const feeds = isOneRun ? [feedOf(MESSAGES)] : MESSAGES.map((calls) => feedOf([calls]));
  for (const feed of feeds)
    for await (const event of runtime.run(feed))
      if (event.type === 'tool-result') texts.push(JSON.stringify(event.result.content));
  return { ran, texts, notices: runtime.notices };
}

/** A session that was killed while one of its calls ran: its directory, and the calls that had begun. */
async function killedAt(killed: string) {
  const [cwd, copies] = [scratch(), scratch()];
  const original = join(copies, 'original');
  const begun: string[] = [];
  let isKilled = false;
  await carryOut(original, cwd, false, true, (what) => {
    if (isKilled) return;
    begun.push(what);
    if (what !== killed) return;
    isKilled = true;
    mkdirSync(join(copies, 'killed'));
    for (const name of ['journal.jsonl', 'journal.head'])
      cpSync(join(original, name), join(copies, 'killed', name));
  });
  return { cwd, begun, directory: join(copies, 'killed'), copies };
}

const CALLS = MESSAGES.flat().map(({ input }) => input.what);

const change = fc.record({
  kind: fc.constantFrom('swap', 'double', 'delete', 'edit', 'tear', 'cut'),
  at: fc.nat(),
  to: fc.nat(),
});

function damage(
  lines: string[],
  { kind, at, to }: typeof change extends fc.Arbitrary<infer Value> ? Value : never,
): void {
  const from = at % lines.length;
  const other = to % lines.length;
  const line = lines[from] ?? '';
  if (kind === 'swap') [lines[from], lines[other]] = [lines[other] ?? '', line];
  else if (kind === 'double') lines.splice(other, 0, line);
  else if (kind === 'delete') lines.splice(from, 1);
  else if (kind === 'cut') lines.splice(from);
  else if (kind === 'tear') lines[from] = line.slice(0, to % (line.length + 1));
  else lines[from] = line.replace(/[a-z]/g, (letter, place) => (place === to % 40 ? 'q' : letter));
}

const HEAD_FAULTS = {
  kept: () => {},
  removed: (path: string) => rmSync(path),
  emptied: (path: string) => writeFileSync(path, ''),
  garbled: (path: string) => writeFileSync(path, '<<<<<<< HEAD\n'),
};
const HEADS = ['kept', 'removed', 'emptied', 'garbled'] as const;

test('a call that may have begun is never run again, whatever has become of the lines of the journal', async () => {
  const sessions = new Map<string, Awaited<ReturnType<typeof killedAt>>>();
  for (const what of CALLS) sessions.set(what, await killedAt(what));
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CALLS),
      fc.array(change, { maxLength: 3 }),
      fc.constantFrom(...HEADS),
      fc.boolean(),
      async (what, changes, head, isOneRun) => {
        const session = sessions.get(what);
        if (session === undefined) throw new Error(what);
        count += 1;
        const directory = join(session.copies, String(count));
        cpSync(session.directory, directory, { recursive: true });
        const file = join(directory, 'journal.jsonl');
        const before = readFileSync(file, 'utf8');
        const lines = before.split('\n').slice(0, -1);
        for (const one of changes) if (lines.length > 0) damage(lines, one);
        const after = lines.map((line) => `${line}\n`).join('');
        writeFileSync(file, after);
        HEAD_FAULTS[head](join(directory, 'journal.head'));
        // Without its record, a journal that holds nothing any more can't be distinguished from a new one.
        if (head !== 'kept' && !lines.some((line) => before.includes(`${line}\n`))) return;
        const { ran, notices } = await carryOut(directory, session.cwd, true, isOneRun);
        expect(ran.filter((one) => session.begun.includes(one))).toEqual([]);
        // What is wrong with the journal is said.
        if (after !== before || head !== 'kept') expect(notices.join('\n')).toContain(file);
      },
    ),
    { numRuns },
  );
});

test.each([true, false])('lines out of order are put right (one run: %j)', async (isOneRun) => {
  const session = await killedAt('1.1');
  const file = join(session.directory, 'journal.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    file,
    lines
      .toReversed()
      .map((line) => `${line}\n`)
      .join(''),
  );
  const { ran, texts, notices } = await carryOut(session.directory, session.cwd, true, isOneRun);
  expect(ran).toEqual(['1.2']);
  expect(texts[0]).toContain('did 0.0');
  expect(texts.filter((text) => text.includes('unknown')).length).toBeGreaterThan(0);
  expect(notices).toEqual([
    expect.stringMatching(/out of order or duplicated; they were restored by their numbers\.$/),
  ]);
});

test.each([true, false])(
  'a journal as the kill left it says nothing, and what had not begun is run (one run: %j)',
  async (isOneRun) => {
    const session = await killedAt('0.1');
    const { ran, texts, notices } = await carryOut(session.directory, session.cwd, true, isOneRun);
    expect(ran).toEqual(['0.2', '1.0', '1.1', '1.2']);
    expect(texts[0]).toContain('did 0.0');
    expect(notices).toEqual([]);
  },
);

test('without the record of its end, what the journal may have lost is not run, and the next resume goes on', async () => {
  const session = await killedAt('0.1');
  rmSync(join(session.directory, 'journal.head'));
  const first = await carryOut(session.directory, session.cwd, true, true);
  expect(first.ran).toEqual([]);
  expect(first.notices).toEqual([expect.stringContaining('may be missing')]);
  const second = await carryOut(session.directory, session.cwd, true, true);
  expect(second).toMatchObject({ ran: [], notices: [] });
});
