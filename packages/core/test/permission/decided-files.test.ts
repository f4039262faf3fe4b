import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { AnyTool, MemoryFiles, PermissionPolicy } from '../../src/index.ts';
import { createMemoryFiles, createPolicy } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  outcomes,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { ALLOW, createPerson } from '../support/person.ts';

const SCRIPT = '/d/x.sh';

/** Asks about the tool `Run`, unless a rule allows it. */
const policy: PermissionPolicy = {
  decide: ({ tool }, { rules }) =>
    tool.name !== 'Run' || rules.some(({ text }) => text === 'Run')
      ? { behavior: 'allow', by: 'rule', reason: 'a rule' }
      : { behavior: 'ask', by: 'default', reason: 'nothing allows it', remedy: 'Allow it.' },
};

function world(others: readonly AnyTool[] = [], maxConcurrency = 10) {
  const person = createPerson();
  const files = createMemoryFiles({ contents: new Map([[SCRIPT, 'one']]) });
  const ran: string[] = [];
  const run = toolOf('Run', {
    isConcurrencySafe: true,
    claims: () => [],
    decidedOn: () => [SCRIPT],
    suggestRules: () => ['Run'],
    async call() {
      ran.push(await contentOf(files));
      return { data: 'it ran' };
    },
  });
  const kit = createKit([run, ...others], { policy, asker: person.asker, files, maxConcurrency });
  return { person, files, ran, kit };
}

/** By its hash: memory files tell no texts. */
async function contentOf(files: MemoryFiles): Promise<string> {
  const unknown = { hash: '', size: -1, mtimeMs: -1, inode: -1 };
  return (await files.fingerprint(SCRIPT, unknown))?.hash ?? 'none';
}

/** Hashing is done on another thread. */
async function untilAsked(person: ReturnType<typeof createPerson>, times: number): Promise<void> {
  while (person.asks('a') < times) await new Promise((resolve) => setTimeout(resolve, 0));
}

const CALL = { id: 'a', name: 'Run', input: {} };

describe('a place that a decision is about', () => {
  it.each([
    ['leads elsewhere', '/d/sub', '/out', 2],
    ['leads elsewhere within the workspace', '/d/sub', '/d/e', 2],
    ['beside it leads elsewhere', '/d/other', '/out', 1],
  ] as const)(
    'and that %s when a person has answered: %s is a link to %s, asked %i times',
    async (_, link, target, asks) => {
      const person = createPerson();
      const files = createMemoryFiles({ contents: new Map([['/d/sub/f', 'one']]) });
      const ran: string[] = [];
      const write = toolOf('Run', {
        actions: () => ({
          actions: [{ type: 'file', access: 'write', path: '/d/sub/f', isTree: false }],
        }),
        call() {
          ran.push(files.identify('/d/sub/f', '/').realPath);
          return Promise.resolve({ data: 'it ran' });
        },
      });
      const kit = createKit([write], {
        policy: createPolicy({ files, remedy: '' }),
        asker: person.asker,
        files,
      });
      const reading = collect(kit.runtime.run([CALL]));
      await untilAsked(person, 1);
      files.remove('/d/sub/f');
      files.symlink(target, link);
      person.answer('a', ALLOW);
      if (asks > 1) {
        await untilAsked(person, 2);
        expect(ran).toEqual([]);
        person.answer('a', ALLOW);
      }
      expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
      expect({ ran: ran.length, asks: person.asks('a') }).toEqual({ ran: 1, asks });
    },
  );
});

describe('a directory that a decision is about', () => {
  const put = (files: MemoryFiles, path: string): void => {
    files.remove(path);
    files.write(`${path}/f`, 'two');
  };

  it.each([
    ['is replaced by another', '/d/sub', ['/d/sub'], 2],
    ['of a file in it is replaced', '/d/sub', ['/d/sub/f'], 2],
    ['of a file that is to come is replaced', '/d/sub', ['/d/sub/new'], 2],
    ['above it is replaced', '/d/sub', ['/d/sub/deep'], 2],
    ['is not the one that is replaced', '/d/other', ['/d/sub', '/d/sub/f'], 1],
    ['comes into being', '/d/none', ['/d/none', '/d/none/f'], 1],
  ] as const)(
    'and that %s when a person has answered: %s, of %s, asked %i times',
    async (_, gone, named, asks) => {
      const person = createPerson();
      const contents = ['/d/sub/f', '/d/sub/deep/f', '/d/other/f'].map((path) => [path, 'one'] as const);
      const files = createMemoryFiles({ contents: new Map(contents) });
      const run = toolOf('Run', { decidedPlaces: () => named });
      const kit = createKit([run], { policy, asker: person.asker, files });
      const reading = collect(kit.runtime.run([CALL]));
      await untilAsked(person, 1);
      put(files, gone);
      if (gone === '/d/sub') files.write('/d/sub/deep/f', 'two');
      person.answer('a', ALLOW);
      if (asks > 1) {
        while (person.asks('a') < 2 && !reading.isDone)
          await new Promise((resolve) => setTimeout(resolve, 0));
        person.answer('a', ALLOW);
      }
      expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
      expect(person.asks('a')).toBe(asks);
    },
  );
});

describe('what a tool says that its input names', () => {
  it('is compared too: a directory that has become a link is asked about again', async () => {
    const person = createPerson();
    const files = createMemoryFiles({ contents: new Map([['/d/sub/f', 'one']]) });
    const run = toolOf('Run', { decidedPlaces: () => ['sub/f', '/d/none'] });
    const kit = createKit([run], { policy, asker: person.asker, files });
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    files.remove('/d/sub/f');
    files.symlink('/out', '/d/sub');
    person.answer('a', ALLOW);
    await untilAsked(person, 2);
    expect([...person.open.values()][0]?.reason).toContain('/d/sub/f changed while you were deciding');
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
    expect(person.asks('a')).toBe(2);
  });
});

describe('the files that git names', () => {
  /** A call that asks for what it says, or not at all, behind one that holds the only slot. */
  function waiting(asks: boolean, first = '/d/f') {
    const person = createPerson();
    const gate = createGate();
    const files = createMemoryFiles({ contents: new Map([['/d/f', '']]) });
    let names: readonly string[] = [first];
    const asked = vi.spyOn(files, 'gitNames').mockImplementation(() => names);
    let runs = 0;
    const change = toolOf('Run', {
      ...FREE,
      actions: () => ({
        actions: [
          {
            type: 'file',
            access: 'write',
            path: '/d',
            isTree: true,
            isOfTop: true,
            gitNames: { by: 'switch', commits: ['main'] },
            gitRunsIn: ['/d'],
          },
        ],
      }),
      call() {
        runs += 1;
        return Promise.resolve({ data: '' });
      },
    });
    const holding = toolOf('Wait', {
      ...FREE,
      async call() {
        await gate.passed;
        return { data: '' };
      },
    });
    const rules = ['secret', 'other'].map(
      (name) => ({ behavior: 'deny', text: `Edit(${name})`, source: 'user', root: '/d' }) as const,
    );
    const policy = createPolicy({ files, remedy: '' });
    const kit = createKit([change, holding], {
      policy: {
        decide: (query, snapshot) =>
          query.tool.name === 'Wait'
            ? { behavior: 'allow', by: 'rule', reason: '' }
            : policy.decide(query, asks ? snapshot : { ...snapshot, mode: 'bypassPermissions' }),
      },
      asker: person.asker,
      files,
      rules,
      maxConcurrency: 1,
    });
    const reading = collect(kit.runtime.run([{ id: 'w', name: 'Wait', input: {} }, CALL]));
    return {
      person,
      kit,
      gate,
      reading,
      asked,
      ran: () => runs,
      name: (...next: readonly string[]) => {
        names = next;
      },
    };
  }

  it('are asked again when the call starts: where a rule is about one by then, a person is asked', async () => {
    const { person, kit, gate, reading, ran, name } = waiting(false);
    await quiet();
    name('/d/f', '/d/secret');
    gate.open();
    await untilAsked(person, 1);
    expect(ran()).toBe(0);
    expect([...person.open.values()][0]?.reason).toContain('Edit(secret)');
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ w: 'ok', a: 'ok' });
  });

  it('and where none is, it runs', async () => {
    const { person, kit, gate, reading, ran, name, asked } = waiting(false);
    await quiet();
    name('/d/f', '/d/g');
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ w: 'ok', a: 'ok' });
    expect({ asks: person.asks('a'), ran: ran() }).toEqual({ asks: 0, ran: 1 });
    expect(asked).toHaveBeenCalled();
  });

  it('void an approval when they change after the answer', async () => {
    const { person, kit, gate, reading, ran, name } = waiting(true, '/d/secret');
    await untilAsked(person, 1);
    person.answer('a', ALLOW);
    await quiet();
    name('/d/secret', '/d/g');
    gate.open();
    await untilAsked(person, 2);
    expect(ran()).toBe(0);
    expect([...person.open.values()][0]?.reason).toContain('what git would change in /d changed');
    person.answer('a', { behavior: 'deny', feedback: 'no' });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ w: 'ok', a: 'denied' });
  });

  it('that change each time are refused in the end', async () => {
    const { kit, gate, reading, ran, asked } = waiting(false);
    let times = 0;
    asked.mockImplementation(() => [`/d/f${(times += 1)}`]);
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ w: 'ok', a: 'denied' });
    expect(textOfResult(events, 'a')).toContain('Stop whatever changes the repository');
    expect(ran()).toBe(0);
  });
});

describe('the words that a list becomes', () => {
  it.each([
    ['a name with a blank comes to be', (files: MemoryFiles) => files.write('/d/x /etc/y', ''), 'denied'],
    ['a plain name comes to be', (files: MemoryFiles) => files.write('/d/x', ''), 'ok'],
  ] as const)('are those of the decision, if %s', async (_, change, outcome) => {
    const gate = createGate();
    const files = createMemoryFiles({ contents: new Map([['/d/f', '']]) });
    const path = { type: 'file', access: 'read', path: '/d', isTree: true, areWords: 'expanded' } as const;
    const list = toolOf('Run', { ...FREE, actions: () => ({ actions: [path] }) });
    const holding = toolOf('Wait', {
      ...FREE,
      async call() {
        await gate.passed;
        return { data: '' };
      },
    });
    const kit = createKit([list, holding], {
      policy: createPolicy({ files, remedy: '' }),
      files,
      rules: [{ behavior: 'deny', text: 'Read(//etc/**)', source: 'user', root: '/d' }],
      maxConcurrency: 1,
    });
    kit.permission.update({ mode: 'bypassPermissions' });
    const reading = collect(kit.runtime.run([{ id: 'w', name: 'Wait', input: {} }, CALL]));
    await new Promise((resolve) => setTimeout(resolve, 0));
    change(files);
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ w: 'ok', a: outcome });
  });
});

describe('what a classifier allows', () => {
  it.each([
    ['a file changes', (files: MemoryFiles) => files.write(SCRIPT, 'two'), 2],
    ['a path leads elsewhere', (files: MemoryFiles) => files.symlink('/out', '/d/sub'), 2],
    ['nothing of it changes', (files: MemoryFiles) => files.write('/d/other', 'two'), 1],
  ] as const)('is asked again if, while it decides, %s', async (_, change, times) => {
    const files = createMemoryFiles({ contents: new Map([[SCRIPT, 'one']]) });
    const gate = createGate();
    let asked = 0;
    const run = toolOf('Run', { decidedOn: () => [SCRIPT], decidedPlaces: () => ['/d/sub/f'] });
    const kit = createKit([run], {
      policy,
      files,
      async classifier() {
        asked += 1;
        if (asked === 1) await gate.passed;
        return { behavior: 'allow', reason: 'so it seems' };
      },
    });
    kit.permission.update({ mode: 'auto' });
    const reading = collect(kit.runtime.run([CALL]));
    while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    change(files);
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
    expect(asked).toBe(times);
  });
});

describe('a file that a decision is about', () => {
  it.each<readonly [string, (files: MemoryFiles) => void]>([
    ['changed', (files) => files.write(SCRIPT, 'two')],
    ['removed', (files) => files.remove(SCRIPT)],
    [
      'replaced by a link to another file',
      (files) => {
        files.write('/d/other', 'two');
        files.remove(SCRIPT);
        files.symlink('/d/other', SCRIPT);
      },
    ],
  ])('%s while a person is asked, is asked about again', async (_, change) => {
    const { person, files, ran, kit } = world();
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    change(files);
    const now = await contentOf(files);
    person.answer('a', ALLOW);
    await untilAsked(person, 2);
    expect(ran).toEqual([]);
    expect([...person.open.values()][0]?.reason).toBe(
      `${SCRIPT} changed while you were deciding; nothing allows it`,
    );
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
    expect(ran).toEqual([now]);
    expect(person.asks('a')).toBe(2);
  });

  it('that did not exist and does now is asked about again', async () => {
    const { person, files, ran, kit } = world();
    files.remove(SCRIPT);
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    files.write(SCRIPT, 'made');
    person.answer('a', ALLOW);
    await untilAsked(person, 2);
    expect(ran).toEqual([]);
    person.answer('a', { behavior: 'deny', feedback: 'no' });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'denied' });
  });

  it('that was only touched, or changed and put back, is not asked about again', async () => {
    const { person, files, ran, kit } = world();
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    files.write(SCRIPT, 'two');
    files.write(SCRIPT, 'one');
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
    expect({ ran: ran.length, asks: person.asks('a') }).toEqual({ ran: 1, asks: 1 });
  });

  it('is asked about again even if the first "yes" was an "always"', async () => {
    const { person, files, ran, kit } = world();
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    files.write(SCRIPT, 'two');
    person.answer('a', { behavior: 'allow', always: true });
    await untilAsked(person, 2);
    expect(kit.permission.current().rules).toMatchObject([{ text: 'Run' }]);
    expect(ran).toEqual([]);
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
  });

  it('stays asked about when permissions change meanwhile, whatever was allowed before the file changed', async () => {
    const { person, files, ran, kit } = world();
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    files.write(SCRIPT, 'two');
    person.answer('a', { behavior: 'allow', always: true });
    await untilAsked(person, 2);
    const { rules } = kit.permission.current();
    kit.permission.update({
      rules: [...rules, { behavior: 'allow', text: 'Other', source: 'user', root: '/' }],
    });
    await quiet();
    expect({ ran, removed: person.removed }).toEqual({ ran: [], removed: [] });
    person.answer('a', { behavior: 'deny', feedback: 'no' });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'denied' });
  });

  it('is asked about again when it changes after the answer, before the start', async () => {
    const gate = createGate();
    const blocker = toolOf('Wait', {
      ...FREE,
      async call() {
        await gate.passed;
        return { data: '' };
      },
    });
    const { person, files, ran, kit } = world([blocker], 1);
    const reading = collect(kit.runtime.run([{ id: 'w', name: 'Wait', input: {} }, CALL]));
    await untilAsked(person, 1);
    person.answer('a', ALLOW);
    await quiet();
    files.write(SCRIPT, 'two');
    gate.open();
    await untilAsked(person, 2);
    expect(ran).toEqual([]);
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ w: 'ok', a: 'ok' });
  });

  it('does not matter to a call that needs no person any more', async () => {
    const { person, files, ran, kit } = world();
    const reading = collect(kit.runtime.run([CALL]));
    await untilAsked(person, 1);
    files.write(SCRIPT, 'two');
    kit.permission.apply({ type: 'addRules', behavior: 'allow', rules: ['Run'], destination: 'session' });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
    expect({ ran: ran.length, asks: person.asks('a') }).toEqual({ ran: 1, asks: 1 });
  });

  it('that changes each time is refused in the end, and the model is told why', async () => {
    const { person, files, ran, kit } = world();
    const reading = collect(kit.runtime.run([CALL]));
    for (let time = 1; time <= 6; time += 1) {
      await untilAsked(person, time);
      files.write(SCRIPT, `version ${time}`);
      person.answer('a', ALLOW);
    }
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ a: 'denied' });
    expect(textOfResult(events, 'a')).toContain(`${SCRIPT} changed each of the 6 times`);
    expect({ ran, asks: person.asks('a') }).toEqual({ ran: [], asks: 6 });
  });

  it('a call runs with what its last answer was about, whatever happened before', async () => {
    const version = fc.constantFrom('one', 'two', 'three');
    const step = fc.record({ before: fc.option(version), after: fc.option(version), always: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
        const { person, files, ran, kit } = world();
        const reading = collect(kit.runtime.run([CALL]));
        let asked = '';
        for (const [index, { before, after, always }] of [
          ...steps,
          { before: null, after: null, always: false },
        ].entries()) {
          while (person.asks('a') <= index && !reading.isDone) {
            await new Promise((resolve) => setTimeout(resolve, 0));
          }
          if (reading.isDone) break;
          asked = await contentOf(files);
          if (before !== null) files.write(SCRIPT, before);
          person.answer('a', { behavior: 'allow', always });
          if (after !== null) files.write(SCRIPT, after);
        }
        expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
        expect(ran).toEqual([asked]);
      }),
      { numRuns: 30 },
    );
  });
});
