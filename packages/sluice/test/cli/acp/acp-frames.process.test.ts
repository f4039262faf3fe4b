import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { expect, onTestFailed, test } from 'vitest';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { startCli } from '../exec/support/cli.ts';
import { words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';

const METHODS = [
  'initialize',
  'authenticate',
  'session/new',
  'session/load',
  'session/resume',
  'session/list',
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_config_option',
  'session/close',
  'session/delete',
  'session/fork',
  '_own/method',
  '$/cancel_request',
  '',
  '__proto__',
];

/** A line as an editor might write it, right or wrong. `{S}` becomes the id of a session that is open. */
const line = (cwd: string): fc.Arbitrary<string> => {
  const id = fc.oneof(fc.integer({ min: 1_000, max: 1_000_000 }), fc.string({ minLength: 1, maxLength: 8 }));
  const session = fc.constantFrom('{S}', '{S}', 'nobody', '');
  const params = fc.oneof(
    fc.record({ sessionId: session }),
    fc.record({ sessionId: session, modeId: fc.constantFrom('plan', 'default', 'wild', '__proto__') }),
    fc.record({
      sessionId: session,
      configId: fc.constantFrom('mode', 'model', 'x'),
      value: fc.oneof(fc.string(), fc.boolean(), fc.constantFrom('plan', 'default')),
    }),
    fc.record({
      sessionId: session,
      prompt: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('text'), text: fc.string() }),
          fc.record({ type: fc.string() }),
          fc.jsonValue(),
        ),
        { maxLength: 3 },
      ),
    }),
    fc.record({ cwd: fc.constantFrom('relative', '/does/not/exist', ''), mcpServers: fc.constant([]) }),
    fc.record({ cwd: fc.constant(cwd) }),
    fc.record({ requestId: id }),
    fc.jsonValue(),
  );
  const jsonrpc = fc.constant('2.0');
  const method = fc.constantFrom(...METHODS);
  const frame = fc.oneof(
    { weight: 8, arbitrary: fc.record({ jsonrpc, id, method, params }) },
    { weight: 2, arbitrary: fc.record({ jsonrpc, method, params }) },
    { weight: 1, arbitrary: fc.record({ jsonrpc, id, result: fc.jsonValue() }) },
    { weight: 1, arbitrary: fc.record({ jsonrpc, id, method: fc.jsonValue() }) },
    { weight: 1, arbitrary: fc.record({ id, method }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  return fc.oneof(
    { weight: 12, arbitrary: frame.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: frame.map((value) => JSON.stringify(value).slice(0, -2)) },
    { weight: 1, arbitrary: fc.string().map((text) => text.replaceAll('\n', ' ')) },
  );
};

/** The id of a line that is a request as JSON-RPC has it. */
function requestId(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || getOwn(value, 'jsonrpc') !== '2.0') return undefined;
    return typeof getOwn(value, 'method') === 'string' ? JSON.stringify(getOwn(value, 'id')) : undefined;
  } catch {
    return undefined;
  }
}

test('1,000 random frames: every request gets one answer, nothing hangs, and the session works afterwards', async () => {
  const seed = Number(process.env['SLUICE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  onTestFailed(() => console.error(`SLUICE_SEED=${seed}`));
  await using server = await startModelServer(() => words('Fine.'));
  const place = printPlace(server);
  const child = startCli(['acp'], place);
  const answers = new Map<string, number>();
  const errors: unknown[] = [];
  const results = new Map<string, JsonObject>();
  let look = (): void => {};
  createInterface({ input: child.stdout }).on('line', (text) => {
    const message: unknown = JSON.parse(text);
    if (!isJsonObject(message) || getOwn(message, 'jsonrpc') !== '2.0') throw new Error(text);
    if (getOwn(message, 'method') !== undefined) return;
    const id = JSON.stringify(getOwn(message, 'id'));
    const [result, error] = [getOwn(message, 'result'), getOwn(message, 'error')];
    expect((result === undefined) !== (error === undefined), text).toBe(true);
    if (isJsonObject(result)) results.set(id, result);
    if (isJsonObject(error)) errors.push(getOwn(error, 'message'));
    answers.set(id, (answers.get(id) ?? 0) + 1);
    look();
  });
  const until = (is: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        if (is()) resolve();
      };
      look();
    });
  const write = (text: string): void => void child.stdin.write(`${text}\n`);
  const ask = async (id: number, method: string, params: object): Promise<JsonObject | undefined> => {
    write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    await until(() => answers.has(String(id)));
    return results.get(String(id));
  };
  await ask(1, 'initialize', { protocolVersion: 1 });
  const opened = await ask(2, 'session/new', { cwd: place.cwd, mcpServers: [] });
  const sessionId = JSON.stringify(opened?.['sessionId']).slice(1, -1);
  const lines = fc
    .sample(line(place.cwd), { numRuns: 1_000, seed })
    .map((text) => text.replaceAll('{S}', sessionId));
  const asked = new Map<string, number>();
  for (const text of lines) {
    const id = requestId(text);
    if (id !== undefined) asked.set(id, (asked.get(id) ?? 0) + 1);
    write(text);
  }
  await until(() => [...asked].every(([id, times]) => (answers.get(id) ?? 0) >= times));
  const again = await ask(3, 'session/new', { cwd: place.cwd, mcpServers: [] });
  const prompt = [{ type: 'text', text: 'Still there?' }];
  expect(await ask(4, 'session/prompt', { sessionId: again?.['sessionId'], prompt })).toEqual({
    stopReason: 'end_turn',
  });
  for (const [id, times] of asked) expect([id, answers.get(id)]).toEqual([id, times]);
  for (const message of errors) expect(message).not.toMatch(/\n|TypeError|undefined|\bat \//);
  const done = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.stdin.end();
  expect(await done).toBe(0);
});
