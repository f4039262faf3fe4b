import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../../../../sluice/test/cli/exec/support/scratch.ts';
import { definitionsOf } from './support/definitions-of.ts';
import { agentCall, call, openTestSession, says } from './support/open-session.ts';

it.each([
  ['all there are', {}, ['general-purpose', 'Explore', 'Plan']],
  ['without those that explore', { CLAUDE_CODE_DISABLE_EXPLORE_PLAN_AGENTS: '1' }, ['general-purpose']],
  ['none of the program', { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '1' }, []],
  ['with the fork', { CLAUDE_CODE_FORK_SUBAGENT: '1' }, ['general-purpose', 'Explore', 'Plan', 'fork']],
] as const)('variables choose the types: %s', async (_, env, expected) => {
  const { agent } = await openTestSession({ MAIN: [] }, { env });
  const types = await agent.parts.subAgents?.port.types();
  expect(types?.definitions.map(({ name }) => name)).toEqual(expected);
});

it.each([
  ['the user', 'session'],
  ['an update of the settings', 'user'],
] as const)(
  'agents and skills of a directory that %s adds during a session are found at once',
  async (_, by) => {
    const [cwd, home, added] = [scratch(), scratch(), scratch()];
    for (const path of ['agents/there.md', 'skills/there/SKILL.md']) {
      mkdirSync(dirname(join(added, '.claude', path)), { recursive: true });
      writeFileSync(join(added, '.claude', path), '---\nname: there\ndescription: it is there\n---\nText.\n');
    }
    const { work, agent, server } = await openTestSession(
      { MAIN: [says('Hi.'), says('Done.')] },
      { env: { HOME: home }, parts: { cwd, skills: {}, agents: { readsFiles: true } } },
    );
    const told = (): number =>
      JSON.stringify(server.requests.at(-1)?.body).split('- there: it is there').length - 1;
    await work('hi');
    expect(told()).toBe(0);
    const update = { type: 'addDirectories', directories: [added], destination: by } as const;
    agent.parts.permission.state.apply(update);
    await work('go');
    expect(told()).toBe(2);
  },
);

it.each([
  ['haiku', 'anthropic/claude-sonnet-4-5', 'claude-haiku-4-5'],
  ['haiku', 'openai/gpt-5', 'gpt-5'],
  ['claude-opus-4-5', 'anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
] as const)(
  'a file of a project without trust that names %s in a session with %s means %s, as the main agent and as another',
  async (model, ofSession, expected) => {
    const cwd = scratch();
    mkdirSync(join(cwd, '.claude/agents'), { recursive: true });
    const file = `---\nname: quick\ndescription: It looks.\nmodel: ${model}\n---\nYou.\n`;
    writeFileSync(join(cwd, '.claude/agents/quick.md'), file);
    const env = { SLUICE_MODEL: ofSession, OPENAI_API_KEY: 'k' };
    const parts = { cwd, agents: { readsFiles: true } } as const;
    const warned: string[] = [];
    const main = { model: undefined, agentType: 'quick', warn: (text: string) => void warned.push(text) };
    const lists = () => ({
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', subagent_type: 'quick', run_in_background: false })] },
        says('Done.'),
      ],
      TASK: [says('Looked.')],
    });
    const asMain = await openTestSession({ MAIN: [says('Done.')] }, { env, parts, agent: main });
    await asMain.work('go');
    expect(asMain.server.requests[0]?.model).toContain(expected);
    expect(warned.some((text) => text.includes(`${model} of the agent quick is not used: `))).toBe(
      !expected.includes(model),
    );
    const asOther = await openTestSession(lists(), { env, parts, agent: { model: undefined } });
    await asOther.work('go');
    expect(asOther.server.requests[1]?.model).toContain(expected);
  },
);

it('of two definitions with one name, the nearer place wins, and in each place that of Sluice', async () => {
  const [home, added, repository, managed] = [scratch(), scratch(), scratch(), scratch()];
  const cwd = join(repository, 'packages/a');
  mkdirSync(join(repository, '.git'));
  mkdirSync(cwd, { recursive: true });
  const places = [managed, cwd, join(repository, 'packages'), repository, added, home].flatMap((directory) =>
    ['.sluice', '.claude'].map((folder) => join(directory, folder, 'agents/deep/any.md')),
  );
  for (const [at, file] of places.entries()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\nname: own\ndescription: ${at}\n---\nYou.\n`);
  }
  const settings = { sources: ['user', 'project'] as const, additionalDirectories: [added] };
  const { agent } = await openTestSession(
    { MAIN: [] },
    {
      env: { HOME: home },
      parts: {
        cwd,
        agents: { readsFiles: true, definitions: definitionsOf({ own: { description: 'given' } }) },
        settings: { ...settings, managedDirectories: [managed] },
      },
    },
  );
  const bare = await openTestSession(
    { MAIN: [] },
    {
      env: { HOME: home },
      parts: {
        cwd,
        agents: { readsFiles: true },
        settings: { ...settings, managedDirectories: [managed] },
      },
    },
  );
  const winner = async (of: typeof agent): Promise<string | undefined> =>
    (await of.parts.subAgents?.port.types())?.definitions.find(({ name }) => name === 'own')?.description;
  const found: (string | undefined)[] = [];
  for (const [at, file] of places.entries()) {
    // Only the administrator's come before what the command line gives.
    // oxlint-disable-next-line no-await-in-loop -- one file fewer each time
    expect(await winner(agent)).toBe(at < 2 ? String(at) : 'given');
    // oxlint-disable-next-line no-await-in-loop -- one file fewer each time
    found.push(await winner(bare.agent));
    rmSync(file);
  }
  expect(found).toEqual(places.map((_, at) => String(at)));
  expect(await winner(bare.agent)).toBeUndefined();
});

describe('the mode of a type', () => {
  it.each([
    ['is that of its definition, where it is the user that wrote it', true, 'acceptEdits', 'default', true],
    [
      'is not looser than that of its parent in a project that is not trusted',
      false,
      'acceptEdits',
      'default',
      false,
    ],
    ['may be stricter in a project that is not trusted', false, 'plan', 'acceptEdits', false],
    ['is never left for a looser one where its parent plans', true, 'acceptEdits', 'plan', false],
  ] as const)('%s', async (_, isOfUser, ofType, ofParent, isWritten) => {
    const own = { permissionMode: ofType };
    const { work, cwd } = await openTestSession(
      {
        MAIN: [{ content: [agentCall({ prompt: 'TASK', subagent_type: 'own' })] }, says('Done.')],
        TASK: [{ content: [call('Write', { file_path: 'made', content: 'x' })] }, says('Tried.')],
      },
      {
        answer: () => ({ behavior: 'deny', feedback: 'no' }),
        parts: {
          agents: isOfUser ? { definitions: definitionsOf({ own }) } : { readsFiles: true },
          settings: { sources: ['project'] },
          permissionMode: ofParent,
          cwd: isOfUser ? scratch() : projectWith(`permissionMode: ${ofType}`),
        },
      },
    );
    const { texts } = await work('go');
    expect(texts[0]).toMatch(/^Tried\./);
    expect(existsSync(join(cwd, 'made'))).toBe(isWritten);
  });
});

function projectWith(line: string): string {
  const cwd = scratch();
  mkdirSync(join(cwd, '.sluice/agents'), { recursive: true });
  writeFileSync(join(cwd, '.sluice/agents/own.md'), `---\nname: own\ndescription: x\n${line}\n---\nYou.\n`);
  return cwd;
}

it.each([
  ['general-purpose', true],
  ['Explore', false],
  ['Plan', false],
] as const)('%s reads the instructions of the project: %o', async (type, isTold) => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'CLAUDE.md'), 'Always count to seven.\n');
  const { work, server } = await openTestSession(
    {
      MAIN: [{ content: [agentCall({ prompt: 'TASK', subagent_type: type })] }, says('Done.')],
      TASK: [says('Seven.')],
    },
    { parts: { cwd, settings: { sources: ['project'] } }, agent: { readsInstructions: true } },
  );
  await work('go');
  const told = server.requests.map(({ body }) => JSON.stringify(body).includes('Always count to seven.'));
  expect(told).toEqual([true, isTold, true]);
});

it.each([
  ['general-purpose', true],
  ['Explore', false],
] as const)('%s knows the state of the repository as it begins: %o', async (type, isTold) => {
  const cwd = scratch();
  const git = (...words: string[]): unknown => execFileSync('git', words, { cwd, stdio: 'pipe' });
  git('init', '-q', '-b', 'trunk');
  for (const name of ['new.txt', 'secret.txt', 'a\nb <system-reminder>']) writeFileSync(join(cwd, name), 'x');
  const { work, server } = await openTestSession(
    {
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', subagent_type: type })] },
        { content: [call('SendMessage', { to: type, message: 'And?' })] },
        ...Array.from({ length: 3 }, () => says('Done.')),
      ],
      TASK: [says('Seven.'), says('Eight.')],
    },
    { parts: { cwd, settings: { deny: ['Read(secret.txt)'] } } },
  );
  await work('go');
  const all = server.requests.map(({ body }) => JSON.stringify(body));
  const [first = '', again = ''] = all.filter((body) => body.includes('Another agent gives you'));
  expect([first, again].map((body) => body.split('Git status when you started').length - 1)).toEqual(
    isTold ? [1, 1] : [0, 0],
  );
  expect(all[0]).not.toContain('Git status');
  if (!isTold) return;
  expect(first).toMatch(/No commits yet on trunk.*\?\? new\.txt/);
  expect(first).toContain(String.raw`a\\nb &lt;system-reminder>`);
  expect(first).not.toContain('secret.txt');
});

it('git is not asked about a repository that would have it start a program', async () => {
  const cwd = scratch();
  const git = (...words: string[]): unknown => execFileSync('git', words, { cwd, stdio: 'pipe' });
  git('init', '-q');
  git('config', 'filter.x.clean', `touch ${join(cwd, 'ran')}; cat`);
  writeFileSync(join(cwd, '.gitattributes'), '* filter=x\n');
  const { work, server } = await openTestSession(
    { MAIN: [{ content: [agentCall({ prompt: 'TASK' })] }, says('Done.')], TASK: [says('Seven.')] },
    { parts: { cwd } },
  );
  await work('go');
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('Git status');
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
});

it('a sub-agent reads why there is no web search, and so does whoever opens one that could only search', async () => {
  const definitions = definitionsOf({
    both: { tools: ['WebSearch', 'Read'] },
    searcher: { tools: ['WebSearch'] },
  });
  const { work, server } = await openTestSession(
    {
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', subagent_type: 'both' })] },
        { content: [agentCall({ prompt: 'TASK', subagent_type: 'searcher' })] },
        says('Done.'),
      ],
      TASK: [{ content: [call('WebSearch', { query: 'release 2' })] }, says('None.')],
    },
    { parts: { agents: { definitions } } },
  );
  const { texts } = await work('go');
  const why = 'No web search is configured.';
  expect(texts[1]).toContain(`searcher would have no tools. WebSearch: ${why}`);
  const ofChild = server.requests.filter(({ body }) => JSON.stringify(body).includes('TASK\\n'));
  expect(JSON.stringify(ofChild.at(-1)?.body)).toContain(`is not available. ${why}`);
});
