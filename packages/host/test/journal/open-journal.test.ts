import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '@sluice/core';
import { openJournal, readJournal } from '../../src/index.ts';
import type { OpenJournalOptions } from '../../src/index.ts';
import { describeJournal } from '../../../core/test/conformance/journal.ts';
import { journalEntry, note } from '../../../core/test/conformance/journal-entries.ts';
import { makeScratch } from '../scratch.ts';

const runs = Number(process.env['SLUICE_RUNS'] ?? 200);

function opened(options: OpenJournalOptions): Journal {
  const result = openJournal(options);
  if (!result.ok) throw new Error(result.message);
  return result.journal;
}

describe.each(['process', 'power'] as const)('durability %s', (durability) => {
  describeJournal('journal file', () => {
    const scratch = makeScratch();
    const journal = opened({ directory: join(scratch.path, 'session'), durability });
    return {
      journal,
      dispose() {
        journal.close();
        scratch.dispose();
      },
    };
  });
});

describe('a journal file', () => {
  let scratch: ReturnType<typeof makeScratch>;
  let directory: string;
  let file: string;
  beforeEach(() => {
    scratch = makeScratch();
    directory = scratch.path;
    file = join(directory, 'journal.jsonl');
  });
  afterEach(() => {
    scratch.dispose();
  });

  it('is one JSON object a line, for its owner only', () => {
    const journal = opened({ directory: join(directory, 'new', 'session') });
    journal.append(note('one\ntwo'));
    journal.close();
    const path = join(directory, 'new', 'session', 'journal.jsonl');
    const [line = '', ...rest] = readFileSync(path, 'utf8').split('\n');
    expect(rest).toEqual(['']);
    expect(JSON.parse(line)).toMatchObject({ ...note('one\ntwo'), n: 1, p: 0 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'new', 'session')).mode & 0o777).toBe(0o700);
  });

  it('goes on where it was left', async () => {
    for (const words of ['one', 'two']) {
      const journal = opened({ directory });
      expect(journal.append(note(words))).toEqual({ ok: true });
      journal.close();
    }
    expect(await readJournal(directory)).toMatchObject({ entries: [note('one'), note('two')], setAside: 0 });
  });

  it('cut at any byte is read up to there, written on, and never cut further', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(journalEntry, { minLength: 1, maxLength: 3 }),
        journalEntry,
        fc.nat(),
        async (entries, next, at) => {
          const whole = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
          await expectReadable(whole.subarray(0, at % (whole.length + 1)), entries, next);
        },
      ),
      { numRuns: runs },
    );
  });

  it('cut at every byte of a small one is read up to there', async () => {
    const entries = [note('a'), note('\u20ac\ud83d\ude00'), note('c')];
    const whole = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    for (let at = 0; at <= whole.length; at += 1)
      await expectReadable(whole.subarray(0, at), entries, note('next'));
  });

  async function expectReadable(
    cut: Buffer,
    entries: readonly JournalEntry[],
    next: JournalEntry,
  ): Promise<void> {
    writeFileSync(file, cut);
    const result = openJournal({ directory });
    if (!result.ok) throw new Error(result.message);
    const { journal, hasTornEnd } = result;
    expect(hasTornEnd).toBe(cut.length > 0 && cut.at(-1) !== 0x0a);
    const completeLines = cut.filter((byte) => byte === 0x0a).length;
    const before = await journal.read();
    // A line that lacks nothing but its newline is as good as whole.
    const isWholeButNewline = hasTornEnd && before.setAside === 0;
    const expected = entries.slice(0, completeLines + (isWholeButNewline ? 1 : 0));
    expect(before.entries).toEqual(expected);
    expect(before.setAside).toBe(hasTornEnd && !isWholeButNewline ? 1 : 0);
    expect(journal.append(next)).toEqual({ ok: true });
    expect(await journal.read()).toMatchObject({ entries: [...expected, next], setAside: before.setAside });
    journal.close();
    expect(readFileSync(file).subarray(0, cut.length).equals(cut)).toBe(true);
  }

  it('sets aside what is damaged, foreign, unknown, too long or not text, and nothing else', async () => {
    const foreign: readonly (string | Buffer)[] = [
      '{"v":1,"time":0,"type":"no',
      'not JSON',
      '[]',
      'null',
      '{}',
      '{"v":2,"time":0,"type":"note","messageId":"m","text":"t"}',
      '{"v":1,"time":"0","type":"note","messageId":"m","text":"t"}',
      '{"v":1,"time":0,"type":"note","messageId":"m"}',
      '{"v":1,"time":0,"type":"constructor"}',
      '{"v":1,"time":0,"type":"settled","messageId":"m","callId":"c","outcome":"toString","isError":false,"content":{"text":""},"record":{}}',
      '{"v":1,"time":0,"type":"message","messageId":1}',
      '{"v":1,"time":0,"type":"received","messageId":"m","callId":"c","name":"n","input":{"path":"p"}}',
      `{"v":1,"time":0,"type":"note","messageId":"m","text":"${'x'.repeat(1024 * 1024)}"}`,
      Buffer.from([
        ...Buffer.from('{"v":1,"time":0,"type":"note","messageId":"m","text":"'),
        0xff,
        0x22,
        0x7d,
      ]),
      Buffer.alloc(300_000),
    ];
    for (const line of foreign) {
      appendFileSync(file, `${JSON.stringify(note('before'))}\n\n`);
      appendFileSync(file, line);
      appendFileSync(file, '\n');
    }
    const { entries, setAside } = await readJournal(directory);
    expect(setAside).toBe(foreign.length);
    expect(entries).toEqual(foreign.map(() => note('before')));
  });

  it('keeps fields that a later version has added', async () => {
    appendFileSync(file, '{"v":1,"time":0,"type":"note","messageId":"m","text":"t","later":1}\n');
    expect((await readJournal(directory)).entries).toHaveLength(1);
  });

  it('reads results of before there were views in a line, and with views that it does not know', async () => {
    const old = {
      v: 1,
      time: 0,
      type: 'settled',
      messageId: 'm',
      callId: 'c',
      outcome: 'ok',
      isError: false,
    };
    const settled = { ...old, content: { text: '"x"' }, record: {} };
    for (const views of [
      {},
      { clientView: 'model' },
      { clientView: { text: '1' } },
      { hookView: 'of later' },
    ]) {
      appendFileSync(file, `${JSON.stringify({ ...settled, ...views })}\n`);
    }
    appendFileSync(file, `${JSON.stringify({ ...settled, clientView: 3 })}\n`);
    expect(await readJournal(directory)).toMatchObject({ entries: { length: 4 }, setAside: 1 });
  });

  it('takes an entry that is not JSON as a failed write', () => {
    const record: Record<string, never> = {};
    Object.assign(record, { record });
    const journal = opened({ directory });
    const base = { v: 1, time: 0, messageId: 'm', callId: 'c' } as const;
    const entry = { ...base, type: 'settled', outcome: 'ok', isError: false, content: { text: '' } } as const;
    expect(journal.append({ ...entry, record })).toMatchObject({ ok: false });
    expect(journal.append(note('next'))).toEqual({ ok: true });
    journal.close();
  });

  it('has no second writer, in one process either', () => {
    const first = opened({ directory });
    const second = openJournal({ directory });
    expect(second).toMatchObject({ ok: false, code: 'locked', holder: { pid: process.pid } });
    expect(second.ok || second.message).toContain(`process ${process.pid}`);
    expect(first.append(note('still mine'))).toEqual({ ok: true });
    first.close();
    opened({ directory }).close();
  });

  it('takes no lock below a directory that this process has locked, and knows whether it is new', () => {
    const first = openJournal({ directory, takesLock: false });
    expect(first).toMatchObject({ ok: true, isNew: true });
    expect(readdirSync(directory).sort()).toEqual(['journal.head', 'journal.jsonl']);
    if (first.ok) first.journal.close();
    const empty = openJournal({ directory });
    expect(empty).toMatchObject({ ok: true, isNew: false });
    if (empty.ok) empty.journal.close();
    rmSync(join(directory, 'journal.head'));
    writeFileSync(join(directory, 'journal.jsonl'), 'of an older version\n');
    expect(openJournal({ directory, takesLock: false })).toMatchObject({ ok: true, isNew: false });
  });

  it('leaves no lock behind, and takes no other', () => {
    const journal = opened({ directory });
    expect(readdirSync(directory).sort()).toEqual(['journal.head', 'journal.jsonl', 'journal.lock']);
    const other = '{"pid":1,"since":0,"id":"another"}';
    writeFileSync(join(directory, 'journal.lock'), other);
    journal.close();
    expect(readFileSync(join(directory, 'journal.lock'), 'utf8')).toBe(other);
  });

  it.each([
    ['another life of a live process', JSON.stringify({ pid: process.pid, startTime: '1', since: 0 })],
    ['a process that is no more', JSON.stringify({ pid: 2 ** 22 + 1, startTime: '1', since: 0 })],
    ['an empty file', ''],
    ['what no holder wrote', '{"pid":-1,"since":0}'],
  ])('takes over a lock left by %s', (_, text) => {
    writeFileSync(join(directory, 'journal.lock'), text);
    const journal = opened({ directory });
    expect(openJournal({ directory })).toMatchObject({ ok: false, code: 'locked' });
    expect(readdirSync(directory).sort()).toEqual(['journal.head', 'journal.jsonl', 'journal.lock']);
    journal.close();
    expect(existsSync(join(directory, 'journal.lock'))).toBe(false);
  });

  it('is a value where it can not be', () => {
    writeFileSync(join(directory, 'file'), '');
    const inFile = openJournal({ directory: join(directory, 'file') });
    expect(inFile).toMatchObject({ ok: false, code: 'unwritable' });
    expect(inFile.ok || inFile.message).toContain(join(directory, 'file'));
    mkdirSync(file);
    expect(openJournal({ directory })).toMatchObject({ ok: false, code: 'unwritable' });
    expect(existsSync(join(directory, 'journal.lock'))).toBe(false);
    expect(openJournal({ directory: `${directory}\0` })).toMatchObject({ ok: false, code: 'unwritable' });
  });

  it('rejects to be read, rather than seem empty, where it can not be', async () => {
    mkdirSync(file);
    await expect(readJournal(directory)).rejects.toThrow(/EISDIR/);
  });
});
