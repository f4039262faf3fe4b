import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { CLI, ended, parseLines } from '../exec/support/cli.ts';
import { isAlive, linesOfFile, until } from '../exec/support/until.ts';
import { calls, words } from './support/answers.ts';
import { byTask } from './support/by-task.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

const BYPASS = '--dangerously-skip-permissions';
const READY = 'echo ready; until [ -e go ]; do sleep 0.02; done';
/** Says who it is, and stays, with a child of its own. */
const STAY = 'echo $$ >> pids; sleep 1000 & echo $! >> pids; wait';

test('SIGINT while the model speaks: the result is told, 130, and the session goes on', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['So far', gate.pause, ' never'] }] },
    words('And on.'),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'first', ...STREAM, '--include-partial-messages');
  child.stdin.end();
  const talk = talkTo(child);
  await talk.next({ event: { delta: { text: 'So far' } } });
  child.kill('SIGINT');
  await talk.next({ type: 'result', terminal_reason: 'aborted_streaming', is_error: true });
  expect(await talk.ended).toBe(130);
  gate.open();

  const next = await runPrint(place, 'second', '--continue');
  expect(next).toMatchObject({ status: 0, stdout: 'And on.\n' });
  const sent = JSON.stringify(lastMessages(server));
  for (const text of ['first', 'So far', 'interrupted you', 'second']) expect(sent).toContain(text);
  expect(server.problems).toEqual([]);
});

test('SIGINT while tools run ends them; a second one ends the program at once', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: STAY }, 'toolu_1']),
    words('Well then.'),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'stay', ...STREAM, BYPASS);
  child.stdin.end();
  const talk = talkTo(child);
  const pids = (await linesOfFile(join(place.cwd, 'pids'), 2)).map(Number);
  child.kill('SIGINT');
  await talk.next({ type: 'user', message: { role: 'user' } });
  await talk.next({ type: 'result', terminal_reason: 'aborted_tools' });
  expect(await talk.ended).toBe(130);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await runPrint(place, 'go on', '--continue')).toMatchObject({ status: 0, stdout: 'Well then.\n' });
  expect(server.problems).toEqual([]);

  const gate = createGate();
  server.restart([{ content: [{ type: 'text', text: ['x', gate.pause] }] }]);
  const hooks = {
    Stop: [],
    StopFailure: [],
    SessionEnd: [{ hooks: [{ type: 'command', command: 'echo $$ > hooked; sleep 1000', timeout: 60 }] }],
  };
  const stuck = startPrint(place, 'stay', ...STREAM, '--settings', JSON.stringify({ hooks }));
  stuck.stdin.end();
  const ending = ended(stuck);
  await server.request(0);
  stuck.kill('SIGINT');
  const [hook] = await linesOfFile(join(place.cwd, 'hooked'), 1);
  stuck.kill('SIGINT');
  expect((await ending).status).toBe(130);
  await until(() => (isAlive(Number(hook)) ? undefined : true));
  gate.open();
});

test.for([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends everything that runs, in the background too', async ([signal, status]) => {
  await using server = await startModelServer([
    calls(['Bash', { command: STAY, run_in_background: true }]),
    calls(['Bash', { command: `trap '' TERM; ${STAY}` }]),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'stay', ...STREAM, BYPASS);
  child.stdin.end();
  const ending = ended(child);
  const pids = (await linesOfFile(join(place.cwd, 'pids'), 4)).map(Number);
  expect(pids.filter(isAlive)).toHaveLength(4);
  child.kill(signal);
  const end = await ending;
  expect(end.status).toBe(status);
  expect(parseLines(end.stdout).findLast(({ type }) => type === 'result')).toMatchObject({ is_error: true });
  await until(() => (pids.some(isAlive) ? undefined : true));
});

test('what ignores SIGTERM is named; a second SIGINT kills it, and the call has its result', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: `trap '' TERM; ${STAY}` }, 'toolu_1']),
    words('Well then.'),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'stay', ...STREAM, BYPASS);
  child.stdin.end();
  const talk = talkTo(child);
  const pids = (await linesOfFile(join(place.cwd, 'pids'), 2)).map(Number);
  const said = new Promise<string>(
    (resolve) => void child.stderr.once('data', (part) => resolve(String(part))),
  );
  child.kill('SIGINT');
  const waiting = { pid: pids[1] ?? 0, name: 'sleep' };
  await talk.next({ type: 'tool_progress', data: { type: 'stopping', processes: [waiting] } });
  expect(await said).toBe(
    `sluice: waiting for sleep (pid ${waiting.pid}) to stop, press Ctrl-C again to kill\n`,
  );
  child.kill('SIGINT');
  const told = await talk.next({ type: 'user', outcome: 'cancelled' });
  expect(told).toMatchObject({ message: { content: [{ tool_use_id: 'toolu_1', is_error: true }] } });
  await talk.next({ type: 'result', terminal_reason: 'aborted_tools' });
  expect(await talk.ended).toBe(130);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await runPrint(place, 'go on', '--continue')).toMatchObject({ status: 0, stdout: 'Well then.\n' });
  expect(server.problems).toEqual([]);
});

test('SIGINT tells tasks in the background to end at once, while a command still ends', async () => {
  const task = `trap 'echo >> told; exit' TERM; echo $$ >> pids; sleep 1000 & wait`;
  // It sees that before it is killed for ignoring the signal.
  const command = `trap '' TERM INT; echo $$ >> pids; until [ -e told ]; do sleep 0.02; done; echo >> seen`;
  await using server = await startModelServer([
    calls(['Bash', { command: task, run_in_background: true }], ['Bash', { command }]),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'stay', ...STREAM, BYPASS);
  child.stdin.end();
  const ending = ended(child);
  await linesOfFile(join(place.cwd, 'pids'), 2);
  child.kill('SIGINT');
  expect((await ending).status).toBe(130);
  expect(existsSync(join(place.cwd, 'seen'))).toBe(true);
});

test('SIGINT twice ends agents in the background too, with their commands, and each call has its result', async () => {
  const task = { description: 'a task', prompt: 'TASK', run_in_background: true };
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(['Agent', task]), calls(['Bash', { command: STAY }])],
      TASK: [calls(['Bash', { command: STAY }])],
    }),
  );
  const printed = printPlace(server);
  const place = { ...printed, env: { ...printed.env, CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '' } };
  const hook = { type: 'command', command: 'echo $$ > hooked; sleep 1000', timeout: 60 };
  const settings = JSON.stringify({ hooks: { SessionEnd: [{ hooks: [hook] }] } });
  const child = startPrint(place, 'stay', ...STREAM, BYPASS, '--settings', settings);
  child.stdin.end();
  const ending = ended(child);
  const pids = (await linesOfFile(join(place.cwd, 'pids'), 4)).map(Number);
  child.kill('SIGINT');
  const [hooked] = await linesOfFile(join(place.cwd, 'hooked'), 1);
  child.kill('SIGINT');
  const { status, stdout } = await ending;
  expect(status).toBe(130);
  // What the agent has used counts, and is still known when the session goes on.
  expect(parseLines(stdout).findLast(({ type }) => type === 'result')).toMatchObject({
    ...{ usage: { input_tokens: 200 }, modelUsage: { 'claude-sonnet-4-5': { inputTokens: 300 } } },
  });
  const cost = await runPrint(place, '/cost', '--continue');
  expect(cost.stdout).toMatch(/^\$0\.0000 so far and \$0\.0014 before the session was resumed, as far as/);
  const made = parseLines(stdout).flatMap((line) => {
    const content: unknown = Object(line['message']).content;
    return Array.isArray(content) ? content : [];
  });
  const used = made.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  const settled = made.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []));
  expect(used).toHaveLength(3);
  expect(settled.toSorted()).toEqual(used.toSorted());
  await until(() => ([...pids, Number(hooked)].some(isAlive) ? undefined : true));
});

test('a slow reader gets everything; one that has gone ends the work', async () => {
  const long = 'ä🙂 line of text\n'.repeat(100_000);
  await using server = await startModelServer([words(long), words(long), words(long)]);
  const place = printPlace(server);
  for (const format of ['json', 'stream-json']) {
    const child = startPrint(place, 'speak', '--output-format', format);
    child.stdin.end();
    const chunks: Buffer[] = [];
    const { promise, resolve } = Promise.withResolvers<number | null>();
    child.once('close', resolve);
    // Takes what there is, and rests: two megabytes take about two seconds.
    child.stdout.on('readable', () => {
      void wait(20).then(() => {
        const chunk: unknown = child.stdout.read();
        if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      });
    });
    expect(await promise).toBe(0);
    const result = parseLines(Buffer.concat(chunks).toString()).find(({ type }) => type === 'result');
    expect(result?.['result'] === long, format).toBe(true);
  }
  const child = startPrint(place, 'speak', ...STREAM);
  child.stdin.end();
  child.stdout.destroy();
  const { status, stderr } = await new Promise<{ status: number | null; stderr: string }>((resolve) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
    child.once('close', (code) => resolve({ status: code, stderr: text }));
  });
  expect(status).toBe(1);
  expect(stderr).toContain('output');
});

test('a background task that runs at the end dies soon; one that has ended is told at once', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: READY, run_in_background: true }]),
    words('Started.'),
    words('Heard.'),
    calls(['Bash', { command: STAY, run_in_background: true }]),
    words('Started again.'),
  ]);
  const place = printPlace(server);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, BYPASS));
  talk.prompt('start');
  const begun = await talk.next({ subtype: 'task_started', task_type: 'local_bash', description: READY });
  const over = {
    subtype: 'task_notification',
    task_id: begun['task_id'] ?? '',
    status: 'completed',
    exit_code: 0,
  };
  await talk.next({ type: 'result', result: 'Started.' });
  writeFileSync(join(place.cwd, 'go'), '');
  await talk.next({ type: 'result', result: 'Heard.' });
  const sent = JSON.stringify(server.requests.slice(1).map(({ body }) => body['messages']));
  expect(sent).toContain('echo ready; until');
  expect(talk.messages).toContainEqual(expect.objectContaining(over));
  talk.prompt('once more');
  await talk.next({ type: 'result', result: 'Started again.' });
  const [pid] = (await linesOfFile(join(place.cwd, 'pids'), 2)).map(Number);
  expect(isAlive(pid ?? 0)).toBe(true);
  expect(await talk.end()).toBe(0);
  await until(() => (isAlive(pid ?? 0) ? undefined : true));
  expect(talk.messages.at(-2)).toMatchObject({ subtype: 'task_notification', status: 'stopped' });
  expect(talk.messages.at(-1)).toMatchObject({ subtype: 'background_tasks_changed', tasks: [] });
  expect(server.problems).toEqual([]);
});

test('output that can not be written is not a success, however late that turns out', async () => {
  await using server = await startModelServer(() => words('Fine.'));
  const { cwd, env } = printPlace(server);
  for (const format of ['text', 'json', 'stream-json']) {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...CLI, '-p', 'hi', '--output-format', format], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', full, 'pipe'],
    });
    const exited = new Promise((resolve) => void child.once('exit', resolve));
    const stderr = child.stderr === null ? '' : await text(child.stderr);
    closeSync(full);
    expect([await exited, stderr], format).toEqual([1, expect.stringContaining('ENOSPC')]);
  }
});

test('of a file that has no more room the whole text is owed: a part of it is not a success', async () => {
  await using server = await startModelServer(() => words('x'.repeat(200_000)));
  const { cwd, env } = printPlace(server);
  const args = [...CLI, '-p', 'hi', '--no-session-persistence'];
  const child = spawn('sh', ['-c', 'ulimit -f 64; exec "$0" "$@" > out', process.execPath, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => void child.once('exit', resolve));
  const stderr = await text(child.stderr);
  expect([await exited, stderr]).toEqual([
    1,
    expect.stringContaining("standard output can't be written (EFBIG"),
  ]);
});

test('output that no one takes from the start costs one request at most', async () => {
  await using server = await startModelServer(() => calls(['Bash', { command: 'true' }]));
  const child = startPrint(printPlace(server), 'go', ...STREAM);
  child.stdin.end();
  child.stdout.destroy();
  const status = await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  expect(status).toBe(1);
  expect(server.requests.length).toBeLessThan(2);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  '%s while a hook of the start hangs ends that, and hooks of the end run',
  async (signal, status) => {
    await using server = await startModelServer([]);
    const place = printPlace(server);
    const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }];
    const hooks = { SessionStart: hook(STAY), SessionEnd: hook('echo ended >> ended') };
    const child = startPrint(place, 'hi', '--settings', JSON.stringify({ hooks }));
    child.stdin.end();
    const pids = (await linesOfFile(join(place.cwd, 'pids'), 2)).map(Number);
    child.kill(signal);
    expect((await ended(child)).status).toBe(status);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await linesOfFile(join(place.cwd, 'ended'), 1)).toEqual(['ended']);
    expect(server.requests).toEqual([]);
  },
);

test.each([
  ['SessionStart', []],
  ['Setup', ['--init']],
] as const)(
  'a hook of %s that ignores SIGTERM is named, and a second SIGINT kills it',
  async (event, flags) => {
    await using server = await startModelServer([]);
    const place = printPlace(server);
    const hook = { type: 'command', command: `trap '' TERM INT HUP; ${STAY}`, timeout: 60 };
    const hooks = {
      [event]: [{ hooks: [hook] }],
      SessionEnd: [{ hooks: [{ ...hook, command: 'echo ended >> ended' }] }],
    };
    const child = startPrint(place, 'hi', ...flags, '--settings', JSON.stringify({ hooks }));
    child.stdin.end();
    const pids = (await linesOfFile(join(place.cwd, 'pids'), 2)).map(Number);
    const said = new Promise<string>(
      (resolve) => void child.stderr.once('data', (part) => resolve(String(part))),
    );
    const ending = ended(child);
    child.kill('SIGINT');
    expect(await said).toBe(
      `sluice: waiting for sleep (pid ${pids[1]}) to stop, press Ctrl-C again to kill\n`,
    );
    child.kill('SIGINT');
    expect((await ending).status).toBe(130);
    expect(pids.filter(isAlive)).toEqual([]);
    // Killing it is not a hurried end of the program.
    expect(await linesOfFile(join(place.cwd, 'ended'), 1)).toEqual(['ended']);
  },
);

test('ends after SIGTERM, though a command, a task, a server and a hook ignore that', async () => {
  const stubborn = (name: string): string =>
    `trap '' TERM INT HUP; echo $$ >> pids; echo >> ${name}; while :; do sleep 60; done`;
  await using server = await startModelServer([
    calls(
      ['Bash', { command: stubborn('task'), run_in_background: true }],
      ['mcp__stubborn__wait', {}],
      ['Bash', { command: stubborn('call') }],
    ),
  ]);
  const place = printPlace(server);
  const file = join(place.home, 'stubborn.mjs');
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
     import { createInterface } from 'node:readline';
     for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => {});
     setInterval(() => {}, 1e6);
     const results = {
       initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
       'tools/list': { tools: [{ name: 'wait', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
       'tools/call': { content: [] },
     };
     appendFileSync('pids', process.pid + '\\n');
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
     });`,
  );
  const hooks = { SessionEnd: [{ hooks: [{ type: 'command', command: stubborn('hook') }] }] };
  const mcpServers = { stubborn: { command: process.execPath, args: [file] } };
  const child = startPrint(
    place,
    ...['hi', '--settings', JSON.stringify({ hooks }), '--mcp-config', JSON.stringify({ mcpServers })],
    '--dangerously-skip-permissions',
  );
  child.stdin.end();
  await Promise.all(['task', 'call'].map((name) => linesOfFile(join(place.cwd, name), 1)));
  child.kill('SIGTERM');
  expect((await ended(child)).status).toBe(143);
  const pids = (await linesOfFile(join(place.cwd, 'pids'), 4)).map(Number);
  expect(pids.filter(isAlive)).toEqual([]);
});
