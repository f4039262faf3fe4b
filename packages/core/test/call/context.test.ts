import { describe, expect, it } from 'vitest';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  runAll,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const tellCwd = toolOf('Pwd', { ...FREE, call: async (_, { cwd }) => ({ data: cwd }) });
const move =
  (to: unknown) => (context: { readonly cwd: string; readonly values: ReadonlyMap<string, unknown> }) => ({
    ...context,
    cwd: String(to),
  });

describe('a change of the session’s context', () => {
  it('that was declared is seen by every later call, and the call runs alone', async () => {
    const cd = toolOf('Cd', {
      changesContext: true,
      call: async ({ to }) => ({ data: '', modifyContext: move(to) }),
    });
    const kit = createKit([cd, tellCwd]);
    const events = await runAll(kit, [
      { id: 'c1', name: 'Pwd', input: {} },
      { id: 'c2', name: 'Cd', input: { to: '/e' } },
      { id: 'c3', name: 'Pwd', input: {} },
      { id: 'c4', name: 'Cd', input: { to: '/f' } },
    ]);
    expect(['c1', 'c3'].map((id) => textOfResult(events, id))).toEqual(['/d', '/e']);
    expect(kit.runtime.session.cwd).toBe('/f');
    expect(ofType(events, 'notice')).toEqual([]);
  });

  it('that was not declared is made in call order, whoever ends first, and told', async () => {
    const gates = [createGate(), createGate()];
    const sly = toolOf('Sly', {
      ...FREE,
      async call({ n }) {
        await gates[Number(n)]?.passed;
        return { data: '', modifyContext: (context) => ({ ...context, cwd: `${context.cwd}/${String(n)}` }) };
      },
    });
    const kit = createKit([sly]);
    const reading = collect(kit.runtime.run([0, 1].map((n) => ({ id: `c${n}`, name: 'Sly', input: { n } }))));
    await quiet();
    gates[1]?.open();
    await quiet();
    expect(kit.runtime.session.cwd).toBe('/d');
    gates[0]?.open();
    const events = await toEnd(reading, kit.clock);
    expect(kit.runtime.session.cwd).toBe('/d/0/1');
    expect(ofType(events, 'notice').map(({ code, callId }) => [code, callId])).toEqual([
      ['undeclared-context-change', 'c0'],
      ['undeclared-context-change', 'c1'],
    ]);
  });

  it.each([true, false])('that throws is a notice, declared: %s', async (changesContext) => {
    const bad = toolOf('Bad', {
      changesContext,
      call: async () => ({
        data: 'fine',
        modifyContext: () => {
          throw new Error('bang');
        },
      }),
    });
    const kit = createKit([bad]);
    const events = await runAll(kit, [{ id: 'c', name: 'Bad', input: {} }]);
    expect(textOfResult(events, 'c')).toBe('fine');
    expect(ofType(events, 'notice')[0]).toMatchObject({
      code: 'context-change-failed',
      message: expect.stringMatching(/bang/),
    });
    expect(kit.runtime.session.cwd).toBe('/d');
  });
});

describe('the context of a call', () => {
  it('says who calls, where, and for whom', async () => {
    const seen: unknown[] = [];
    const look = toolOf('Look', {
      async call(_, context) {
        const { callId, messageId, parentCallId, depth, agentChain, cwd, extension, permission } = context;
        seen.push({
          callId,
          messageId,
          parentCallId,
          depth,
          agentChain,
          cwd,
          extension,
          mode: permission.mode,
        });
        if (depth === 0) await context.invoke({ name: 'Look', input: {} });
        return { data: '' };
      },
    });
    await runAll(createKit([look], { extension: 7, agentChain: ['main'] }), [
      { id: 'c', name: 'Look', input: {} },
    ]);
    const same = { messageId: 'message-1', agentChain: ['main'], cwd: '/d', extension: 7, mode: 'default' };
    expect(seen).toEqual([
      { ...same, callId: 'c', parentCallId: undefined, depth: 0 },
      { ...same, callId: 'c/1', parentCallId: 'c', depth: 1 },
    ]);
  });

  it('gives files of its own for output, or says why there are none', async () => {
    const paths: string[] = [];
    const capture = toolOf('Capture', {
      ...FREE,
      async call(_, { captureFile }) {
        paths.push(captureFile().path, captureFile('wav').path, captureFile('/../x').path);
        return { data: '' };
      },
    });
    const kit = createKit([capture]);
    const calls = ['c1', 'c2'].map((id) => ({ id, name: 'Capture', input: {} }));
    await runAll(kit, calls);
    expect(new Set(paths).size).toBe(6);
    expect(paths.map((path) => path.replace(/^.*\//, '').replace(/^[^.]*/, ''))).toEqual(
      ['c1', 'c2'].flatMap(() => ['.txt', '.wav', '.txt']),
    );
    kit.store.breakWith('full');
    const events = await runAll(kit, calls);
    expect(textOfResult(events, 'c1')).toMatch(/The output can't be stored: .*full/);
  });
});
