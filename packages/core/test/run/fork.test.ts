import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createMemoryJournal,
  createPermissionState,
  createPolicy,
  deriveState,
  readFile,
  writeFile,
  type AgentIdentity,
  type AnyTool,
  type CallContext,
  type Hook,
  type RunEvent,
  type Runtime,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { createPerson, asking, ALLOW } from '../support/person.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  textOfResult,
  toEnd,
  toolOf,
  type Gate,
} from '../support/kit.ts';

const helper: AgentIdentity = { id: 'a1', type: 'Helper' };

/** A tool that touches `/d/a` until its gate opens. */
function touch(name: string, gate: Gate, log: string[], access: 'read' | 'write' = 'write'): AnyTool {
  return toolOf(name, {
    isReadOnly: access === 'read',
    isConcurrencySafe: access === 'read',
    claims: () => [access === 'read' ? readFile('/d/a') : writeFile('/d/a')],
    async call() {
      log.push(`${name} begins`);
      await gate.passed;
      log.push(`${name} ends`);
      return { data: name };
    },
  });
}

const one = (name: string, id = name) => [{ id, name, input: {} }];

function start(runtime: Runtime, ...names: string[]) {
  return collect(runtime.run(names.map((name) => ({ id: name, name, input: {} }))));
}

describe('agents beside each other', () => {
  it.each([
    ['a writer waits for a reader', 'read', 'write'],
    ['a reader waits for a writer', 'write', 'read'],
    ['a writer waits for a writer', 'write', 'write'],
  ] as const)('%s', async (_, first, second) => {
    const log: string[] = [];
    const gates = [createGate(), createGate()] as const;
    const kit = createKit([touch('First', gates[0], log, first)]);
    const child = kit.runtime.fork({ agent: helper, tools: [touch('Second', gates[1], log, second)] });
    const [mine, theirs] = [start(kit.runtime, 'First'), start(child, 'Second')];
    await quiet();
    gates[1].open();
    await quiet();
    expect(log).toEqual(['First begins']);
    gates[0].open();
    await toEnd(mine, kit.clock);
    await toEnd(theirs, kit.clock);
    expect(log).toEqual(['First begins', 'First ends', 'Second begins', 'Second ends']);
  });

  it('a path is held until hooks after the work have ended', async () => {
    const log: string[] = [];
    const hooked = createGate();
    const open = createGate();
    open.open();
    const hook: Hook = {
      event: 'PostToolUse',
      name: 'formats',
      matches: (name) => name === 'First',
      async run() {
        await hooked.passed;
        return undefined;
      },
    };
    const kit = createKit([touch('First', open, log)], { hooks: [hook] });
    const child = kit.runtime.fork({ agent: helper, tools: [touch('Second', open, log)] });
    const [mine, theirs] = [start(kit.runtime, 'First'), start(child, 'Second')];
    await quiet();
    expect(log).toEqual(['First begins', 'First ends']);
    hooked.open();
    await toEnd(mine, kit.clock);
    await toEnd(theirs, kit.clock);
    expect(log).toContain('Second ends');
  });

  it('a call that was at work when the agent was opened holds its paths as well', async () => {
    const log: string[] = [];
    const gate = createGate();
    const open = createGate();
    open.open();
    const kit = createKit([touch('First', gate, log)]);
    const mine = start(kit.runtime, 'First');
    await quiet();
    const theirs = start(kit.runtime.fork({ agent: helper, tools: [touch('Second', open, log)] }), 'Second');
    await quiet();
    expect(log).toEqual(['First begins']);
    gate.open();
    await toEnd(mine, kit.clock);
    await toEnd(theirs, kit.clock);
  });

  it('a call that waits for another agent holds no slot', async () => {
    const log: string[] = [];
    const gate = createGate();
    const free = toolOf('Free', { ...FREE, call: async () => ({ data: String(log.push('Free')) }) });
    const kit = createKit([touch('First', gate, log)]);
    const child = kit.runtime.fork({
      agent: helper,
      tools: [touch('Second', gate, log), free],
      maxConcurrency: 1,
    });
    const mine = start(kit.runtime, 'First');
    await quiet();
    const theirs = start(child, 'Second', 'Free');
    await quiet();
    expect(log).toEqual(['First begins', 'Free']);
    gate.open();
    await toEnd(mine, kit.clock);
    await toEnd(theirs, kit.clock);
  });

  it('a call that is asked about after it has waited for another agent holds nothing meanwhile', async () => {
    const log: string[] = [];
    const gate = createGate();
    const open = createGate();
    open.open();
    const person = createPerson();
    const kit = createKit([touch('First', gate, log)], {
      policy: createPolicy({ files: createMemoryFiles(), remedy: '' }),
      rules: allowing('First', 'Third'),
    });
    const own = createPermissionState({
      mode: 'default',
      workingDirectories: ['/d'],
      rules: allowing('Second'),
    });
    const second = kit.runtime.fork({
      agent: helper,
      tools: [touch('Second', open, log)],
      permission: own,
      asker: person.asker,
    });
    const third = kit.runtime.fork({
      agent: { id: 'a2', type: 'Helper' },
      tools: [touch('Third', open, log)],
    });
    const readings = [start(kit.runtime, 'First')];
    await quiet();
    readings.push(start(second, 'Second'));
    await quiet();
    own.update({ rules: [{ behavior: 'ask', text: 'Second', source: 'session', root: '/d' }] });
    gate.open();
    await quiet();
    expect([...person.open.values()].map(({ callId }) => callId)).toEqual(['Second']);
    const last = start(third, 'Third');
    await toEnd(last, kit.clock);
    expect(log).toEqual(['First begins', 'First ends', 'Third begins', 'Third ends']);
    person.answer('Second', ALLOW);
    for (const reading of readings) await toEnd(reading, kit.clock);
    expect(log.at(-1)).toBe('Second ends');
  });

  it('a call that is stopped while it waits for another agent ends at once, and lets others pass', async () => {
    const log: string[] = [];
    const gate = createGate();
    const open = createGate();
    open.open();
    const kit = createKit([touch('First', gate, log, 'read')]);
    const fork = (id: string, name: string, access: 'read' | 'write') =>
      kit.runtime.fork({ agent: { id, type: 'Helper' }, tools: [touch(name, open, log, access)] });
    const mine = start(kit.runtime, 'First');
    await quiet();
    const run = fork('a1', 'Second', 'write').run(one('Second'));
    const stopped = collect(run);
    await quiet();
    const reading = start(fork('a2', 'Third', 'read'), 'Third');
    await quiet();
    // A reader does not overtake the writer that came first.
    expect(log).toEqual(['First begins']);
    run.interrupt('user-cancel');
    expect(outcomes(await toEnd(stopped, kit.clock))).toEqual({ Second: 'cancelled user-cancel' });
    await toEnd(reading, kit.clock);
    expect(log).toEqual(['First begins', 'Third begins', 'Third ends']);
    gate.open();
    await toEnd(mine, kit.clock);
  });

  it('the call that opens an agent, and those around it, do not stand in its way', async () => {
    const log: string[] = [];
    const open = createGate();
    open.open();
    const opens = toolOf('Opens', {
      claims: () => [writeFile('/d/a')],
      async call(_input, { callId }) {
        const child = kit.runtime.fork({
          agent: { ...helper, parentCallId: callId },
          tools: [touch('Second', open, log)],
        });
        return { data: textOfResult(await toEnd(start(child, 'Second'), kit.clock), 'Second') };
      },
    });
    const outer = toolOf('Outer', {
      claims: () => [writeFile('/d/a')],
      async call(_input, { invoke }) {
        return { data: (await invoke({ name: 'Opens', input: {} })).data };
      },
    });
    const kit = createKit([opens, outer]);
    const events = await toEnd(start(kit.runtime, 'Outer'), kit.clock);
    expect(textOfResult(events, 'Outer')).toBe('Second');
    expect(log).toEqual(['Second begins', 'Second ends']);
  });
});

describe('an agent of its own', () => {
  it('has a ledger, a context, a pool and a journal of its own, and the state of the root', async () => {
    const journal = createMemoryJournal();
    let seen: Pick<CallContext, 'root' | 'parentMessageId' | 'agentChain' | 'depth'> | undefined;
    const moves = toolOf('Moves', {
      changesContext: true,
      async call(_input, context) {
        seen = context;
        return {
          data: '',
          modifyContext: (state) => ({ ...state, cwd: '/d/e', values: new Map([['k', 1]]) }),
        };
      },
    });
    const kit = createKit([toolOf('Mine')]);
    const child = kit.runtime.fork({ agent: helper, tools: [moves], journal });
    await toEnd(start(child, 'Moves'), kit.clock);
    expect([child.session.cwd, kit.runtime.session.cwd]).toEqual(['/d/e', '/d']);
    expect(kit.runtime.session.values.size).toBe(0);
    expect(child.ledger).not.toBe(kit.runtime.ledger);
    expect([child.pool.find('Mine'), kit.runtime.pool.find('Moves')]).toEqual([undefined, undefined]);
    expect(seen).toMatchObject({ agentChain: ['Helper'], depth: 0, parentMessageId: undefined });
    expect(seen?.root).toBe(kit.runtime.state);
    const lines = (await journal.read()).entries.map((entry) =>
      'callId' in entry ? entry.callId : entry.type,
    );
    expect(lines).toContain('Moves');
    expect((await kit.journal.read()).entries.some((entry) => 'callId' in entry)).toBe(false);
    expect((await kit.journal.read()).entries).toHaveLength(1);
  });

  it('is named to the person, to hooks and in what it tells, and its messages have names of their own', async () => {
    const person = createPerson();
    const told: unknown[] = [];
    const hooks: Hook[] = [
      { event: 'PreToolUse', name: 'pre', run: ({ agent }) => void told.push(['pre', agent]) },
      { event: 'PostToolUse', name: 'post', run: ({ agent }) => void told.push(['post', agent]) },
      { event: 'PostToolBatch', name: 'batch', run: ({ agent }) => void told.push(['batch', agent]) },
    ];
    const kit = createKit([toolOf('Asks')], { policy: asking('Asks'), asker: person.asker, hooks });
    const heard: RunEvent[] = [];
    const subscription = kit.runtime.subscribe({ whenSlow: 'latest' });
    void (async () => {
      for await (const event of subscription) heard.push(event);
    })();
    const child = kit.runtime.fork({ agent: { ...helper, parentCallId: 'p' } });
    const grandchild = child.fork({ agent: { id: 'a2', type: 'Looker' } });
    for (const [runtime, callId] of [
      [kit.runtime, 'c0'],
      [child, 'c1'],
      [grandchild, 'c2'],
    ] as const) {
      const reading = collect(runtime.run(one('Asks', callId)));
      await quiet();
      person.answer(callId, ALLOW);
      await toEnd(reading, kit.clock);
    }
    const requests = ofType(heard, 'permission-request').map(
      ({ request, agentId, agentType, messageId }) => ({
        ...{ chain: request.agentChain, id: request.agentId, type: request.agentType },
        ...{ requestId: request.requestId, agentId, agentType, messageId },
      }),
    );
    expect(requests).toEqual([
      { chain: [], requestId: 'ask-1', messageId: 'message-1' },
      {
        ...{ chain: ['Helper'], id: 'a1', type: 'Helper', requestId: 'ask-2' },
        ...{ agentId: 'a1', agentType: 'Helper', messageId: 'a1/message-1' },
      },
      {
        ...{ chain: ['Helper', 'Looker'], id: 'a2', type: 'Looker', requestId: 'ask-3' },
        ...{ agentId: 'a2', agentType: 'Looker', messageId: 'a2/message-1' },
      },
    ]);
    const agents = [undefined, { ...helper, parentCallId: 'p' }, { id: 'a2', type: 'Looker' }];
    expect(told).toEqual(agents.flatMap((agent) => ['pre', 'post', 'batch'].map((event) => [event, agent])));
    const states = ofType(heard, 'call-state').filter(({ status }) => status === 'executing');
    expect(states.map(({ callId, agentId }) => [callId, agentId])).toEqual([
      ['c0', undefined],
      ['c1', 'a1'],
      ['c2', 'a2'],
    ]);
    subscription.close();
  });

  it('is under the rules of its parent as they are at its next call, and under its own denies', async () => {
    const files = createMemoryFiles();
    const kit = createKit([toolOf('One'), toolOf('Two')], {
      policy: createPolicy({ files, remedy: '' }),
      rules: allowing('One', 'Two'),
    });
    const child = kit.runtime.fork({
      agent: helper,
      permission: deriveState(kit.permission, { denies: ['Two'] }),
    });
    const grandchild = child.fork({ agent: { id: 'a2', type: 'Looker' } });
    const results = async (runtime: Runtime) =>
      outcomes(await toEnd(start(runtime, 'One', 'Two'), kit.clock));
    expect(await results(kit.runtime)).toEqual({ One: 'ok', Two: 'ok' });
    expect(await results(child)).toEqual({ One: 'ok', Two: 'denied' });
    expect(await results(grandchild)).toEqual({ One: 'ok', Two: 'denied' });
    kit.permission.apply({
      ...{ type: 'addRules', behavior: 'deny', rules: ['One'], destination: 'session' },
    });
    expect(await results(grandchild)).toEqual({ One: 'denied', Two: 'denied' });
    const events = await toEnd(start(grandchild, 'Two'), kit.clock);
    expect(textOfResult(events, 'Two')).toContain('the deny rule Two (agent)');
  });
});

function allowing(...texts: string[]) {
  return texts.map((text) => ({ behavior: 'allow', text, source: 'session', root: '/d' }) as const);
}

it('waits for tools that are to come as its parent does, and says why others are missing', async () => {
  const asked: string[] = [];
  const kit = createKit([toolOf('Read', FREE)], {
    arrival(name) {
      asked.push(name);
      return undefined;
    },
    whyMissing: (name) => (name === 'mcp__a__x' ? 'It needs a login.' : undefined),
  });
  const child = kit.runtime.fork({ agent: helper });
  const events = await toEnd(collect(child.run(one('mcp__a__x', 'c1'))), kit.clock);
  expect(textOfResult(events, 'c1')).toBe('The tool "mcp__a__x" is not available. It needs a login.');
  expect(asked).toEqual(['mcp__a__x']);
});
