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
  const runtime = await open(library, { settings: { deny: ['Bash(rm *)'], allow: ['Bash(touch *)'] } });
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
  expect(Object.keys(results).toSorted()).toEqual(['d', 'r', 't', 'w']);
  expect(JSON.stringify(results['r'])).toContain('seen before');
  expect(JSON.stringify(results['d'])).toContain('Bash(rm *)');
  expect(existsSync(made)).toBe(isApproved);
  expect(existsSync(seen)).toBe(true);
  expect(states.filter((one) => one === 'Write executing')).toHaveLength(isApproved ? 1 : 0);
  // Google's SDK has no one to ask: `touch` comes after a denial, not after a question.
  expect(existsSync(touched)).toBe(isApproved || sdk.name === 'Google GenAI');
}

const PNG = 'aGk=';

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
