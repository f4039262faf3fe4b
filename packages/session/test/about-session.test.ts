import { describe, expect, it, onTestFinished } from 'vitest';
import {
  agentHooks,
  createLocalRuntime,
  type LocalRuntimeOptions,
  type SessionHook,
} from '../../sluice/src/index.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

async function open(options: Partial<LocalRuntimeOptions>, matcher?: string) {
  const told: object[] = [];
  const hook: SessionHook = {
    event: 'SessionStart',
    name: 'start',
    ...(matcher !== undefined && { matcher }),
    run: (input) => void told.push(input),
  };
  const said: string[] = [];
  const runtime = await createLocalRuntime({
    cwd: scratch(),
    hooks: [hook],
    onUnkept: (text) => void said.push(text),
    ...options,
  });
  onTestFinished(async () => void (await runtime.dispose()));
  return { runtime, told, said };
}

describe('hooks of SessionStart', () => {
  it.each<[string, LocalRuntimeOptions['aboutSession'], object]>([
    ['nothing', undefined, { source: 'startup' }],
    ['a model', () => ({ model: 'small' }), { source: 'startup', model: 'small' }],
    ['a title', async () => ({ title: 'Mending' }), { source: 'startup', session_title: 'Mending' }],
    ['a copy', () => ({ isFork: true, model: 'small' }), { source: 'fork', model: 'small' }],
  ])('are told %s of a session', async (_, aboutSession, expected) => {
    const { told } = await open({ ...(aboutSession !== undefined && { aboutSession }) });
    expect(told).toMatchObject([expected]);
    const known = Object.keys(told[0] ?? {}).filter((key) =>
      ['source', 'model', 'session_title'].includes(key),
    );
    expect(known.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each([
    ['fork', 1],
    ['resume', 0],
    ['startup', 0],
  ])('that choose %s hear of a copy: %i', async (matcher, times) => {
    const { told } = await open({ aboutSession: () => ({ isFork: true }) }, matcher);
    expect(told).toHaveLength(times);
  });

  it('are told the rest where it can not be told', async () => {
    const { told, said } = await open({
      aboutSession() {
        throw new Error('no idea');
      },
    });
    expect(told).toMatchObject([{ source: 'startup' }]);
    expect(said).toEqual([expect.stringContaining('aboutSession threw: no idea')]);
  });

  it('are what it is asked for: without them no one is', async () => {
    let asked = 0;
    const aboutSession = () => ({ title: String((asked += 1)) });
    await open({ hooks: [], aboutSession });
    expect(asked).toBe(0);
  });
});

it('hooks of Stop are told of a task of this session that still runs', async () => {
  const told: unknown[] = [];
  const stop: SessionHook = {
    event: 'Stop',
    name: 'stop',
    run: ({ background_tasks }) => void told.push(background_tasks),
  };
  const { runtime } = await open({ hooks: [stop], permissionMode: 'bypassPermissions' });
  const input = { command: 'sleep 600', run_in_background: true };
  for await (const event of runtime.run([{ id: 'c', name: 'Bash', input }])) {
    if (event.type === 'tool-result') expect(event.outcome.code).toBe('ok');
  }
  const hooks = agentHooks(runtime.agent, () => ({ cwd: runtime.session.cwd }));
  await hooks.stopping('done', new AbortController().signal);
  expect(told).toEqual([[expect.objectContaining({ status: 'running', command: 'sleep 600' })]]);
});
