import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  readSession,
  type PermissionPolicy,
} from '../../src/index.ts';
import { createKit, FREE, toolOf, type KitOptions } from '../support/kit.ts';
import { asking } from '../support/person.ts';

/** Processes that share a journal, one after the other. */
function machine(policy: PermissionPolicy = asking('Write', 'Edit')) {
  const [memoryJournal, store, files] = [createMemoryJournal(), createMemoryStore(), createMemoryFiles()];
  const ran: string[] = [];
  const tool = (name: string, more: Parameters<typeof toolOf>[1] = {}) =>
    toolOf(name, {
      call: async (input) => {
        ran.push(`${name} ${JSON.stringify(input['of'])}`);
        return { data: `${name} done` };
      },
      ...more,
    });
  const writes = {
    changesContext: () => false,
    claims: () => [{ access: 'write' as const, resource: { kind: 'named' as const, name: 'notes' } }],
  };
  const looks = { access: 'read' as const, resource: { kind: 'named' as const, name: 'notes' } };
  const tools = [
    tool('Write', writes),
    tool('Edit', writes),
    tool('Bash', writes),
    tool('Read', FREE),
    tool('Look', { isReadOnly: true, isConcurrencySafe: true, claims: () => [looks] }),
  ];
  const start = (more: KitOptions = {}) =>
    createKit(tools, {
      policy,
      asks: 'suspend',
      memoryJournal,
      store,
      files,
      ...(memoryJournal.entries.length > 0 && { resume: readSession(memoryJournal.entries) }),
      ...more,
    }).runtime;
  const lines = (type: string) => memoryJournal.entries.filter((entry) => entry.type === type);
  return { start, ran, lines, memoryJournal };
}

const WRITE = { id: 'w', name: 'Write', input: { of: 1 } };
const READ = { id: 'r', name: 'Read', input: { of: 2 } };
const BASH = { id: 'b', name: 'Bash', input: { of: 3 } };
const LOOK = { id: 'l', name: 'Look', input: { of: 5 } };
const EDIT = { id: 'e', name: 'Edit', input: { of: 4 } };

async function suspend(runtime: ReturnType<ReturnType<typeof machine>['start']>, ...calls: (typeof WRITE)[]) {
  const message = runtime.openMessage({ id: 'm' });
  const handles = calls.map((call) => message.add(call));
  return { handles, ended: await message.end() };
}

async function ids(runtime: ReturnType<ReturnType<typeof machine>['start']>) {
  return new Map((await runtime.pending()).map(({ callId, requestId }) => [callId, requestId]));
}

describe('a call that needs a person, where no one waits', () => {
  it('stays open; calls with effects after it stay open too, and reads go on', async () => {
    const { start, ran, lines } = machine();
    const runtime = start();
    const { handles, ended } = await suspend(runtime, WRITE, READ, BASH, EDIT);
    expect(ended.suspended.map(({ callId, requestId }) => [callId, requestId !== undefined])).toEqual([
      ['w', true],
      ['b', false],
      ['e', true],
    ]);
    expect(ended.message).toBeUndefined();
    expect(await Promise.all(handles.map(({ decision }) => decision))).toEqual([
      'suspended',
      'allowed',
      'allowed',
      'suspended',
    ]);
    expect(ran).toEqual(['Read 2']);
    expect([lines('settled').length, lines('message').length]).toEqual([1, 0]);
    expect(await runtime.pending()).toMatchObject([
      { callId: 'w', toolName: 'Write', input: { of: 1 }, answer: undefined },
      { callId: 'e', toolName: 'Edit' },
    ]);
  });

  it.each([
    ['first to last', ['w', 'e']],
    ['last to first', ['e', 'w']],
  ])('is answered in other processes, %s: each call runs once, in call order', async (_title, order) => {
    const { start, ran, lines } = machine();
    await suspend(start(), WRITE, READ, BASH, EDIT);
    for (const callId of order) {
      const runtime = start();
      const requestId = (await ids(runtime)).get(callId) ?? '';
      expect(await runtime.answer(requestId, { behavior: 'allow' })).toMatchObject({ ok: true });
    }
    expect(ran).toEqual(['Read 2', 'Write 1', 'Bash 3', 'Edit 4']);
    expect(lines('settled').map((entry) => 'callId' in entry && entry.callId)).toEqual(['r', 'w', 'b', 'e']);
    expect([lines('message').length, lines('received').length]).toEqual([1, 4]);
    expect(await start().pending()).toEqual([]);
  });

  it('holds back a read of what it would write, but not an earlier one', async () => {
    const { start, ran } = machine();
    const { ended } = await suspend(start(), { ...LOOK, id: 'early' }, WRITE, LOOK);
    expect(ended.suspended.map(({ callId }) => callId)).toEqual(['w', 'l']);
    const runtime = start();
    const [requestId = ''] = (await ids(runtime)).values();
    await runtime.answer(requestId, { behavior: 'allow' });
    expect(ran).toEqual(['Look 5', 'Write 1', 'Look 5']);
  });

  it('is answered in the same process too', async () => {
    const { start, ran } = machine();
    const runtime = start();
    await suspend(runtime, WRITE, BASH);
    const [requestId = ''] = (await ids(runtime)).values();
    const [one, other] = await Promise.all([
      runtime.answer(requestId, { behavior: 'allow' }),
      runtime.answer(requestId, { behavior: 'allow' }),
    ]);
    expect(one).toMatchObject({ ok: true, result: { code: 'ok' }, message: { suspended: [] } });
    expect(other).toMatchObject({ ok: false, code: 'unknown' });
    expect(ran).toEqual(['Write 1', 'Bash 3']);
  });

  it('never runs once it was refused, even if a rule would allow it by then', async () => {
    const { start, ran, memoryJournal } = machine();
    await suspend(start(), WRITE, BASH);
    const runtime = start({ policy: asking() });
    const [requestId = ''] = (await ids(runtime)).values();
    const answered = await runtime.answer(requestId, { behavior: 'deny', feedback: 'not on Fridays' });
    expect(answered).toMatchObject({
      ok: true,
      result: { code: 'denied', text: expect.stringContaining('not on Fridays') },
      message: { stop: undefined },
    });
    expect(ran).toEqual(['Bash 3']);
    expect(readSession(memoryJournal.entries)).toMatchObject([{ isComplete: true }]);
  });

  it('is denied if a rule denies it by then, although it was approved', async () => {
    const { start, ran } = machine();
    await suspend(start(), WRITE);
    const denying: PermissionPolicy = {
      ...asking(),
      decide: () => ({ behavior: 'deny', by: 'rule', reason: 'a new rule' }),
    };
    const runtime = start({ policy: denying });
    const [requestId = ''] = (await ids(runtime)).values();
    const answered = await runtime.answer(requestId, { behavior: 'allow' });
    expect(answered).toMatchObject({ ok: true, result: { code: 'denied' } });
    expect(ran).toEqual([]);
  });

  it('is asked again under another id if its input is no longer what was shown', async () => {
    const { start, ran } = machine();
    await suspend(start(), WRITE);
    const hook = {
      event: 'PreToolUse' as const,
      name: 'rewrite',
      run: () => ({ updatedInput: { of: 'other' } }),
    };
    const runtime = start({ hooks: [hook] });
    const [shown = ''] = (await ids(runtime)).values();
    const answered = await runtime.answer(shown, { behavior: 'allow' });
    expect(answered).toMatchObject({ ok: true, result: { code: 'suspended' } });
    expect(ran).toEqual([]);
    const [asked = ''] = (await ids(runtime)).values();
    expect(asked).not.toBe(shown);
    await runtime.answer(asked, { behavior: 'allow' });
    expect(ran).toEqual(['Write "other"']);
  });

  it('keeps an answer whose process was killed before the call ran', async () => {
    const { start, ran, memoryJournal } = machine();
    const first = start();
    await suspend(first, WRITE);
    const [requestId = ''] = (await ids(first)).values();
    memoryJournal.append({
      v: 1,
      time: 0,
      type: 'answered',
      messageId: 'm',
      callId: 'w',
      requestId,
      behavior: 'allow',
    });
    const other = await start().answer(requestId, { behavior: 'deny' });
    expect(other).toMatchObject({ ok: false, code: 'answered' });
    const { ended } = await (async () => {
      const message = start().openMessage();
      message.add(WRITE);
      return { ended: await message.end() };
    })();
    expect(ended).toMatchObject({ suspended: [], results: [{ is_error: false }] });
    expect(ran).toEqual(['Write 1']);
  });

  it('does not run again if its process was killed while it ran', async () => {
    const { start, ran, memoryJournal } = machine();
    const first = start();
    await suspend(first, WRITE);
    const [requestId = ''] = (await ids(first)).values();
    const line = { v: 1, time: 0, messageId: 'm', callId: 'w' } as const;
    memoryJournal.append({ ...line, type: 'answered', requestId, behavior: 'allow' });
    memoryJournal.append({ ...line, type: 'started', isIdempotent: false });
    const answered = await start().answer(requestId, { behavior: 'allow' });
    expect(answered).toMatchObject({ ok: true, result: { code: 'outcome-unknown' } });
    expect(ran).toEqual([]);
    expect(await start().pending()).toEqual([]);
  });

  it('stays open where its session is resumed with no one to ask', async () => {
    const { start, ran } = machine();
    await suspend(start(), WRITE);
    const message = start({ asks: 'wait' }).openMessage();
    message.add(WRITE);
    expect((await message.end()).suspended).toMatchObject([{ callId: 'w' }]);
    expect(ran).toEqual([]);
    expect((await start().pending()).length).toBe(1);
  });

  it('is not left open within another call, which would wait for it: it is denied', async () => {
    const outer = toolOf('Outer', {
      call: async (_input, { invoke }) => ({
        data: JSON.stringify(await invoke({ name: 'Write', input: { of: 9 } })),
      }),
    });
    const kit = createKit([toolOf('Write'), outer], { policy: asking('Write'), asks: 'suspend' });
    const message = kit.runtime.openMessage();
    const call = message.add({ id: 'o', name: 'Outer', input: {} });
    await message.end();
    expect((await call.result).text).toContain('denied');
    expect(await kit.runtime.pending()).toEqual([]);
  });
});
