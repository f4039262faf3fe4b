import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, type PrintPlace } from './support/print.ts';

function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=a@b'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' }).trim();
}

function withRepository(place: PrintPlace): PrintPlace {
  git(place.cwd, 'init', '-q', '-b', 'main');
  writeFileSync(join(place.cwd, 'a.txt'), 'a\n');
  writeFileSync(join(place.cwd, 'do.sh'), 'git -C ../../.. tag broken\n');
  git(place.cwd, 'add', '.');
  git(place.cwd, 'commit', '-qm', 'first');
  git(place.cwd, 'config', 'user.name', 'n');
  git(place.cwd, 'config', 'user.email', 'a@b');
  return place;
}

const agent = () =>
  calls([
    'Agent',
    {
      description: 'Work apart',
      prompt: 'Work.',
      subagent_type: 'worker',
      run_in_background: false,
      isolation: 'worktree',
    },
  ]);
const TYPES = JSON.stringify({ worker: { description: 'Works.', prompt: 'You work.' } });
const ARGS = ['--agents', TYPES, '--permission-mode', 'bypassPermissions', '--dangerously-skip-permissions'];

test('without a prompt no worktree is made, and a word that was taken for its name is named', async () => {
  await using server = await startModelServer([]);
  const place = withRepository(printPlace(server));
  const run = await runPrint(place, '-w', 'Hello');
  expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('no prompt given') });
  expect(run.stderr).toContain(
    '"Hello" was used as the name of the worktree: if it is the prompt, write -w -- Hello',
  );
  expect([existsSync(join(place.cwd, '.claude')), git(place.cwd, 'branch', '--list')]).toEqual([
    false,
    '* main',
  ]);
});

test('no one is asked about a directory that is not a worktree', async () => {
  await using server = await startModelServer([
    calls(['EnterWorktree', { path: 'sub' }]),
    calls(['EnterWorktree', { path: 'beside' }]),
    words('Done.'),
  ]);
  const place = withRepository(printPlace(server));
  git(place.cwd, 'worktree', 'add', '-q', 'beside');
  mkdirSync(join(place.cwd, 'sub'));
  const run = await runPrint(place, 'Go.');
  expect(run).toMatchObject({ status: 0, stdout: 'Done.\n' });
  const [, first, second] = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(first).toContain('sub is not a linked worktree of this repository');
  expect(first).not.toContain('outside .claude/worktrees');
  expect(second).toContain('beside is outside .claude/worktrees');
});

test('an isolated agent changes its own worktree, which stays and is named', async () => {
  await using server = await startModelServer([
    agent(),
    calls(['Bash', { command: 'echo new > new.txt && git add new.txt && git commit -qm second' }]),
    calls(['Write', { file_path: 'left.txt', content: 'left\n' }]),
    words('Worked.'),
    words('Done.'),
  ]);
  const place = withRepository(printPlace(server));
  expect(await runPrint(place, 'Go.', ...ARGS)).toMatchObject({ status: 0, stdout: 'Done.\n' });
  const [name = ''] = readdirSync(join(place.cwd, '.claude/worktrees')).filter((each) =>
    each.startsWith('agent-'),
  );
  const path = join(place.cwd, '.claude/worktrees', name);
  const report = JSON.stringify(server.requests.at(-1)?.body['messages']);
  expect(report).toContain(
    `Its worktree stays: ${path} on the branch worktree-${name}, with 1 commit that no other branch has and 1 uncommitted file.`,
  );
  expect(JSON.stringify(server.requests[1]?.body)).toContain(`You work in a git worktree, ${path}`);
  expect([existsSync(join(path, 'left.txt')), git(path, 'log', '-1', '--format=%s')]).toEqual([
    true,
    'second',
  ]);
  expect([git(place.cwd, 'status', '--porcelain'), git(place.cwd, 'log', '-1', '--format=%s')]).toEqual([
    '',
    'first',
  ]);
});

test('twenty isolated agents work at once in one repository', async () => {
  await using server = await startModelServer(({ body }) => {
    const messages = JSON.stringify(body['messages']);
    if (messages.includes('tool_result')) return words('Done.');
    if (!messages.includes('Go.'))
      return calls(['Bash', { command: 'touch new.txt && git add . && git commit -qm new' }]);
    const [one] = agent().content;
    return { content: Array.from({ length: 20 }, () => one).filter((each) => each !== undefined) };
  });
  const place = withRepository(printPlace(server));
  expect(await runPrint(place, 'Go.', ...ARGS)).toMatchObject({ status: 0, stdout: 'Done.\n' });
  const reports = JSON.stringify(server.requests.at(-1)?.body['messages']);
  expect(
    reports.match(/Its worktree stays: .{1,200}?, with 1 commit that no other branch has/g),
  ).toHaveLength(20);
  expect(git(place.cwd, 'branch', '--list', 'worktree-agent-*').split('\n')).toHaveLength(20);
  expect(git(place.cwd, 'status', '--porcelain')).toBe('');
});

/** `MAIN` is the main checkout. */
const LEAVES: readonly (readonly [tool: string, input: Readonly<Record<string, string>>])[] = [
  ['Write', { file_path: 'MAIN/broken', content: '' }],
  ['Write', { file_path: '../../../broken', content: '' }],
  ['Write', { file_path: 'MAIN/.git/broken', content: '' }],
  ['Bash', { command: 'touch MAIN/broken' }],
  ['Bash', { command: 'echo x > ../../../broken' }],
  ['Bash', { command: 'cd MAIN && touch broken' }],
  ['Bash', { command: 'cd ../../.. && touch broken' }],
  ['Bash', { command: 'cd MAIN && make broken' }],
  ['Bash', { command: '(cd ../../..; touch broken)' }],
  ['Bash', { command: 'pushd ../../.. && touch broken' }],
  ['Bash', { command: 'bash -c "cd MAIN; touch broken"' }],
  ['Bash', { command: 'env -C MAIN touch broken' }],
  ['Bash', { command: 'git -C MAIN tag broken' }],
  ['Bash', { command: 'git -C ../../.. tag broken' }],
  ['Bash', { command: 'git -C "$(pwd)/../../.." tag broken' }],
  ['Bash', { command: 'git --git-dir=MAIN/.git tag broken' }],
  ['Bash', { command: 'git --git-dir MAIN/.git --work-tree MAIN checkout -b broken' }],
  ['Bash', { command: 'GIT_DIR=MAIN/.git git tag broken' }],
  ['Bash', { command: 'export GIT_DIR=MAIN/.git; git tag broken' }],
  ['Bash', { command: 'env GIT_DIR=MAIN/.git git tag broken' }],
  ['Bash', { command: 'GIT_WORK_TREE=MAIN git checkout -b broken' }],
  ['Bash', { command: 'git -C MAIN log' }],
  ['Bash', { command: 'cp a.txt MAIN/broken' }],
  ['Bash', { command: 'mv a.txt ../../../broken' }],
  ['Bash', { command: 'rm MAIN/a.txt' }],
  ['Bash', { command: 'sed -i s/a/b/ MAIN/a.txt' }],
  ['Bash', { command: 'ln -s MAIN link && touch link/broken' }],
  ['Bash', { command: 'tee MAIN/broken < a.txt' }],
  ['Bash', { command: 'cp a.txt "$(git rev-parse --git-common-dir)/../broken"' }],
  ['Bash', { command: 'X=MAIN; touch $X/broken' }],
  ['Bash', { command: 'cd "$OLDPWD" && touch broken' }],
  ['Bash', { command: 'touch "$UNKNOWN/broken"' }],
  ['Bash', { command: 'eval "$CODE" && touch broken' }],
  ['Bash', { command: 'bash do.sh' }],
  ['Bash', { command: 'find MAIN -name a.txt -delete' }],
  ['Bash', { command: 'echo a | xargs -I{} touch MAIN/broken' }],
  ['Bash', { command: 'node -e 1 MAIN/a.txt' }],
  ['Bash', { command: `python3 -c "open('MAIN/broken', 'w')"` }],
  ['Bash', { command: `python3 - <<'END'\nopen('../../../broken', 'w')\nEND` }],
  ['Bash', { command: `python3 -c "import os; open(os.environ['OLDPWD'] + '/broken', 'w')"` }],
  ['Bash', { command: `node -e "require('fs').writeFileSync('MAIN/broken', '')"` }],
  ['Bash', { command: `node -e "require('child_process').execSync('git branch broken')"` }],
  ['Bash', { command: `echo 'open(F, ">MAIN/broken")' | perl` }],
  ['Bash', { command: 'docker run -v MAIN:/here image touch /here/broken' }],
];

/** What must go on to work there. */
const STAYS: readonly string[] = [
  'cat MAIN/a.txt',
  'git status --short',
  'git log --oneline -1',
  'touch one && git add one && git commit -qm "one: $(date +%F)"',
  'mkdir -p sub && cd sub && touch two && cd .. && ls',
  'node -e "1"',
  `python3 - <<'END'\nfrom pathlib import Path\nPath('four').write_text('4')\nEND`,
  `python3 -c "print(open('MAIN/a.txt').read())"`,
  'ls ../../..',
];

test('no mode lets an isolated agent change the main checkout or work in it', async () => {
  const at = (main: string, text: string): string => text.replaceAll('MAIN', main);
  const leaving = (main: string) =>
    LEAVES.map(
      ([tool, input]) =>
        [
          tool,
          Object.fromEntries(Object.entries(input).map(([key, value]) => [key, at(main, value)])),
        ] as const,
    );
  let main = '';
  await using server = await startModelServer(() => {
    switch (server.requests.length) {
      case 1:
        return agent();
      case 2:
        return calls(...leaving(main));
      case 3:
        return calls(...STAYS.map((command) => ['Bash', { command: at(main, command) }] as const));
      default:
        return words('Done.');
    }
  });
  const place = withRepository(printPlace(server));
  main = place.cwd;
  // What a command would write there if it ran shows in the main checkout, and nowhere else.
  const env = { ...place.env, OLDPWD: main, UNKNOWN: main };
  expect(await runPrint({ ...place, env }, 'Go.', ...ARGS)).toMatchObject({ status: 0 });
  const [left, stayed] = [2, 3].map((index) => results(server.requests[index]?.body['messages']));
  expect(
    left?.map((text, index) => [LEAVES[index]?.[1], /leaves the agent's own worktree/.test(text)]),
  ).toEqual(LEAVES.map(([, input]) => [input, true]));
  expect(
    stayed?.map((text, index) => [STAYS[index], /own worktree|was not run|denied/.test(text) ? text : 'ran']),
  ).toEqual(STAYS.map((command) => [command, 'ran']));
  expect([
    existsSync(join(main, 'broken')),
    git(main, 'tag'),
    git(main, 'branch', '--list', 'broken'),
  ]).toEqual([false, '', '']);
  expect(git(main, 'status', '--porcelain')).toBe('');
});

/** The texts of the results in the last message. */
function results(messages: unknown): readonly string[] {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content: unknown = last === undefined ? undefined : Object(last)['content'];
  return Array.isArray(content)
    ? content.filter((block) => Object(block)['type'] === 'tool_result').map((block) => JSON.stringify(block))
    : [];
}
