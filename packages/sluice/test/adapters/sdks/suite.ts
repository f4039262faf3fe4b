import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type {
  createLocalRuntime,
  defineTool,
  LocalRuntime,
  LocalRuntimeOptions,
} from '../../../src/index.ts';
import { AI_SDK_6, AI_SDK_7 } from './ai.ts';
import { ANTHROPIC } from './anthropic.ts';
import { GOOGLE } from './google.ts';
import { LANGCHAIN } from './langchain.ts';
import { MASTRA } from './mastra.ts';
import { OPENAI_AGENTS } from './openai.ts';
import { PNG } from './png.ts';
import type { LoadAdapter, Sdk } from './sdk.ts';

/** The library under test, from the sources or from the packed packages. */
export interface Library {
  readonly createLocalRuntime: typeof createLocalRuntime;
  readonly defineTool: typeof defineTool;
  readonly load: LoadAdapter;
}

const SDKS: readonly Sdk[] = [AI_SDK_7, AI_SDK_6, OPENAI_AGENTS, LANGCHAIN, ANTHROPIC, MASTRA, GOOGLE];

/** What holds in each of the SDKs. */
export function describeEverySDK(library: () => Library): void {
  describe.each(SDKS)('$name', (sdk) => {
    it('an abort in mid-call settles the run, and leaves no process', () => abortsInMidCall(library(), sdk));

    it.each([true, false])(
      'a question holds back effects, but neither a read nor a denial, and its call runs once if the answer is %s',
      (isApproved) => asksWhileOthersGoOn(library(), sdk, isApproved),
    );

    it.each(['is the same', 'has another input', 'is denied by a rule'] as const)(
      'a call that is approved in a later process, where it %s',
      (change) => approvedLater(library(), sdk, change),
    );

    it('images, a long text, structured output, errors and denials have the form of the SDK', () =>
      converts(library(), sdk));
  });
}

async function open(
  { createLocalRuntime: create }: Library,
  options: Partial<LocalRuntimeOptions> = {},
): Promise<LocalRuntime & { readonly cwd: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const runtime = await create({ cwd, ...options });
  onTestFinished(async () => void (await runtime.dispose()));
  return Object.assign(runtime, { cwd });
}

async function abortsInMidCall(library: Library, sdk: Sdk): Promise<void> {
  const runtime = await open(library, { permissionMode: 'bypassPermissions' });
  const abort = new AbortController();
  const command = 'echo $$ > pid.new && mv pid.new pid && exec sleep 1000';
  const run = sdk
    .run({
      ...{ runtime, load: library.load, signal: abort.signal },
      said: [[['c', 'Bash', { command }]], 'Done.'],
    })
    // SDKs differ in whether an aborted run rejects.
    .catch(() => {});
  const file = join(runtime.cwd, 'pid');
  await expect.poll(() => existsSync(file)).toBe(true);
  const pid = readFileSync(file, 'utf8').trim();
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  abort.abort();
  await run;
  // Some SDKs leave the tool to itself.
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}

async function asksWhileOthersGoOn(library: Library, sdk: Sdk, isApproved: boolean): Promise<void> {
  const sessionDirectory = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const runtime = await open(library, {
    ...{ sessionDirectory, settings: { deny: ['Bash(rm *)'], allow: ['Bash(touch *)'] } },
  });
  const [made, seen] = [join(runtime.cwd, 'made.txt'), join(runtime.cwd, 'seen.txt')];
  const touched = join(runtime.cwd, 'touched.txt');
  writeFileSync(seen, 'seen before\n');
  const read = Promise.withResolvers<void>();
  const states: string[] = [];
  void (async () => {
    for await (const event of runtime.subscribe({ whenSlow: 'latest' })) {
      if (event.type !== 'call-state') continue;
      states.push(`${event.toolName} ${event.status}`);
      if (event.toolName === 'Read' && event.status === 'settled') read.resolve();
    }
  })();
  const asked: string[] = [];
  const results = await sdk.run({
    ...{ runtime, load: library.load },
    said: [
      [
        ['w', 'Write', { file_path: made, content: 'made' }],
        ['r', 'Read', { file_path: seen }],
        ['t', 'Bash', { command: `touch ${touched}` }],
        ['d', 'Bash', { command: `rm ${seen}` }],
        // Where calls start while the model writes, those have.
        read.promise,
      ],
      // With the next call at the latest, the adapter learns of refusals that the SDK answers by itself.
      [['n', 'Read', { file_path: seen }]],
      'Done.',
    ],
    async ask(callId) {
      asked.push(callId);
      // The read has its result while the question is open, or it never comes.
      await read.promise;
      if (callId === 'w') expect([existsSync(made), existsSync(touched)]).toEqual([false, false]);
      return isApproved;
    },
  });
  // What is allowed and has effects is asked about, too, or waits for the answer.
  expect(asked.toSorted()).toEqual(sdk.name === 'Google GenAI' ? ['w'] : ['t', 'w']);
  expect(Object.keys(results).toSorted()).toEqual(['d', 'n', 'r', 't', 'w']);
  expect(JSON.stringify(results['r'])).toContain('seen before');
  expect(JSON.stringify(results['d'])).toContain('Bash(rm *)');
  expect(existsSync(made)).toBe(isApproved);
  expect(existsSync(seen)).toBe(true);
  expect(states.filter((one) => one === 'Write executing')).toHaveLength(isApproved ? 1 : 0);
  // Google's SDK has no one to ask: `touch` comes after a denial, not after a question.
  const isTouched = isApproved || sdk.name === 'Google GenAI';
  expect(existsSync(touched)).toBe(isTouched);
  await runtime.dispose();
  // Each call is journaled with one result, also those that the user has refused.
  const outcome = (isOk: boolean): string => (isOk ? 'ok' : 'denied');
  expect(settledCalls(sessionDirectory).toSorted()).toEqual(
    [
      ['Bash', 'denied'],
      ['Bash', outcome(isTouched)],
      ['Read', 'ok'],
      ['Read', 'ok'],
      ['Write', outcome(isApproved)],
    ].toSorted(),
  );
}

async function approvedLater(
  library: Library,
  sdk: Sdk,
  change: 'is the same' | 'has another input' | 'is denied by a rule',
): Promise<void> {
  const sessionDirectory = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const first = await open(library, { sessionDirectory });
  const { cwd } = first;
  const log = join(cwd, 'log');
  const stored = await sdk.suspend({
    ...{ runtime: first, load: library.load },
    said: [[['w', 'Bash', { command: 'echo before >> log' }]]],
  });
  expect(existsSync(log)).toBe(false);
  await first.dispose();
  const approve = async (text: string): Promise<unknown> => {
    const settings = change === 'is denied by a rule' ? { deny: ['Bash(echo *)'] } : {};
    const later = await open(library, { cwd, sessionDirectory, resume: true, settings });
    const { w } = await sdk.approve(text, { runtime: later, load: library.load, said: ['Done.'] });
    await later.dispose();
    return w;
  };
  if (change === 'has another input') {
    const result = JSON.stringify(await approve(stored.replaceAll('before', 'edited')));
    if (sdk.asksAgain === true) return expect(readFileSync(log, 'utf8')).toBe('edited\n');
    expect(result).toMatch(
      /approved a call with this id but a different input|asked about a different input/,
    );
  } else if (change === 'is denied by a rule') {
    expect(JSON.stringify(await approve(stored))).toContain('Bash(echo *)');
  } else {
    await approve(stored);
    // The process ended before its application had stored that: the answer is given once more.
    if (sdk.asksAgain !== true) await approve(stored);
    expect(readFileSync(log, 'utf8')).toBe('before\n');
    return undefined;
  }
  expect(existsSync(log)).toBe(false);
  expect(settledCalls(sessionDirectory)).toEqual([['Bash', 'denied']]);
}

/** The tools of the calls in a journal, with their results. */
function settledCalls(sessionDirectory: string): readonly (readonly [name: string, outcome: string])[] {
  const names = new Map<string, string>();
  return readFileSync(join(sessionDirectory, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const { type, callId, name, outcome } = JSON.parse(line);
      if (type === 'received') names.set(callId, name);
      return type === 'settled' ? [[names.get(callId) ?? '', outcome] as const] : [];
    });
}

async function converts(library: Library, sdk: Sdk): Promise<void> {
  const probe = (name: string, work: () => unknown, maxResultSizeChars = 10_000_000) =>
    library.defineTool({
      ...{ name, description: name, inputSchema: z.object({}), isReadOnly: true, maxResultSizeChars },
      claims: () => [],
      call: async () => ({ data: work() }),
      toModel: (data) => (Array.isArray(data) || typeof data === 'string' ? data : JSON.stringify(data)),
    });
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
  const long = `${'word '.repeat(400_000)}the end`;
  const runtime = await open(library, {
    tools: [
      probe('Picture', () => [{ type: 'text', text: 'here' }, image]),
      probe('Structured', () => ({ sum: 5, of: [2, 3] })),
      probe('Long', () => long),
      probe('Broken', () => {
        throw new Error('it broke');
      }),
    ],
    settings: { deny: ['Read(//**/secret.txt)'] },
  });
  const results = await sdk.run({
    ...{ runtime, load: library.load },
    said: [
      [
        ['picture', 'Picture', {}],
        ['structured', 'Structured', {}],
        ['long', 'Long', {}],
        ['broken', 'Broken', {}],
        ['denied', 'Read', { file_path: join(runtime.cwd, 'secret.txt') }],
      ],
      'Done.',
    ],
  });
  expect(results).toEqual({
    picture: sdk.picture('here', PNG, 'image/png'),
    structured: sdk.text('{"sum":5,"of":[2,3]}'),
    long: sdk.text(expect.stringMatching(/^(?=.{1000,100000}$)(?=.*tool-results).*word word/s)),
    broken: sdk.error(expect.stringContaining('it broke')),
    denied: sdk.error(expect.stringContaining('Read(//**/secret.txt)')),
  });
}
