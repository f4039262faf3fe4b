import { describe, expect, it } from 'vitest';
import type { ReadRecord } from '../../src/index.ts';
import { createSessionLedger } from '../../src/result/session-ledger.ts';
import { createKit, resultOf, runAll, textOfResult, toolOf, type Kit } from '../support/kit.ts';

const record = (rest: Partial<ReadRecord> = {}): ReadRecord => ({
  path: '/d/a',
  kind: 'read',
  isPartial: false,
  hash: 'h1',
  size: 1,
  mtimeMs: 1,
  inode: 1,
  callId: 'c',
  messageId: 'm1',
  ...rest,
});

describe('what is treated as seen before a file is written over', () => {
  const rows: [string, (ReadRecord | string)[], boolean][] = [
    ['nothing', [], false],
    ['a read of an earlier message whose results went out', [record(), 'm1'], true],
    ['a read of an earlier message whose results did not go out', [record()], false],
    ['a read of the same message', [record({ messageId: 'm2' }), 'm2'], false],
    ['a write, at once', [record({ kind: 'write', messageId: 'm2' })], true],
    ['the same text read again in this message', [record(), 'm1', record({ messageId: 'm2' })], true],
    [
      'another text read again in this message',
      [record(), 'm1', record({ messageId: 'm2', hash: 'h2' })],
      false,
    ],
    ['a read of another file', [record({ path: '/d/b' }), 'm1'], false],
  ];
  it.each(rows)('%s: %j is %s', (_, steps, expected) => {
    const ledger = createSessionLedger();
    for (const step of steps) {
      if (typeof step === 'string') ledger.markReleased(step);
      else ledger.record(step);
    }
    expect(ledger.isSeenBefore('/d/a', 'm2')).toBe(expected);
  });

  it('forgets the reads of a retracted message, and keeps what was written', () => {
    const ledger = createSessionLedger();
    ledger.record(record());
    ledger.record(record({ path: '/d/b', kind: 'write' }));
    ledger.forgetReads('m1');
    expect(ledger.get('/d/a')).toBeUndefined();
    expect(ledger.get('/d/b')).toBeDefined();
  });

  it('forgets what one call has read, and knows again what was read before', () => {
    const ledger = createSessionLedger();
    ledger.record(record());
    ledger.record(record({ path: '/d/b', callId: 'other' }));
    ledger.record(record({ messageId: 'm2', callId: 'replaced', hash: 'h2' }));
    ledger.forgetReads('m2', 'replaced');
    ledger.forgetReads('m1', 'replaced');
    expect(ledger.get('/d/a')?.hash).toBe('h1');
    expect(ledger.get('/d/b')).toBeDefined();
    ledger.forgetReads('m1', 'other');
    expect([...ledger.entries()].map(({ path }) => path)).toEqual(['/d/a']);
  });

  it('knows the latest record of each path, oldest first', () => {
    const ledger = createSessionLedger();
    ledger.record(record());
    ledger.record(record({ path: '/d/b' }));
    ledger.record(record({ hash: 'h2' }));
    expect([...ledger.entries()].map(({ path, hash }) => [path, hash])).toEqual([
      ['/d/b', 'h1'],
      ['/d/a', 'h2'],
    ]);
    ledger.forget('/d/b');
    expect(ledger.get('/d/b')).toBeUndefined();
  });
});

describe('files that have changed since they were read', () => {
  async function see(
    kit: Kit,
    path: string,
    kind: 'read' | 'write',
    callId: string,
    messageId = 'message-0',
  ) {
    const now = await kit.files.fingerprint(path, record({ hash: '' }));
    if (now !== undefined)
      kit.runtime.ledger.record({ ...now, path, kind, isPartial: false, callId, messageId });
  }

  function createWorld() {
    const shell = toolOf('Shell', {
      async call({ writes, removes, own }, { callId, messageId }) {
        if (typeof writes === 'string') kit.files.write(writes, `text of ${callId}`);
        if (typeof removes === 'string') kit.files.remove(removes);
        if (own === true) await see(kit, String(writes), 'write', callId, messageId);
        return { data: 'done' };
      },
    });
    const kit = createKit([
      shell,
      toolOf('Free', { claims: () => [] }),
      { ...shell, name: 'Look', isReadOnly: () => true },
      { ...shell, name: 'Told', toClient: (data, _input, notes) => ({ data, ...notes }) },
    ]);
    kit.files.write('/d/a', 'a');
    kit.files.write('/d/b', 'b');
    return kit;
  }
  const shell = async (kit: Kit, input: object, name = 'Shell', id = 'x') =>
    textOfResult(await runAll(kit, [{ id, name, input }]), id);

  it('are named in the result of the call that may have changed them, once', async () => {
    const kit = createWorld();
    await see(kit, '/d/a', 'read', 'r1');
    await see(kit, '/d/b', 'read', 'r2');
    expect(await shell(kit, {})).toBe('done');
    expect(await shell(kit, { writes: '/d/a' })).toBe(
      'done\n[Changed since you last saw them: /d/a. Read them again before you rely on them.]',
    );
    expect(await shell(kit, { writes: '/d/a' }, 'Shell', 'y')).toBe('done');
    expect(await shell(kit, { removes: '/d/b' })).toMatch(/\/d\/b \(gone\)/);
  });

  it('are told to programs where the tool has a place for that', async () => {
    const kit = createWorld();
    await see(kit, '/d/a', 'read', 'r1');
    const told = async (input: object) =>
      resultOf(await runAll(kit, [{ id: 'x', name: 'Told', input }]), 'x').clientView;
    expect(await told({})).toEqual({ data: 'done' });
    expect(await told({ writes: '/d/a' })).toEqual({
      data: 'done',
      staleHint: '[Changed since you last saw them: /d/a. Read them again before you rely on them.]',
    });
  });

  it('are named again when they were read again and changed again', async () => {
    const kit = createWorld();
    await see(kit, '/d/a', 'read', 'r1');
    expect(await shell(kit, { writes: '/d/a' }, 'Shell', 'x1')).toMatch(/Changed/);
    await see(kit, '/d/a', 'read', 'r2');
    expect(await shell(kit, { writes: '/d/a' }, 'Shell', 'x2')).toMatch(/Changed/);
  });

  it('are not named when the call itself wrote and recorded them, or nothing differs', async () => {
    const kit = createWorld();
    await see(kit, '/d/a', 'read', 'r1');
    expect(await shell(kit, { writes: '/d/a', own: true })).toBe('done');
    kit.files.write('/d/b', 'b');
    await see(kit, '/d/b', 'read', 'r2');
    kit.files.write('/d/b', 'b');
    expect(await shell(kit, {})).toBe('done');
  });

  it('are looked for after calls with effects that run alone, and no others', async () => {
    const kit = createWorld();
    await see(kit, '/d/a', 'read', 'r1');
    kit.files.write('/d/a', 'from outside');
    expect(await shell(kit, {}, 'Free')).toBe('Free done');
    expect(await shell(kit, {}, 'Look')).toBe('done');
    expect(await shell(kit, {})).toMatch(/Changed/);
  });

  it('are the latest thousand at the most, and twenty are named', async () => {
    const kit = createWorld();
    for (let index = 0; index < 1010; index += 1) {
      kit.runtime.ledger.record(record({ path: `/gone/${index}`, callId: 'r', messageId: 'message-0' }));
    }
    const hint = await shell(kit, {});
    expect(hint).toMatch(/\/gone\/10 \(gone\), /);
    expect(hint).not.toMatch(/\/gone\/9 /);
    expect(hint).toMatch(/ and 980 more\./);
  });
});
