import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AnswerFunction } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { createTeamModel } from '../support/agents/team-model.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const MATES = 8;
const TASKS = 200;
const AGENTS = 20;
const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));

/** The built program with many agents at once; the models answer at once. */
export const teamRow: Row = {
  name: 'team',
  about: `${MATES} teammates do ${TASKS} tasks that depend on each other; ${AGENTS} isolated agents in one repository`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    return [await tasks(isQuick ? 1 : 3), await isolated(isQuick ? 1 : 3)];
  },
};

async function tasks(runs: number): Promise<Line> {
  const name = `${TASKS} dependent tasks, each once, by ${MATES} teammates, vs by one`;
  const problems: string[] = [];
  const by = (mates: number) => async (): Promise<number> => {
    using directory = temporaryDirectory();
    const model = createTeamModel({ mates, tasks: TASKS });
    mkdirSync(join(directory.path, 'done'));
    const took = await runProgram(directory.path, ({ body }) => model.answer(body), {
      CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1',
    });
    const done = readdirSync(join(directory.path, 'done')).map((file) => Number(file.split('-')[0]));
    problems.push(...model.problems);
    if (done.length !== TASKS || new Set(done).size !== TASKS)
      problems.push(`${done.length} files for ${new Set(done).size} of ${TASKS} tasks`);
    return took;
  };
  const measured = await interleave(runs, by(MATES), by(1));
  const [problem] = problems;
  return problem === undefined
    ? { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } }
    : failed(name, problem);
}

async function isolated(runs: number): Promise<Line> {
  const name = `${AGENTS} isolated agents at once, a commit each, vs ${AGENTS} × git worktree add`;
  const problems: string[] = [];
  const ours = async (): Promise<number> => {
    using directory = temporaryDirectory();
    fill(directory.path);
    const took = await runProgram(directory.path, commits, {});
    const branches = git(directory.path, 'branch', '--list', 'worktree-agent-*').trim().split('\n');
    const ahead = branches.filter(
      (branch) =>
        git(directory.path, 'rev-list', '--count', `main..${branch.replace(/^[+* ]+/, '')}`).trim() === '1',
    );
    if (ahead.length !== AGENTS) problems.push(`${ahead.length} of ${AGENTS} branches have a commit`);
    if (git(directory.path, 'status', '--porcelain') !== '') problems.push('the main checkout changed');
    return took;
  };
  const baseline = async (): Promise<number> => {
    using directory = temporaryDirectory();
    fill(directory.path);
    return await timeOf(() => {
      for (let at = 0; at < AGENTS; at += 1)
        git(directory.path, 'worktree', 'add', '--quiet', '-b', `g${at}`, `.claude/worktrees/g${at}`);
    });
  };
  const measured = await interleave(runs, ours, baseline);
  const [problem] = problems;
  return problem === undefined
    ? { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } }
    : failed(name, problem);
}

/** The leader opens the agents in one message; each makes a commit. */
const commits: AnswerFunction = ({ body }) => {
  const messages = JSON.stringify(body['messages']);
  if (messages.includes('tool_result')) return { content: [{ type: 'text', text: 'Done.' }] };
  const command = 'touch new.txt && git add . && git commit -qm new';
  if (!messages.includes('Do the work.'))
    return { content: [{ type: 'call', name: 'Bash', input: { command } }] };
  const input = {
    ...{ description: 'Work apart', prompt: 'Commit.', isolation: 'worktree', run_in_background: false },
  };
  return { content: Array.from({ length: AGENTS }, () => ({ type: 'call', name: 'Agent', input })) };
};

/** Milliseconds of a whole run. */
async function runProgram(
  cwd: string,
  answer: AnswerFunction,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  await using server = await startModelServer(answer);
  using home = temporaryDirectory();
  return await timeOf(async () => {
    const args = ['-p', 'Do the work.', '--model', 'anthropic/test', '--dangerously-skip-permissions'];
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...{ PATH: process.env['PATH'], HOME: home.path, ANTHROPIC_BASE_URL: server.address },
        ...{ ANTHROPIC_API_KEY: 'test', CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '', ...env },
      },
    });
    const status = new Promise<number | null>((done) => child.once('close', done));
    const said = await text(child.stderr);
    if ((await status) !== 0) throw new Error(`the program failed: ${said.slice(0, 500)}`);
  });
}

function fill(root: string): void {
  for (let at = 0; at < 100; at += 1) writeFileSync(join(root, `file-${at}.txt`), `${at}\n`.repeat(100));
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'config', 'user.name', 'n');
  git(root, 'config', 'user.email', 'a@b');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'first');
}

function git(root: string, ...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
