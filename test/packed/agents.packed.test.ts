import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory } from './packed.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/three-readers');

function sluice(cwd: string, ...args: readonly string[]) {
  const directory = inject('packedDirectory');
  return spawnSync(process.execPath, [join(directory, 'app/node_modules/.bin/sluice'), ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: join(directory, 'home'),
      SLUICE_REPLAY_SPEED: '2',
      CLAUDE_CODE_FORK_SUBAGENT: '1',
    },
    encoding: 'utf8',
  });
}

it('has agents read side by side, and lists the types that there are', () => {
  const cwd = emptyDirectory();
  cpSync(join(EXAMPLE, 'project'), cwd, { recursive: true });
  mkdirSync(join(cwd, '.claude/agents'), { recursive: true });
  writeFileSync(
    join(cwd, '.claude/agents/own.md'),
    '---\nname: own\ndescription: Mine: all of it\n---\nYou.\n',
  );
  const listed = sluice(cwd, 'agents', '--json');
  expect(listed.stderr).toBe('');
  expect(JSON.parse(listed.stdout)).toMatchObject({
    agents: [
      { name: 'own', description: 'Mine: all of it', source: 'project' },
      { name: 'general-purpose' },
      { name: 'Explore' },
      { name: 'Plan' },
      { name: 'fork' },
    ],
  });
  const recording = `replay:${join(EXAMPLE, 'session.jsonl')}`;
  const run = sluice(cwd, '-p', 'What happens when?', '--model', recording);
  expect([run.status, run.stdout]).toEqual([0, expect.stringContaining('The agent for search.md failed')]);
});

it('adds, tests and removes rules, trusts a project, and checks the machine', () => {
  const cwd = emptyDirectory();
  mkdirSync(join(cwd, '.claude'));
  const tests = [{ tool: 'Bash', input: 'npm test', expect: 'allow' }];
  writeFileSync(
    join(cwd, '.claude/settings.json'),
    JSON.stringify({ permissions: { allow: ['Bash(make *)'], tests } }),
  );
  spawnSync('git', ['init', '-q'], { cwd });
  const decision = (command: string): string =>
    JSON.parse(sluice(cwd, 'explain', 'Bash', command, '--json').stdout).decision;
  const steps = [
    [['rules', 'test'], 1, /npm test/],
    [['rules', 'add', 'allow', 'Bash(npm test)'], 0, /settings\.local\.json/],
    [['rules', 'test'], 0, /1/],
    [['rules', 'remove', 'Bash(npm test)'], 0, /settings\.local\.json/],
    [['rules', 'test'], 1, /npm test/],
    [['rules', 'trust'], 0, /Bash\(make \*\)/],
    [['rules', 'untrust'], 0, /./],
    [['doctor'], 0, /^(?:ok|--|!!) Clean-up /m],
  ] as const;
  expect(decision('make all')).toBe('ask');
  for (const [args, status, text] of steps) {
    const run = sluice(cwd, ...args);
    expect([args, run.status, run.stdout]).toEqual([args, status, expect.stringMatching(text)]);
    if (args[1] === 'trust') expect(decision('make all')).toBe('allow');
  }
  expect(decision('make all')).toBe('ask');
});

it('tells whether the model can be reached, without its key', () => {
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'own.json'), JSON.stringify({ env: { ANTHROPIC_API_KEY: 'sk-very-secret' } }));
  const missing = sluice(cwd, 'auth', 'status', '--json');
  expect([missing.status, JSON.parse(missing.stdout)]).toEqual([
    1,
    expect.objectContaining({ loggedIn: false, message: expect.stringContaining('No model configured') }),
  ]);
  const ready = sluice(cwd, 'auth', 'status', '--json', '--settings', 'own.json');
  expect([ready.status, JSON.parse(ready.stdout)]).toEqual([
    0,
    {
      loggedIn: true,
      authMethod: 'api_key',
      apiProvider: 'firstParty',
      apiKeySource: 'ANTHROPIC_API_KEY',
      model: 'anthropic/claude-sonnet-5-5',
      address: 'https://api.anthropic.com/',
    },
  ]);
  const text = sluice(cwd, 'auth', 'status', '--settings', 'own.json');
  expect(text.stdout).toContain('ready: anthropic/claude-sonnet-5-5');
  expect(ready.stdout + text.stdout).not.toContain('very-secret');
  expect(sluice(cwd, 'auth', 'login').stderr).toContain('there is no login');
});
