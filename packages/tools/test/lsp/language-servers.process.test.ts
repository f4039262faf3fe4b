import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLspTool, type LspInput, type LspToolOptions } from '../../src/lsp/lsp-tool.ts';
import { ask, type Operation } from '../../src/lsp/operations.ts';
import type { ServerConfig } from '../../src/lsp/server-config.ts';
import { testContext } from '../ripgrep/context.ts';
import { openServers, pidsIn } from './open-servers.ts';

const SCRIPTED = resolve(import.meta.dirname, 'support-server.mjs');

function open(how: string, more: Partial<ServerConfig> = {}, others: readonly Partial<ServerConfig>[] = []) {
  const scripted = { name: 'scripted', command: process.execPath, args: [SCRIPTED, how] };
  const { root, servers, question } = openServers({ ...scripted, ...more }, others);
  const file = join(root, 'a.ts');
  writeFileSync(file, 'const x = 1;\n');
  return {
    ...{ root, file, servers },
    question: (operation: Operation, line = 1, character = 1) => question(file, operation, line, character),
  };
}

it('starts a server that has died again, and says why it does so no more', async () => {
  const { question } = open('dies');
  await expect(question('hover')).rejects.toThrow(/The language server scripted exited with code 9\./);
  await expect(question('hover')).rejects.toThrow(/exited with code 9/);
  await expect(question('hover')).rejects.toThrow(/has failed 2 times and isn't started again/);
});

it('refuses an answer of 40 MiB, and goes on', async () => {
  const { question } = open('huge');
  await expect(question('hover')).rejects.toThrow(/sent a message of \d+ bytes, which is too long/);
  expect(await question('goToDefinition')).toMatchObject({ places: [{ line: 1, character: 8 }] });
});

it('takes answers in any order', async () => {
  const { file, question } = open('unordered');
  writeFileSync(file, '\n\n\n\n');
  const answers = await Promise.all([question('hover', 1), question('hover', 2), question('hover', 3)]);
  expect(answers).toMatchObject([{ text: 'line 0' }, { text: 'line 1' }, { text: 'line 2' }]);
});

it('refuses what a server asks to change, and answers it', async () => {
  const { question } = open('asks');
  expect(await question('hover')).toEqual({ kind: 'text', text: 'applied: false' });
});

it('is treated as the server does: bytes of UTF-8', async () => {
  const { file, question } = open('utf8');
  writeFileSync(file, 'aé𝄞x y\n');
  // Column 5 in UTF-16 units is x, byte 7; the server names byte 7, which is column 5.
  expect(await question('hover', 1, 5)).toMatchObject({ text: 'at 0:7 of 8' });
  expect(await question('goToDefinition')).toMatchObject({ places: [{ character: 5 }] });
});

it('knows each file as it is on disk, and tells only new errors', async () => {
  const { file, servers, question } = open('plain');
  writeFileSync(file, 'BAD one\n');
  expect(await question('hover')).toMatchObject({ text: 'at 0:0 of 8' });
  const edit = (text: string) =>
    servers.errorsAfter(file, () => {
      writeFileSync(file, text);
      return Promise.resolve(true);
    });
  expect(await edit('BAD one\nBAD two\n')).toMatchObject([{ line: 1, message: 'BAD two' }]);
  expect(await edit('good\nBAD two\n')).toEqual([]);
  expect(await question('hover')).toMatchObject({ text: 'at 0:0 of 13' });
});

it('never holds an edit up: a server that reports nothing', async () => {
  const { file, servers, question } = open('mute');
  await question('hover');
  const errors = await servers.errorsAfter(file, () => {
    writeFileSync(file, 'BAD\n');
    return Promise.resolve(true);
  });
  expect(errors).toEqual([]);
});

it.each([
  ['no-start', {}, /exited with code 3\. Its last output: no licence found/],
  ['silent-start', { startupTimeoutMs: 300 }, /did not answer within 0\.3 s \(startupTimeout\)/],
  [
    '',
    { command: 'no-such-language-server' },
    /can't be started: "no-such-language-server" is not on the PATH/,
  ],
] as const)('says why a server does not start: %s', async (how, more, reason) => {
  const { question } = open(how, more);
  await expect(question('hover')).rejects.toThrow(reason);
});

it('stops waiting for a silent server when it is told to', async () => {
  const { file, servers, question } = open('silent');
  await question('goToDefinition');
  const stop = new AbortController();
  const [server] = servers.forFile(file);
  const asked = ask(
    server ?? expect.fail('no server'),
    { operation: 'hover', path: file, line: 1, character: 1, query: '' },
    stop.signal,
  );
  setImmediate(() => stop.abort(new Error('the call was stopped')));
  await expect(asked).rejects.toThrow('the call was stopped');
});

it('closes documents: the one used longest ago, above fifty', async () => {
  const { root, servers, question } = open('plain');
  await question('hover');
  const [server] = servers.forFile(join(root, 'a.ts'));
  for (let at = 0; at < 60; at += 1) {
    const path = join(root, `file-${at}.ts`);
    writeFileSync(path, '');
    server?.sync(path);
  }
  const answer = await question('workspaceSymbol');
  const labels = answer.kind === 'places' ? answer.places.map(({ label }) => label) : [];
  expect(labels).toHaveLength(50);
  expect(labels.at(-1)).toContain('file-59.ts');
  expect(labels.join(' ')).not.toContain('a.ts ');
});

it('gives a server that has started again the file as before', async () => {
  const { file, question } = open('dies-at-one');
  writeFileSync(file, '\nconst x = 1;\n');
  expect(await question('hover', 2)).toMatchObject({ text: 'at 1:0 of 14' });
  await expect(question('hover', 1)).rejects.toThrow(/exited with code 9/);
  expect(await question('hover', 2)).toMatchObject({ text: 'at 1:0 of 14' });
});

it('serves the directory that the configuration names', async () => {
  const { root, question } = open('plain', { workspaceFolder: 'packages/web' });
  const folder = join(root, 'packages/web');
  mkdirSync(folder, { recursive: true });
  await expect(question('findReferences')).rejects.toThrow(`serves ${folder}`);
});

const SESSIONS = 100;

it(`leaves no process after ${SESSIONS} sessions, however they end`, async () => {
  const session = async (at: number): Promise<void> => {
    const ways = ['plain', 'starts-another', 'silent', 'dies', 'silent-start', 'stopped'] as const;
    const way = ways[at % ways.length];
    const how = way === 'stopped' ? 'starts-another' : (way ?? 'plain');
    const { root, servers, question } = open(how, { shutdownTimeoutMs: 200, startupTimeoutMs: 200_000 });
    const answer = question(way === 'dies' ? 'hover' : 'goToDefinition').then(
      () => 'an answer',
      (error: unknown) => String(error),
    );
    // The session of `silent-start` ends while its server starts, that of `silent` in the middle of a question.
    if (way !== 'silent-start')
      expect(await answer).toContain(way === 'dies' ? 'exited with code 9' : 'an answer');
    const answered = way === 'silent' ? question('hover').catch(() => {}) : answer;
    if (way === 'stopped') for (const pid of pidsIn(root)) process.kill(pid, 'SIGSTOP');
    await servers.close();
    await answered;
    expect(pidsIn(root), way).toEqual([]);
  };
  const all = Array.from({ length: SESSIONS }, (_, at) => at);
  for (let at = 0; at < SESSIONS; at += 20) {
    // Twenty at a time; each asserts that nothing of it is left.
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(all.slice(at, at + 20).map(session));
  }
});

describe('the tool', () => {
  const run = async (
    { root, servers }: Pick<ReturnType<typeof open>, 'root' | 'servers'>,
    input: LspInput,
    more: Omit<LspToolOptions, 'servers'> = {},
  ) => {
    const tool = createLspTool({ servers, ...more });
    const context = testContext(root);
    expect(await tool.validateInput?.(input, context)).toEqual({ ok: true });
    const result = await tool.call(input, context);
    if (Symbol.asyncIterator in result) return undefined;
    return result.failure?.message ?? result.data?.result;
  };

  it('ends a server that hangs, starts it once more, and then asks it no more', async () => {
    const opened = open('silent');
    const hover = { operation: 'hover', filePath: 'a.ts', line: 1, character: 1 } as const;
    const pids: number[] = [];
    for (const fate of ['It starts again with the next question', "so it isn't asked again for 10 min"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await opened.question('goToDefinition')).toMatchObject({ kind: 'places' });
      pids.push(...pidsIn(opened.root));
      // oxlint-disable-next-line no-await-in-loop
      const [first, second] = await Promise.all([0, 1].map(() => run(opened, hover, { timeLimitMs: 200 })));
      expect([first, second].join('\n')).toContain('did not answer within 0.2 s');
      expect([first, second].join('\n')).toContain(fate);
    }
    expect(new Set(pids).size).toBe(2);
    expect(await run(opened, hover)).toContain(
      "did not answer in time twice, so it isn't asked again for 10 min",
    );
    await expect(opened.question('goToDefinition')).rejects.toThrow("isn't asked again");
  });

  it('says of a server that is still starting how long that may take', async () => {
    const opened = open('silent-start', { startupTimeoutMs: 90_000 });
    const hover = { operation: 'hover', filePath: 'a.ts', line: 1, character: 1 } as const;
    expect(await run(opened, hover, { timeLimitMs: 50 })).toContain(
      'did not answer within 0.05 s. It is still starting, and has 90 s for that (startupTimeout)',
    );
  });

  it('shows no line of a file that Read would ask about, and names what is inside relatively', async () => {
    const opened = open('plain');
    const place = { operation: 'goToDefinition', filePath: 'a.ts', line: 1, character: 1 } as const;
    expect(await run(opened, place)).toBe('a.ts:1:8  const x = 1;');
    const asked: string[] = [];
    const readsUnasked = (path: string) => (asked.push(path), false);
    expect(await run(opened, place, { readsUnasked })).toBe('a.ts:1:8');
    expect(asked).toEqual([opened.file]);
    const calls = open('modules');
    expect(await run(calls, { ...place, operation: 'incomingCalls' })).toBe('a.ts:1:1  module a.ts in lib');
  });

  it('asks the next server for a file if one fails', async () => {
    const opened = open('plain', { command: 'no-such-language-server' }, [
      { name: 'second', command: process.execPath },
    ]);
    expect(await run(opened, { operation: 'hover', filePath: 'a.ts', line: 1, character: 1 })).toContain(
      'at 0:0 of 13',
    );
  });

  it('searches symbols without a query', async () => {
    const opened = open('plain');
    await opened.question('hover');
    expect(await run(opened, { operation: 'workspaceSymbol' })).toContain('a.ts:1:1');
  });
});
