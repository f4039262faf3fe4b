import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  buildConversation,
  bypassPolicy,
  checkPairing,
  createFakeClock,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  readSession,
  type FeedItem,
  type JournalEntry,
  type MemoryStore,
  type RunEvent,
} from '@sluice/core';
import { cutsOf } from '../../../test/support/cuts.ts';
import { openJournal } from '../src/index.ts';

const RUNS = Number(process.env['SLUICE_RUNS'] ?? 200);

const call = fc.record({
  name: fc.constantFrom('Effect', 'Effect', 'Again', 'Look', 'Nobody', 'Nest'),
  text: fc.oneof(fc.string({ maxLength: 12 }), fc.constant('long '.repeat(2500))),
});
type Given = { readonly name: string; readonly text: string };
const batches = fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });

const directories: string[] = [];
function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'sluice-resume-'));
  directories.push(path);
  return path;
}
afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** Tools that say which call ran: one not to be run twice, one that may be, one without effects. */
function recordingTools(ran: string[]) {
  const inputSchema = z.object({ text: z.string(), key: z.string() });
  const work = async ({ text, key }: { text: string; key: string }) => {
    ran.push(key);
    return { data: `did ${text}` };
  };
  const base = { description: 'records that it ran', inputSchema, call: work };
  return [
    defineTool({ ...base, name: 'Effect' }),
    defineTool({ ...base, name: 'Again', isIdempotent: true }),
    defineTool({ ...base, name: 'Look', isReadOnly: true, isConcurrencySafe: true }),
    defineTool({
      ...base,
      name: 'Nest',
      async call({ text, key }, { invoke }) {
        ran.push(key);
        const { outcome } = await invoke({ name: 'Effect', input: { text, key: `${key}/nested` } });
        return { data: outcome.code };
      },
    }),
  ];
}

async function run(
  messages: readonly (readonly Given[])[],
  directory: string,
  store: MemoryStore,
): Promise<{ ran: string[]; events: RunEvent[]; before: readonly JournalEntry[] }> {
  const opened = openJournal({ directory });
  if (!opened.ok) throw new Error(opened.message);
  const { journal } = opened;
  const before = (await journal.read()).entries;
  const ran: string[] = [];
  const runtime = createRuntime({
    tools: recordingTools(ran),
    cwd: '/',
    permission: {
      policy: bypassPolicy,
      state: createPermissionState({ mode: 'bypassPermissions', workingDirectories: ['/'] }),
    },
    ports: { clock: createFakeClock(), files: createMemoryFiles(), store, journal },
    resume: readSession(before),
  });
  const events: RunEvent[] = [];
  for await (const event of runtime.run(feed(messages))) events.push(event);
  journal.close();
  return { ran, events, before };
}

/** All messages in one feed: those that are fed again are not taken for unfinished ones. */
async function* feed(messages: readonly (readonly Given[])[]): AsyncGenerator<FeedItem> {
  for (const [number, calls] of messages.entries()) {
    for (const [index, { name, text }] of calls.entries()) {
      const key = `${number}.${index}`;
      yield { type: 'call', id: `call_${key}`, name, input: { text, key } };
    }
    yield { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true };
  }
}

/** Cuts the journal, resumes with the same calls, and holds what comes out against what the cut journal said. */
async function checkCut(
  messages: readonly (readonly Given[])[],
  bytes: Buffer,
  cut: number,
  store: MemoryStore,
): Promise<void> {
  const directory = join(temporaryDirectory(), 'session');
  mkdirSync(directory);
  writeFileSync(join(directory, 'journal.jsonl'), bytes.subarray(0, cut));

  const resumed = await run(messages, directory, store);
  const session = readSession(resumed.before);
  // The next request can be built from the cut journal alone.
  expect(checkPairing(await buildConversation(session, store))).toEqual([]);
  // What had begun and must not be repeated was not.
  for (const message of session) {
    for (const { callId, started } of message.calls) {
      const key = callId.replace('call_', '');
      if (started?.isIdempotent === false) expect(resumed.ran).not.toContain(key);
    }
  }
  expect(new Set(resumed.ran).size).toBe(resumed.ran.length);
  // All calls have one result each, in order, and the grown journal gives a good conversation as well.
  const results = resumed.events.flatMap((event) => (event.type === 'tool-result' ? [event.callId] : []));
  expect(results).toEqual(
    messages.flatMap((calls, number) => calls.map((_, index) => `call_${number}.${index}`)),
  );
  const opened = openJournal({ directory });
  if (!opened.ok) throw new Error(opened.message);
  const grown = readSession((await opened.journal.read()).entries);
  opened.journal.close();
  const conversation = await buildConversation(grown, store);
  expect(checkPairing(conversation)).toEqual([]);
  expect(conversation).toHaveLength(messages.length * 2);
  rmSync(directory, { recursive: true });
}

async function journalOf(messages: readonly (readonly Given[])[], store: MemoryStore): Promise<Buffer> {
  const directory = temporaryDirectory();
  await run(messages, directory, store);
  return readFileSync(join(directory, 'journal.jsonl'));
}

describe('a session whose process died', () => {
  it('resumes from a journal that ends at any byte', async () => {
    const store = createMemoryStore();
    const messages = [
      [
        { name: 'Effect', text: 'é' },
        { name: 'Look', text: 'b' },
      ],
      [
        { name: 'Nest', text: 'c' },
        { name: 'Again', text: 'd' },
      ],
    ];
    const bytes = await journalOf(messages, store);
    for (const cut of cutsOf(bytes)) await checkCut(messages, bytes, cut, store);
  });

  it('resumes from a journal that was cut anywhere, whatever the calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        async (messages, cuts) => {
          const store = createMemoryStore();
          const bytes = await journalOf(messages, store);
          for (const cut of cuts) await checkCut(messages, bytes, Math.floor(cut * bytes.length), store);
        },
      ),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});
