import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLines, runCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { neededSandbox } from '../../../../process/test/sandbox/needed-sandbox.ts';

const { isAvailable } = await neededSandbox();

const hook = { hooks: [{ type: 'command', command: 'exit 2' }] };
const settings = JSON.stringify({
  sandbox: { enabled: isAvailable },
  hooks: {
    PreToolUse: [
      { matcher: 'Bash', ...hook },
      { matcher: 'Edit', ...hook },
    ],
    PermissionRequest: [hook],
    PostToolUse: [hook],
  },
});

function run(args: readonly string[], input = '') {
  const path = scratch();
  for (const name of ['home', 'project']) mkdirSync(join(path, name));
  const place = ['--cwd', join(path, 'project'), '--settings', settings];
  return runCli([...args, ...place], input, { env: { HOME: join(path, 'home') } });
}

describe('what is decided without hooks says how many are left out', () => {
  it('in a plan, where the sandbox and the tools have their say as in a run', async () => {
    const calls = toolUse('a', 'Bash', { command: 'npm i' }) + toolUse('b', 'TodoWrite', { todos: [] });
    const { stdout } = await run(['exec', '--dry-run'], calls);
    const planned = parseLines(stdout).filter(({ type }) => type === 'planned_call');
    expect(planned.map(({ runs }) => runs)).toEqual([isAvailable, true]);
    expect(parseLines(stdout).at(-1)).toMatchObject({ type: 'summary', hooks_left_out: 2 });
    const { stdout: shown } = await run(['exec', '--dry-run', '--output-format', 'text'], calls);
    expect(shown).toMatch(/\n2 hooks would run and may change the decision; they are not run here/);
  });

  it('in an explanation, where they would be asked about that tool', async () => {
    const { stdout } = await run(['explain', 'Bash', 'npm i', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ decision: isAvailable ? 'allow' : 'ask', hooksLeftOut: 2 });
    const { stdout: shown } = await run(['explain', 'Read', 'x']);
    expect(shown).toMatch(/1 hook would run and may change the decision; it is not run here/);
  });
});
