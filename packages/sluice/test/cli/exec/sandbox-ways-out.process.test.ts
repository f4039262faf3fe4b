import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { CLI, linesOf, runCli, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { neededSandbox } from '../../../../process/test/sandbox/needed-sandbox.ts';

/** A script that is too long to be looked into before it runs: what holds is the sandbox alone. */
const unread = (script: string): string => `${script}\n#${' '.repeat(10_000)}`;

const support = await neededSandbox();
const ON: JsonObject = { sandbox: { enabled: true } };

/** A repository to work in, without settings of its own. */
function world() {
  const root = scratch();
  const cwd = join(root, 'project');
  mkdirSync(join(root, 'home'));
  mkdirSync(cwd);
  execFileSync('git', ['init', '-q'], { cwd });
  const write = (path: string, value: JsonObject): string => {
    const file = join(cwd, path);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const run = async (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    ...calls: readonly (readonly [string, JsonObject])[]
  ) => {
    const lines = calls.map(([name, input], index) => toolUse(`call-${index}`, name, input));
    const ended = await runCli(['exec', '--cwd', cwd, ...args], lines.join(''), {
      env: { HOME: join(root, 'home'), ...env },
    });
    return { ...ended, results: linesOf(ended.stdout, 'tool_result') };
  };
  /** What no table knows. */
  const script = (text: string): readonly [string, JsonObject] => {
    writeFileSync(join(cwd, 'script.sh'), unread(text));
    return ['Bash', { command: 'bash script.sh' }];
  };
  return { root, cwd, write, run, script };
}

describe.skipIf(!support.isAvailable)('settings that lie in the workspace under another name', () => {
  const text =
    'for f in s.json conf/settings.json conf/trust.json; do echo {} >$f && echo got $f; done; true';

  it('are changed by no command in the sandbox, and by no tool without a question', async () => {
    const { cwd, write, run, script } = world();
    mkdirSync(join(cwd, 'conf'));
    const given = write('s.json', ON);
    const { results } = await run(
      ['--settings', given, '--permission-mode', 'acceptEdits'],
      { SLUICE_CONFIG_DIR: join(cwd, 'conf') },
      script(text),
      ['Write', { file_path: join(cwd, 'conf/settings.json'), content: '{}' }],
      ['Bash', { command: 'rm -r conf' }],
    );
    expect(results[0]).toMatchObject({ is_error: false, content: expect.not.stringContaining('got') });
    expect(results.slice(1)).toMatchObject([
      { is_error: true, content: expect.stringContaining('is protected') },
      { is_error: true, content: expect.stringContaining('is protected') },
    ]);
    expect(JSON.parse(readFileSync(given, 'utf8'))).toEqual(ON);
    expect(existsSync(join(cwd, 'conf/settings.json'))).toBe(false);
  });
});

describe.skipIf(!support.isAvailable)('what Sluice keeps where temporary files are', () => {
  it('is shut to commands in the sandbox, also of a session that is yet to come, and to tools', async () => {
    const { root, cwd, write, run, script } = world();
    const temporary = join(root, 'temporary');
    mkdirSync(temporary);
    const kept = join(cwd, 'state');
    mkdirSync(kept);
    const place = join(temporary, `sluice-user-${process.geteuid?.()}`);
    const given = write('s.json', {
      sandbox: { enabled: true, filesystem: { allowWrite: [temporary] } },
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `ls -A ${temporary} ${place} >&2` }] }] },
    });
    const { results, stdout } = await run(
      ['--settings', given, '--permission-mode', 'bypassPermissions', '--output-format', 'jsonl'],
      { TMPDIR: temporary, SLUICE_STATE_DIR: kept },
      script(
        `cd ${temporary}; touch mine && echo may; ls -d sluice-*
         for d in ${place} ${place}/* ${kept}; do touch $d/x || mv $d $d-old && echo got; done 2>/dev/null; true`,
      ),
      ['Write', { file_path: join(place, 'sluice-other/hook-environment/x.sh'), content: 'x' }],
      ['Write', { file_path: join(kept, 'x'), content: 'x' }],
    );
    expect(results[2]).toMatchObject({ is_error: true, content: expect.stringContaining('records of this') });
    expect(results[0]?.['content']).toBe(`may\nsluice-user-${process.geteuid?.()}`);
    expect(results[1]).toMatchObject({ is_error: true, content: expect.stringContaining('records of this') });
    // Neither input nor output of a hook is to be found there.
    expect(stdout).not.toContain('sluice-hook');
  });
});

describe.skipIf(!support.isAvailable)('what the next start takes for its own', () => {
  const plant = (directory: string): string =>
    `mkdir -p ${directory} && touch ${directory}/x && echo got; mv $(dirname ${directory}) old && echo got; true`;

  it.each([
    ['compiled code in the workspace', 'project/.cache', 'sluice/code', 'XDG_CACHE_HOME'],
    ['compiled code where commands may write', 'home/.cache', 'sluice/code', 'NODE_DISABLE_COMPILE_CACHE'],
    ['sessions where commands may write', 'home/.local/state', 'sluice/sessions', 'XDG_STATE_HOME'],
  ])(
    '%s: no command in the sandbox writes it, and no tool, before there is any',
    async (_, open, kept, variable) => {
      const { root, write, run, script } = world();
      const directory = join(root, open);
      mkdirSync(directory, { recursive: true });
      const settings = { sandbox: { enabled: true, filesystem: { allowWrite: [directory] } } };
      const { results } = await run(
        ['--settings', write('s.json', settings), '--permission-mode', 'bypassPermissions'],
        { XDG_CACHE_HOME: '', [variable]: variable.startsWith('XDG') ? directory : '1' },
        script(`touch ${directory}/mine && echo may; ${plant(join(directory, kept))}`),
        ['Write', { file_path: join(directory, kept, 'x'), content: 'x' }],
      );
      expect(results[0]?.['content']).toMatch(/^may\n/);
      expect(results[0]?.['content']).not.toContain('got');
      expect(results[1]).toMatchObject({
        is_error: true,
        content: expect.stringContaining('records of this'),
      });
      expect(existsSync(join(directory, kept, 'x'))).toBe(false);
    },
  );
});

describe.skipIf(!existsSync('/proc/self/fdinfo'))('what was open to whoever started Sluice', () => {
  it.each([
    ['in the sandbox', support.isAvailable],
    ['without one', false],
  ] as const)('is open to no command and no hook: %s', async (_, enabled) => {
    const { root, cwd, write } = world();
    const lock = join(root, 'lock');
    writeFileSync(lock, 'as it was');
    const look = `for d in 40 207 208; do { echo x >&$d; } 2>/dev/null && echo got $d; ls -l /proc/self/fd/$d; done`;
    const hook = { type: 'command', command: `bash ${cwd}/script.sh >${join(root, 'hook')} 2>&1; true` };
    const given = write('s.json', {
      sandbox: { enabled },
      permissions: { allow: ['Bash'] },
      hooks: { PreToolUse: [{ hooks: [hook] }] },
    });
    writeFileSync(join(cwd, 'script.sh'), unread(look));
    writeFileSync(join(root, 'calls'), toolUse('1', 'Bash', { command: 'bash script.sh 2>&1; true' }));
    const program = [
      process.execPath,
      ...CLI,
      'exec',
      '--cwd',
      cwd,
      '--settings',
      given,
      join(root, 'calls'),
    ];
    const said = execFileSync(
      'bash',
      ['-c', 'exec 40<>"$1" 207<>"$1" 208<"$2"; shift 2; exec "$@"', 'bash', lock, root, ...program],
      { encoding: 'utf8', env: { ...process.env, HOME: join(root, 'home'), TMPDIR: root } },
    );
    for (const text of [said, readFileSync(join(root, 'hook'), 'utf8')]) {
      expect(text).toContain('/dev/null');
      expect(text).not.toMatch(/got|lock/);
    }
    expect(readFileSync(lock, 'utf8')).toBe('as it was');
  });
});

describe.skipIf(!support.isAvailable)('what other programs run in the workspace', () => {
  it('is written by no command in the sandbox, by its name or because git is told to run it', async () => {
    const { cwd, write, run, script } = world();
    execFileSync('git', ['config', 'core.hooksPath', 'my/hooks'], { cwd });
    mkdirSync(join(cwd, '.husky'));
    const { results } = await run(
      ['--settings', write('s.json', ON), '--permission-mode', 'acceptEdits'],
      {},
      script(
        `{ for f in .husky/pre-commit my/hooks/pre-commit; do mkdir -p $(dirname $f); echo x >$f && echo got $f; done
           mv .husky old && echo got; mkdir .vscode; echo {} >.vscode/tasks.json; echo x >.npmrc; } 2>/dev/null; true`,
      ),
      ['Write', { file_path: join(cwd, 'my/hooks/pre-push'), content: 'x' }],
    );
    expect(results[0]?.['content']).not.toContain('got');
    expect(results[0]?.['content']).toContain('The sandbox blocked');
    expect(results[1]).toMatchObject({ is_error: true, content: expect.stringContaining('git hooks') });
    expect(readdirSync(cwd).sort()).toEqual([
      '.git',
      '.husky',
      '.npmrc.put-aside-by-sandbox',
      '.vscode.put-aside-by-sandbox',
      's.json',
      'script.sh',
    ]);
    expect(readdirSync(join(cwd, '.husky'))).toEqual([]);
  });

  it('is not put into the repositories of submodules, through which git status goes', async () => {
    const { root, cwd, write, run, script } = world();
    const git = (...words: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b', ...words], { cwd, encoding: 'utf8' });
    const other = join(root, 'other');
    git('init', '-q', other);
    git('-C', other, 'commit', '-qm', 'first', '--allow-empty');
    const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
    git(...add, '--name', 'deep/name', other, 'lib/sub');
    git('commit', '-qm', 'with a submodule');
    git('worktree', 'add', '-q', 'linked');
    const { results } = await run(
      ['--settings', write('s.json', ON), '--permission-mode', 'acceptEdits'],
      {},
      script(
        `m=.git/modules/deep/name; { for f in $m/config $m/hooks/post-checkout; do echo x >>$f && echo got $f; done
           rm -f lib/sub/.git && echo got
           for f in $m/commondir $m/config.worktree .git/worktrees/linked/config.worktree; do echo x >$f; done
           echo x >lib/sub/file && rm -f $m/commondir && git -C lib/sub add file && echo works; } 2>/dev/null; true`,
      ),
    );
    expect(results[0]?.['content']).not.toContain('got');
    expect(results[0]?.['content']).toContain('works');
    const [module, linked] = [join(cwd, '.git/modules/deep/name'), join(cwd, '.git/worktrees/linked')];
    expect(existsSync(join(module, 'config.worktree')) || existsSync(join(linked, 'config.worktree'))).toBe(
      false,
    );
    expect(git('status', '--porcelain')).toContain('lib/sub');
  });
});

describe.skipIf(!support.isAvailable)('a session that is kept in the workspace itself', () => {
  it('has its records shut to commands in the sandbox, also those that are yet to be made', async () => {
    const { cwd, write, run, script } = world();
    const names = 'journal.jsonl journal.lock tasks.json tool-results hook-environment pre-images';
    const given = write('s.json', ON);
    const { results, status } = await run(
      ['--settings', given, '--session-dir', cwd, '--permission-mode', 'bypassPermissions'],
      {},
      script(
        `{ for n in ${names}; do echo x >>$n && echo got $n; echo x >$n/x && echo got $n; mv $n $n-old && echo got $n
           rmdir $n && mkdir $n && echo got $n; ln -s /tmp $n && echo got; done; } 2>/dev/null; true`,
      ),
      ['Bash', { command: 'sleep 60', run_in_background: true }],
    );
    expect(status).toBe(0);
    expect(results[0]).toMatchObject({ is_error: false, content: expect.not.stringContaining('got') });
    expect(results[1]).toMatchObject({ is_error: false });
    expect(readFileSync(join(cwd, 'journal.jsonl'), 'utf8')).not.toContain('could not be recorded');
  });

  it('is refused where the workspace has a link in the place of one', async () => {
    const { root, cwd, run } = world();
    symlinkSync(root, join(cwd, 'hook-environment'));
    const { status, stderr } = await run(['--session-dir', cwd], {});
    expect(status).not.toBe(0);
    expect(stderr).toContain('hook-environment must be a directory for the session');
  });
});
