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
  expect(sluice(cwd, 'auth', 'login').stderr).toContain('nothing to log in to');
});
