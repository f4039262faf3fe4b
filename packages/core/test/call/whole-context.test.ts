import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createMemoryFiles,
  createPolicy,
  defineTool,
  type CallContext,
  type CallsInProgress,
  type ModelMessage,
  type PermissionDecision,
  type SessionState,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { createPerson } from '../support/person.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  runAll,
  toEnd,
  toolOf,
  type KitOptions,
} from '../support/kit.ts';

const one = [{ id: 'c', name: 'Look', input: {} }];

/** Runs one call of a tool that looks at its context. */
async function look<Seen>(
  see: (context: CallContext) => Seen | Promise<Seen>,
  options: KitOptions = {},
  tools = [toolOf('Other')],
) {
  let seen: { readonly value: Seen } | undefined;
  const kit = createKit(
    [
      toolOf('Look', {
        ...FREE,
        async call(_input, context) {
          seen = { value: await see(context) };
          return { data: 'seen' };
        },
      }),
      ...tools,
    ],
    options,
  );
  await runAll(kit, one);
  if (seen === undefined) throw new Error('The tool did not run, or failed.');
  return { kit, seen: seen.value };
}

describe('the context of a call', () => {
  it('has the message that its agent or its call comes from', async () => {
    const told: (string | undefined)[] = [];
    const inner = toolOf('Inner', {
      ...FREE,
      async call(_input, { parentMessageId }) {
        told.push(parentMessageId);
        return { data: '' };
      },
    });
    const see = async ({ parentMessageId, invoke }: CallContext) => {
      told.push(parentMessageId);
      await invoke({ name: 'Inner', input: {} });
    };
    await look(see, {}, [inner]);
    await look(see, { parentMessageId: 'of the parent' }, [inner]);
    expect(told).toEqual([undefined, 'message-1', 'of the parent', 'message-1']);
  });

  it('has the messages so far, which no tool can change', async () => {
    const said: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'go' }] }];
    const { seen } = await look(({ messages }) => messages, { messages: () => said });
    expect(seen).toEqual(said);
    said.push({ role: 'assistant', content: [] });
    expect(seen).toHaveLength(1);
    const untyped: { push(item: unknown): number } = Object.assign([], { push: Array.prototype.push });
    expect(() => untyped.push.call(seen, 'x')).toThrow(TypeError);
    expect(() => untyped.push.call(seen[0]?.content, 'x')).toThrow(TypeError);
    expect((await look(({ messages }) => messages)).seen).toEqual([]);
  });

  it('has the state of the root, whose changes hold at once and after the call has ended', async () => {
    const changes: unknown[] = [];
    const onSessionChange = (_before: unknown, after: unknown) => changes.push(after);
    let root: SessionState | undefined;
    const { kit } = await look(
      (context) => {
        root = context.root;
        root.update((state) => ({ ...state, values: new Map([['task', 'runs']]) }));
        return context.root.current().values.get('task');
      },
      { onSessionChange },
    );
    expect(kit.runtime.session.values.get('task')).toBe('runs');
    root?.update((state) => ({ ...state, values: new Map([['task', 'done']]) }));
    expect(kit.runtime.session.values.get('task')).toBe('done');
    expect(changes).toHaveLength(2);
    const broken: unknown = { cwd: 'relative', values: new Map() };
    expect(() => root?.update(() => JSON.parse(JSON.stringify(broken)))).toThrow(TypeError);
    expect(kit.runtime.session.cwd).toBe('/d');

    const child = await look((context) => context.root.update((state) => ({ ...state, cwd: '/moved' })), {
      root: kit.runtime.state,
    });
    expect([kit.runtime.session.cwd, child.kit.runtime.session.cwd]).toEqual(['/moved', '/d']);
  });

  it.each<[title: string, name: string, input: unknown, decision: Partial<PermissionDecision>]>([
    ['allowed by a rule', 'Allowed', {}, { behavior: 'allow', by: 'rule' }],
    ['denied by a rule', 'Denied', {}, { behavior: 'deny', by: 'rule' }],
    ['asked about', 'Other', {}, { behavior: 'ask', by: 'default' }],
    ['asked about, with no one to ask', 'Other', {}, { behavior: 'deny', by: 'headless' }],
    ['tightened by its tool', 'Careful', {}, { behavior: 'deny', by: 'tool' }],
    ['of an unknown tool', 'Othre', {}, { behavior: 'deny', reason: expect.stringMatching(/mean Other/) }],
    [
      'with an invalid input',
      'Strict',
      { n: 'x' },
      { behavior: 'deny', reason: expect.stringMatching(/input is invalid: n: expected /) },
    ],
    ['with no input', 'Strict', undefined, { behavior: 'deny' }],
    [
      'of a tool that throws',
      'Broken',
      {},
      { behavior: 'deny', by: 'safety', reason: expect.stringMatching(/bang/) },
    ],
  ])('decides what would become of a call that is %s, and runs nothing', async (_, name, input, decision) => {
    const files = createMemoryFiles();
    let runs = 0;
    const counting = { call: async () => ({ data: String((runs += 1)) }) };
    const { kit, seen } = await look(
      ({ decide }) => decide({ name, input }),
      {
        files,
        policy: createPolicy({ files, remedy: 'r', languages: new Map() }),
        ...(decision.by === 'default' && { asker: createPerson().asker }),
        rules: ['Allowed', 'Denied'].map((text) => ({
          behavior: text === 'Denied' ? ('deny' as const) : ('allow' as const),
          text,
          source: 'session' as const,
          root: '/d',
        })),
      },
      [
        ...['Allowed', 'Denied', 'Other'].map((one) => toolOf(one, counting)),
        toolOf('Careful', {
          ...counting,
          checkPermissions: () => ({ behavior: 'deny', message: 'not now' }),
        }),
        toolOf('Broken', {
          ...counting,
          checkPermissions: () => {
            throw new Error('bang');
          },
        }),
        defineTool({
          name: 'Strict',
          description: '',
          inputSchema: z.object({ n: z.number() }),
          ...counting,
        }),
      ],
    );
    expect(kit.runtime.pool.tools.length).toBeGreaterThan(5);
    expect(seen).toMatchObject(decision);
    expect(runs).toBe(0);
  });

  it('tells which calls are in progress, and which a message of the person would interrupt', async () => {
    const gate = createGate();
    let seen: CallsInProgress | undefined;
    const kit = createKit([
      toolOf('Look', {
        ...FREE,
        interruptBehavior: 'block',
        async call(_input, { inProgress }) {
          await gate.passed;
          seen = inProgress();
          return { data: '' };
        },
      }),
      toolOf('Wait', {
        ...FREE,
        call: ({ signal: _none }, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ data: '' }), { once: true });
            void gate.passed.then(quiet).then(() => resolve({ data: '' }));
          }),
      }),
    ]);
    const reading = collect(
      kit.runtime.run([
        { id: 'l', name: 'Look', input: {} },
        { id: 'w', name: 'Wait', input: {} },
      ]),
    );
    await quiet();
    gate.open();
    await toEnd(reading, kit.clock);
    expect(seen).toEqual({
      calls: [
        { callId: 'l', isInterruptible: false },
        { callId: 'w', isInterruptible: true },
      ],
      interruptible: 'some',
    });
  });
});
