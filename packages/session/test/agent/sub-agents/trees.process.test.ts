import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import {
  agentCall,
  call,
  openTestSession,
  says,
  type Lists,
  type OpenedSession,
} from './support/open-session.ts';

it.each<readonly [string, (session: OpenedSession | undefined) => void | Promise<void>]>([
  [
    'an answer',
    (session) =>
      void session?.agent.runtime.permission.apply({
        ...{ type: 'addRules', behavior: 'deny', rules: ['Bash(touch *)'], destination: 'session' },
      }),
  ],
  [
    'a settings file',
    async (session) => {
      const known = new Promise<void>((resolve) => session?.agent.runtime.permission.onChange(resolve));
      const directory = join(session?.cwd ?? '', '.sluice');
      mkdirSync(directory);
      writeFileSync(join(directory, 'settings.json'), '{"permissions":{"deny":["Bash(touch *)"]}}');
      await known;
    },
  ],
])(
  'a rule of %s that comes while three generations work holds for the next call of each, in the background and resumed too',
  async (_, deny) => {
    let session: OpenedSession | undefined;
    const touch = (name: string) => ({ content: [call('Bash', { command: `touch ${name}` })] });
    session = await openTestSession(
      {
        MAIN: [
          { content: [agentCall({ prompt: 'TASK early', name: 'early' })] },
          { content: [agentCall({ prompt: 'TASK one' })] },
          touch('main'),
          { content: [call('SendMessage', { to: 'early', message: 'Go on.' })] },
          { content: [agentCall({ prompt: 'TASK aside', run_in_background: true })] },
          says('Waiting.'),
        ],
        'TASK early': [touch('allowed'), says('Before.'), touch('resumed'), says('After.')],
        'TASK one': [{ content: [agentCall({ prompt: 'TASK two' })] }, touch('one'), says('One.')],
        'TASK two': [
          async () => {
            await deny(session);
            return touch('two');
          },
          says('Two.'),
        ],
        'TASK aside': [touch('aside'), says('Aside.')],
      },
      { parts: { permissionMode: 'acceptEdits' } },
    );
    await session.work('go');
    const made = ['allowed', 'two', 'one', 'main', 'resumed', 'aside'];
    expect(made.filter((name) => existsSync(join(session.cwd, name)))).toEqual(['allowed']);
    const sent = JSON.stringify(session.server.requests.map(({ body }) => body['messages']));
    for (const name of made.slice(1)) expect(sent).toContain(`touch ${name}`);
  },
);

it('an agent whose program ended before it had its task gets the task with the message that wakes it', async () => {
  const reached = Promise.withResolvers<void>();
  const first = await openTestSession({
    MAIN: [{ content: [agentCall({ prompt: 'TASK: count.', run_in_background: true })] }, says('Waiting.')],
    TASK: [
      () => {
        reached.resolve();
        return { connection: 'silent' };
      },
    ],
  });
  for await (const event of first.agent.run('go')) if (event.type === 'result') break;
  await reached.promise;
  const [id = ''] = first.agent.parts.subAgents?.port.list().map((each) => each.id) ?? [];
  // The program dies after it has opened the agent: nothing else is written.
  const journal = join(first.sessionDirectory, 'journal.jsonl');
  const own = join(first.sessionDirectory, 'agents', id, 'journal.jsonl');
  const whole = readFileSync(journal);
  const [beginning = ''] = readFileSync(own, 'utf8').split('\n', 1);
  expect(beginning).not.toContain('count');
  await first.agent.parts.dispose();
  writeFileSync(journal, whole);
  writeFileSync(own, `${beginning}\n`);

  const again = await openTestSession(
    {
      MAIN: [
        { content: [call('SendMessage', { to: id, message: 'Go on.' })] },
        says('Waiting.'),
        says('All done.'),
      ],
      TASK: [says('Seven.')],
    },
    { parts: { cwd: first.cwd, sessionDirectory: first.sessionDirectory, resume: true } },
  );
  await again.work('go on');
  const asked = again.server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(asked.find((text) => text.includes('TASK: count.') && text.includes('Go on.'))).toBeDefined();
  expect(asked.at(-1)).toContain('Seven.');
});

it('two agents edit one file two hundred times, and no line is lost', async () => {
  const edits = (name: string, from: number) => ({
    content: Array.from({ length: 10 }, (_, at) =>
      call('Edit', {
        ...{ file_path: 'both.txt', old_string: `${name}: ${from + at}.` },
        new_string: `${name}: ${from + at + 1}.`,
      }),
    ),
  });
  const agent = (name: string) => [
    { content: [call('Read', { file_path: 'both.txt' })] },
    ...Array.from({ length: 10 }, (_, at) => edits(name, 10 * at)),
    says(`${name} is done.`),
  ];
  const { work, cwd } = await openTestSession(
    {
      MAIN: [{ content: ['A', 'B'].map((name) => agentCall({ prompt: `TASK ${name}` })) }, says('Done.')],
      'TASK A': agent('A'),
      'TASK B': agent('B'),
    },
    { parts: { permissionMode: 'acceptEdits' } },
  );
  writeFileSync(join(cwd, 'both.txt'), 'A: 0.\nB: 0.\n');
  const { texts } = await work('go');
  expect(texts.map((text) => text.split('\n', 1)[0])).toEqual(['A is done.', 'B is done.']);
  expect(readFileSync(join(cwd, 'both.txt'), 'utf8')).toBe('A: 100.\nB: 100.\n');
});

/** A node of a random tree: its children, and whether it works in the background and is stopped by the person. */
interface Node {
  readonly children: readonly Node[];
  readonly isBackground: boolean;
  readonly isStopped: boolean;
}

const node = (depth: number): fc.Arbitrary<Node> =>
  fc.record({
    children: depth === 3 ? fc.constant([]) : fc.array(node(depth + 1), { maxLength: 3 }),
    isBackground: fc.boolean(),
    isStopped: fc.nat(5).map((number) => number === 0),
  });

it('whatever opens what, and whoever is stopped, each agent has one end and holds no slot', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node(1), { minLength: 1, maxLength: 3 }), async (roots) => {
      const lists: Record<string, Lists[string]> = {};
      let count = 0;
      let session: OpenedSession | undefined;
      const callOf = ({ isBackground, isStopped, children }: Node): ReturnType<typeof agentCall> => {
        count += 1;
        const name = `TASK n${count}.`;
        const calls = children.map(callOf);
        const opens = { content: [...calls, call('Glob', { pattern: '*' })] };
        lists[name] = [
          async () => {
            const own = session?.agent.parts.subAgents?.port
              .list()
              .find(({ description }) => description === name);
            if (isStopped && own !== undefined) await session?.agent.runtime.tasks.stop(own.id, 'person');
            return opens;
          },
          says('Seven.'),
        ];
        const input: JsonObject = { description: name, prompt: name, run_in_background: isBackground };
        return agentCall(input);
      };
      lists['MAIN'] = [{ content: roots.map(callOf) }, says('Waiting.')];
      session = await openTestSession(lists, {
        env: { CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: '50' },
      });
      await session.work('go');
      const listed = session.agent.parts.subAgents?.port.list() ?? [];
      expect(listed.filter(({ state }) => state === 'running')).toEqual([]);
      await session.agent.close();
      const ends = new Map<string, number>();
      const paths = ['journal.jsonl', ...listed.map(({ id }) => `agents/${id}/journal.jsonl`)];
      for (const path of paths) {
        for (const line of readFileSync(join(session.sessionDirectory, path), 'utf8').split('\n')) {
          if (!line.includes('"agent-began"') && !line.includes('"agent-ended"')) continue;
          const { type, agentId } = JSON.parse(line);
          ends.set(agentId, (ends.get(agentId) ?? 0) + (type === 'agent-ended' ? 1 : 0));
        }
      }
      expect([...ends.values()].every((number) => number === 1)).toBe(true);
      expect(ends.size).toBe(listed.length);
    }),
    { numRuns: 5 },
  );
});
