import { expect, test } from 'vitest';
import { runCli } from '../exec/support/cli.ts';
import { createPlace } from '../rules/place.ts';

const file = (name: string, mode: string): string =>
  `---\nname: ${name}\ndescription: It works.\npermissionMode: ${mode}\n---\nYou.\n`;

test('sluice agents says which permission modes apply, and which do not and why', async () => {
  const { cwd, home, write } = createPlace();
  write('project/.claude/agents/loose.md', file('loose', 'acceptEdits'));
  write('project/.claude/agents/planner.md', file('planner', 'plan'));
  write('home/.claude/agents/mine.md', file('mine', 'acceptEdits'));
  write('home/.claude/agents/free.md', file('free', 'bypassPermissions'));
  const { stdout, status } = await runCli(['agents'], '', { cwd, env: { HOME: home } });
  expect(status).toBe(0);
  const modeOf = (name: string): string =>
    new RegExp(`^${name}\n(?: .*\n)*? +permission mode: (.*)$`, 'm').exec(stdout)?.[1] ?? '';
  expect(modeOf('loose')).toBe("acceptEdits, not applied: you don't trust the project (sluice rules trust)");
  expect(modeOf('planner')).toBe('plan');
  expect(modeOf('mine')).toBe('acceptEdits');
  expect(modeOf('free')).toMatch(/^bypassPermissions, not applied: a session can use this mode only if/);
});

test('sluice agents names tools of a list that a session does not have, and two files with one name', async () => {
  const { cwd, home, write } = createPlace();
  const env = { HOME: home, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' };
  const plain = await runCli(['agents'], '', { cwd, env });
  const explore = (stdout: string): string => /^Explore\n(?: .*\n)*/m.exec(stdout)?.[0] ?? '';
  expect(explore(plain.stdout)).toContain('tools: Read, Grep, Glob, WebFetch, Bash\n');
  expect(explore(plain.stdout)).toMatch(
    /not available: LSP \(no language server is set up\), WebSearch \(no web search is configured\)\n/,
  );
  const json: { agents: { name: string; missingTools: unknown }[] } = JSON.parse(
    (await runCli(['agents', '--json'], '', { cwd, env })).stdout,
  );
  expect(json.agents.find(({ name }) => name === 'Plan')?.missingTools).toEqual(['LSP', 'WebSearch']);
  const server = { command: 'x', extensionToLanguage: { '.x': 'x' } };
  write('home/.sluice/settings.json', { web: { search: { backend: 'brave' } }, lsp: { x: server } });
  write('home/.claude/agents/a.md', file('twin', 'plan'));
  write('home/.claude/agents/b.md', file('twin', 'plan'));
  const whole = await runCli(['agents'], '', { cwd, env: { ...env, BRAVE_API_KEY: 'k' } });
  expect(explore(whole.stdout)).toContain('tools: Read, Grep, Glob, LSP, WebFetch, WebSearch, Bash\n');
  expect(whole.stdout).not.toContain('not available');
  expect([whole.status, whole.stderr]).toEqual([
    1,
    expect.stringMatching(
      /agents\/b\.md: This file is not used: .*agents\/a\.md has the same name, "twin"\./,
    ),
  ]);
});

test.each([
  [{ hooks: { PreTolUse: [] } }, /^sluice agents: --agents: "a": its hooks are invalid\. /],
  [{ hooks: { Stop: 'broken' } }, /^sluice agents: --agents: "a": its hooks are invalid\. /],
  [
    { 'disallowed-tools': 'Bash' },
    /^sluice agents: --agents: "a": "disallowed-tools" is not a key of agents\./,
  ],
])('--agents with %j is refused', async (more, message) => {
  const { cwd, home } = createPlace();
  const agents = JSON.stringify({ a: { description: 'x', prompt: 'y', ...more } });
  const { status, stderr } = await runCli(['agents', '--agents', agents], '', { cwd, env: { HOME: home } });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
});
