import { describe, expect, it } from 'vitest';
import { runCli } from '../exec/support/cli.ts';

/** Without EnterPlanMode, Monitor, NotebookEdit, Sleep and TaskOutput, which are deferred, and what an agent's model finds and calls such tools with. */
const NAMES = [
  ...['AskUserQuestion', 'Bash', 'Edit', 'ExitPlanMode', 'Glob', 'Grep', 'Read'],
  ...['Skill', 'TaskStop', 'TodoWrite', 'WebFetch', 'WebSearch', 'Write'],
];
const DEFERRED = ['EnterPlanMode', 'Monitor', 'NotebookEdit', 'Sleep', 'TaskOutput'];
const ALL = [...NAMES, ...DEFERRED, 'ToolSearch', 'UseTool'].toSorted();

/** A model whose service searches the web. */
const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: 'claude-x' };

/** Runs `sluice tools list` with such a model. */
const list = (...args: readonly string[]) => runCli(['tools', 'list', ...args], '', { env });

describe('sluice tools list', () => {
  it('prints a table for people', async () => {
    const { status, stdout } = await list();
    expect(status).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^Tool +Concurrency-safe +Read-only +Destructive +Idempotent +Interrupt/);
    expect(rows.map((row) => row.split(' ')[0])).toEqual(ALL);
  });

  it.each([
    ['--json', (tool: Record<string, unknown>) => [tool['name'], tool['input_schema']]],
    ['--api=anthropic', (tool: Record<string, unknown>) => [tool['name'], tool['input_schema']]],
  ])('%s prints what the API takes', async (option, read) => {
    const { stdout } = await list(option);
    const tools: Record<string, unknown>[] = JSON.parse(stdout);
    expect(tools.map((tool) => read(tool)[0])).toEqual(NAMES);
    for (const tool of tools) expect(read(tool)[1]).toMatchObject({ type: 'object' });
  });

  it('marks WebSearch where it has nothing to search with, leaves it out of JSON, and says why', async () => {
    const elsewhere = { env: { ...env, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } };
    const { stdout } = await runCli(['tools', 'list'], '', elsewhere);
    expect(stdout).toMatch(/^WebSearch .* Not available: see below\.$/m);
    expect(stdout).toMatch(
      /\n\nWebSearch is not available\. No web search is configured\. .*web\.search.*\n$/,
    );
    const json = await runCli(['tools', 'list', '--json'], '', elsewhere);
    const tools: { name: string }[] = JSON.parse(json.stdout);
    expect(tools.map(({ name }) => name)).toEqual(NAMES.filter((name) => name !== 'WebSearch'));
    expect(json.stderr).toMatch(
      /^sluice tools list: WebSearch is left out\. No web search is configured\. .*web\.search.*\n$/,
    );
  });

  it('knows the forms of other APIs', async () => {
    const openai: unknown[] = JSON.parse((await list('--api', 'openai')).stdout);
    expect(openai[0]).toMatchObject({
      type: 'function',
      function: { name: 'AskUserQuestion', parameters: { type: 'object' } },
    });
    const gemini: unknown = JSON.parse((await list('--api', 'gemini')).stdout);
    expect(gemini).toMatchObject([{ functionDeclarations: NAMES.map((name) => ({ name })) }]);
  });

  it('prints the same bytes every time', async () => {
    const [first, second] = await Promise.all([
      runCli(['tools', 'list', '--json']),
      runCli(['tools', 'list', '--json']),
    ]);
    expect(first?.stdout).toBe(second?.stdout);
  });
});

it('does not show a model what a rule denies as such', async () => {
  const { stdout } = await list('--json', '--deny', 'B*', '--deny', 'Read(.env)');
  const definitions: { name: string }[] = JSON.parse(stdout);
  const names = definitions.map(({ name }) => name);
  expect(names).toEqual(NAMES.filter((name) => name !== 'Bash'));
});
