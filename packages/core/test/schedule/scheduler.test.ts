import { describe, expect, it } from 'vitest';
import { createMemoryFiles, readFile, readTree, writeFile, type Claims } from '../../src/index.ts';
import { resolveClaims } from '../../src/schedule/demands.ts';
import { createEntry, Scheduler, type Entry } from '../../src/schedule/scheduler.ts';

interface Item extends Entry<Item> {
  readonly name: string;
  claims: Claims;
}

function createWorld() {
  const files = createMemoryFiles();
  const log: string[] = [];
  let cwd = '/d';
  let order = 0;
  const scheduler = new Scheduler<Item>({
    demandsOf: (item) => resolveClaims(item.claims, cwd, files),
    onReady: (item) => void log.push(item.name),
    onShut: (item) => void log.push(`not ${item.name}`),
  });
  return {
    log,
    scheduler,
    moveTo: (path: string) => void (cwd = path),
    add(name: string, claims: Claims): Item {
      const item: Item = { ...createEntry<Item>((order += 1)), name, claims };
      scheduler.add(item);
      return item;
    },
  };
}

describe('the order of calls', () => {
  it('lets a call pass when nothing before it conflicts', () => {
    const { add, log, scheduler } = createWorld();
    const readA = add('read a', [readFile('a')]);
    const writeA = add('write a', [writeFile('a')]);
    const writeB = add('write b', [writeFile('b')]);
    add('list', [readTree('/d')]);
    expect(log).toEqual(['read a', 'write b']);
    scheduler.release(readA);
    expect(log.at(-1)).toBe('write a');
    scheduler.release(writeB);
    scheduler.release(writeA);
    expect(log).toEqual(['read a', 'write b', 'write a', 'list']);
  });

  it('never lets a later read pass a write that waits', () => {
    const { add, log, scheduler } = createWorld();
    const first = add('read', [readFile('a')]);
    const write = add('write', [writeFile('a')]);
    add('read again', [readFile('a')]);
    scheduler.release(first);
    expect(log).toEqual(['read', 'write']);
    scheduler.release(write);
    expect(log).toEqual(['read', 'write', 'read again']);
  });

  it('stands still before and after an exclusive call', () => {
    const { add, log, scheduler } = createWorld();
    const first = add('first', []);
    const alone = add('alone', 'exclusive');
    const last = add('last', []);
    expect(log).toEqual(['first']);
    scheduler.release(first);
    expect(log).toEqual(['first', 'alone']);
    scheduler.release(alone);
    expect(log).toEqual(['first', 'alone', 'last']);
    scheduler.release(last);
    scheduler.release(last);
  });

  it('computes claims behind an exclusive call when that is through', () => {
    const { add, log, scheduler, moveTo } = createWorld();
    const cd = add('cd', 'exclusive');
    const write = add('write', [writeFile('/e/a')]);
    add('read', [readFile('a')]);
    moveTo('/e');
    scheduler.release(cd);
    expect(log).toEqual(['cd', 'write']);
    scheduler.release(write);
    expect(log).toEqual(['cd', 'write', 'read']);
  });

  it('goes on when a call is gone that had not come to its turn', () => {
    const { add, log, scheduler } = createWorld();
    const alone = add('alone', 'exclusive');
    const behind = add('behind', 'exclusive');
    add('last', []);
    scheduler.release(behind);
    scheduler.release(alone);
    expect(log).toEqual(['alone', 'last']);
  });
});

describe('a call whose claims change', () => {
  it('shuts later ones that now conflict, and opens those that no longer do', () => {
    const { add, log, scheduler } = createWorld();
    const write = add('write', [writeFile('a')]);
    add('read a', [readFile('a')]);
    add('read b', [readFile('b')]);
    expect(log).toEqual(['write', 'read b']);
    write.claims = [writeFile('b')];
    expect(scheduler.reclaim(write)).toBe(true);
    expect(log.slice(2).sort()).toEqual(['not read b', 'read a']);
    scheduler.release(write);
    expect(log.at(-1)).toBe('read b');
  });

  it('waits itself for earlier ones that it now conflicts with', () => {
    const { add, log, scheduler } = createWorld();
    const read = add('read', [readFile('a')]);
    const write = add('write', [writeFile('b')]);
    write.claims = [writeFile('a')];
    scheduler.reclaim(write);
    expect(log).toEqual(['read', 'write', 'not write']);
    scheduler.release(read);
    expect(log.at(-1)).toBe('write');
  });

  it('changes nothing when they come out the same', () => {
    const { add, log, scheduler } = createWorld();
    const write = add('write', [writeFile('a')]);
    write.claims = [writeFile('/d/a')];
    expect(scheduler.reclaim(write)).toBe(false);
    expect(log).toEqual(['write']);
  });

  it('sends all later ones behind it when it becomes exclusive, and back when it is no longer', () => {
    const { add, log, scheduler } = createWorld();
    const first = add('first', []);
    const call = add('call', []);
    add('last', []);
    call.claims = 'exclusive';
    scheduler.reclaim(call);
    expect(log.slice(3).sort()).toEqual(['not call', 'not last']);
    scheduler.release(first);
    expect(log.at(-1)).toBe('call');
    call.claims = [];
    scheduler.reclaim(call);
    expect(log.at(-1)).toBe('last');
  });

  it('may come back into its own place after it had let go', () => {
    const { add, log, scheduler } = createWorld();
    const read = add('read', [readFile('a')]);
    const write = add('write', [writeFile('a')]);
    scheduler.release(read);
    expect(log).toEqual(['read', 'write']);
    scheduler.reclaim(read);
    expect(log.slice(2).sort()).toEqual(['not write', 'read']);
    scheduler.release(read);
    expect(log.at(-1)).toBe('write');
    expect(write.isReady).toBe(true);
  });
});

describe('what a call waits for', () => {
  const meant =
    (item: Item) =>
    (other: Item): boolean =>
      other === item;

  it('is the earliest call that conflicts, then the next, then none', () => {
    const { add, scheduler } = createWorld();
    const first = add('write a', [writeFile('a')]);
    const second = add('read b', [readFile('b')]);
    const last = add('write tree', [writeFile('a'), writeFile('b')]);
    expect(scheduler.blockerOf(meant(first))).toBeUndefined();
    expect(scheduler.blockerOf(meant(last))?.name).toBe('write a');
    scheduler.release(first);
    expect(scheduler.blockerOf(meant(last))?.name).toBe('read b');
    scheduler.release(second);
    expect(scheduler.blockerOf(meant(last))).toBeUndefined();
  });

  it('is the first that runs for a call that runs alone, and that call for all behind it', () => {
    const { add, scheduler } = createWorld();
    const first = add('read a', [readFile('a')]);
    add('read b', [readFile('b')]);
    const alone = add('alone', 'exclusive');
    const behind = add('read c', [readFile('c')]);
    expect(scheduler.blockerOf(meant(alone))?.name).toBe('read a');
    expect(scheduler.blockerOf(meant(behind))?.name).toBe('alone');
    scheduler.release(first);
    expect(scheduler.blockerOf(meant(alone))?.name).toBe('read b');
    expect(scheduler.blockerOf(() => false)).toBeUndefined();
  });
});
