import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { linesOf, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { neededSandbox } from '../../../../process/test/sandbox/needed-sandbox.ts';

const support = await neededSandbox();

/** A repository and, beside it, a home whose settings turn the sandbox on. */
function world(sandbox: JsonObject = {}, permissions: JsonObject = {}) {
  const root = scratch();
  const cwd = join(root, 'project');
  mkdirSync(join(root, 'home/.claude'), { recursive: true });
  mkdirSync(cwd);
  execFileSync('git', ['init', '-q'], { cwd });
  const settings = {
    permissions: { allow: ['Bash'], ...permissions },
    sandbox: { enabled: true, ...sandbox },
  };
  writeFileSync(join(root, 'home/.claude/settings.json'), JSON.stringify(settings));
  const exec = async (...inputs: readonly JsonObject[]) => {
    const calls = inputs.map((input, index) => toolUse(`call-${index}`, 'Bash', input)).join('');
    const ended = await runCli(['exec', '--cwd', cwd], calls, { env: { HOME: join(root, 'home') } });
    return { ...ended, results: linesOf(ended.stdout, 'tool_result') };
  };
  const explain = async (command: string): Promise<JsonObject | undefined> => {
    const ended = await runCli(['explain', '--json', '--cwd', cwd, 'Bash', command], '', {
      env: { HOME: join(root, 'home') },
    });
    const found: unknown = JSON.parse(ended.stdout);
    return isJsonObject(found) ? found : undefined;
  };
  /** A script does what no table knows. */
  const script = (text: string): JsonObject => {
    writeFileSync(join(cwd, 'script.sh'), text);
    return { command: 'bash script.sh' };
  };
  return { root, cwd, exec, explain, script };
}

describe.skipIf(!support.isAvailable)('commands in the sandbox', () => {
  it('work as they do without it: directories carry over, outputs arrive, nothing is left behind', async () => {
    const { cwd, exec } = world();
    const { results, stderr } = await exec(
      { command: 'mkdir sub; cd sub' },
      { command: 'pwd; echo out >/dev/stdout; echo err >/dev/stderr; python3 -c 1 2>/dev/null; true' },
      { command: 'sleep 1000 & echo x > kept' },
      { command: 'cat kept; git status --short' },
    );
    expect(stderr).toBe('');
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringContaining('no output'),
      `${cwd}/sub\nout\nerr`,
      expect.stringMatching(/stopped: sleep \(pid \d+\)/),
      expect.stringContaining('x\n?? '),
    ]);
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'sub']);
  });

  it('reach the hosts that the settings list, and name the others', async () => {
    const server = createServer((_request, response) => void response.end('hello\n'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.2', resolve));
    const address = server.address();
    const place = `127.0.0.2:${typeof address === 'object' && address !== null ? address.port : ''}`;
    const { exec, script } = world({ network: { allowedDomains: [place] } });
    const { results, stderr } = await exec(
      script(`curl -sS http://${place}/; curl -sS http://no.example/; true`),
    );
    server.close();
    expect(stderr).toBe('');
    expect(results[0]?.['content']).toMatch(
      /^hello\nThe sandbox does not let commands reach no\.example:80\.[^]*The sandbox blocked: the network \(no\.example:80\)\.[^]*sandbox\.network\.allowedDomains/,
    );
    expect(results[0]).not.toHaveProperty('is_error', true);
  });

  it('say what was refused, and leave it as it was', async () => {
    const { root, exec, script } = world();
    const outside = join(root, 'outside');
    const { results } = await exec(script(`echo x >${outside}`));
    expect(results[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining(`The sandbox blocked: writing ${JSON.stringify(outside)}.`),
    });
    expect(existsSync(outside)).toBe(false);
  });

  it.each([
    ['a hook', 'echo x >.git/hooks/pre-commit', '.git/hooks/pre-commit'],
    ['settings that were not there', 'mkdir -p .claude && echo {} >.claude/settings.json', '.claude'],
    ['servers that were not there', 'echo {} >.mcp.json', '.mcp.json'],
  ])('make nothing that others run: %s', async (_title, text, path) => {
    const { cwd, exec, script } = world();
    const { results } = await exec(script(text));
    expect(results[0]).toMatchObject({ is_error: true });
    expect(existsSync(join(cwd, path))).toBe(false);
  });

  it.each([
    [
      'in place of the one that is there',
      'mkdir evil; cp -r .git/objects .git/refs evil; cp my.config evil/config; echo ../evil >.git/commondir',
      '.git/commondir',
    ],
    [
      'with its own configuration',
      'rm -f .git/HEAD; git init -q --bare made; mv made/* .; cat my.config >config',
      'HEAD',
    ],
    [
      'in two places',
      'rm -f .git/HEAD; git init -q --bare made; mv made/HEAD .; echo made >commondir; cat my.config >made/config',
      'HEAD',
    ],
  ])('make no repository by which git would run something: %s', async (_title, text, path) => {
    const { root, cwd, exec, script } = world();
    const mark = join(root, 'ran');
    writeFileSync(join(cwd, 'my.config'), `[core]\n fsmonitor = "touch ${mark}; false"\n bare = false\n`);
    const status = (): void => void spawnSync('git', ['status'], { cwd });
    // So it is without a sandbox.
    execFileSync('cp', ['-a', cwd, `${cwd}-plain`]);
    execFileSync('bash', ['-c', text], { cwd: `${cwd}-plain` });
    spawnSync('git', ['--work-tree=.', 'status'], { cwd: `${cwd}-plain` });
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    const { results } = await exec(script(text));
    expect(results[0]?.['content']).toContain(
      `The sandbox blocked: writing ${JSON.stringify(join(cwd, path))}`,
    );
    expect(existsSync(join(cwd, path))).toBe(false);
    status();
    expect(existsSync(mark)).toBe(false);
  });

  it('commit in a linked worktree, and touch nothing of its repository that others run or go by', async () => {
    const { root, cwd: main } = world();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: main, encoding: 'utf8' });
    for (const [key, value] of [
      ['user.name', 'a'],
      ['user.email', 'a@b'],
    ]) {
      git('config', key ?? '', value ?? '');
    }
    writeFileSync(join(main, 'a'), 'a');
    git('add', 'a');
    git('commit', '-q', '-m', 'one');
    git('worktree', 'add', '-q', join(root, 'linked'));
    git('worktree', 'add', '-q', join(root, 'third'));
    const before = git('status', '--short') + readFileSync(join(main, '.git/config'), 'utf8');
    const bad = [
      'git config x.y z',
      ...['hooks/pre-commit', 'config', 'HEAD', 'index', 'worktrees/third/HEAD', 'refs/heads/third'].map(
        (name) => `echo x >$C/${name}`,
      ),
      ...['hooks', 'config', 'index', 'worktrees'].map((name) => `mv $C/${name} $C/old`),
      'echo ../../../../evil >$G/commondir',
      'mv $C $C-old',
    ];
    const text = `C=$(git rev-parse --git-common-dir); G=$(git rev-parse --git-dir)
      ${bad.map((command, index) => `( ${command} ) 2>/dev/null && echo got ${index}`).join('\n')}
      echo ../evil >$C/commondir; true`;
    writeFileSync(join(root, 'linked/bad.sh'), text);
    const good =
      'echo b >b; git add b; git commit -q -m two; git tag z; git pack-refs --all 2>/dev/null || echo failed; git tag -d z >/dev/null';
    const calls = [good, 'git log --format=%s; git status --short', 'bash bad.sh'].map((command, index) =>
      toolUse(`call-${index}`, 'Bash', { command }),
    );
    const ended = await runCli(['exec', '--cwd', join(root, 'linked')], calls.join(''), {
      env: { HOME: join(root, 'home') },
    });
    const texts = linesOf(ended.stdout, 'tool_result').map((line) => textField(line, 'content'));
    expect(texts[0]).toContain('no output');
    expect(texts[1]).toBe('two\none\n?? bad.sh');
    expect(texts[2]).not.toContain('got');
    expect(texts[2]).toContain(
      `The sandbox blocked: writing ${JSON.stringify(join(main, '.git/commondir'))}`,
    );
    expect(git('status', '--short') + readFileSync(join(main, '.git/config'), 'utf8')).toBe(before);
    expect(git('log', '--format=%s', 'linked')).toBe('two\none\n');
    expect(readdirSync(join(main, '.git/hooks'))).not.toContain('pre-commit');
    expect(existsSync(join(main, '.git/commondir'))).toBe(false);
  });

  it('read nothing that a rule denies, whatever reads it', async () => {
    const { cwd, exec, script } = world({}, { deny: ['Read(.env)'] });
    writeFileSync(join(cwd, '.env'), 'secret\n');
    const { results } = await exec(script('cat .env; grep -r secre[t] . && echo found; true'));
    expect(results[0]).toMatchObject({ is_error: false });
    expect(JSON.stringify(results)).not.toContain('secret');
  });

  it('read nothing that a rule denies by a pattern or at any depth, whatever reads it', async () => {
    const { cwd, exec, script } = world(
      {},
      { deny: ['Read(**/*.pem)', 'Read(.env)', 'Read(**/private/**)'] },
    );
    mkdirSync(join(cwd, 'a/private'), { recursive: true });
    for (const path of ['a/key.pem', 'a/.env', 'a/private/x']) writeFileSync(join(cwd, path), 'secret\n');
    writeFileSync(join(cwd, 'a/open'), 'known\n');
    symlinkSync('key.pem', join(cwd, 'a/link'));
    const reading = 'cat a/key.pem a/.env a/private/* a/link a/open; mv a b 2>&1; grep -rs secre[t] .; true';
    // A script of the shell would be looked into.
    writeFileSync(join(cwd, 'inner'), reading);
    const { results: read } = await exec(script(`python3 -c 'import os; os.system(open("inner").read())'`));
    expect(JSON.stringify(read)).not.toContain('secret');
    expect(read[0]?.['content']).toContain('known');
    // Where it would be found under another name by the next command.
    expect(existsSync(join(cwd, 'b'))).toBe(false);
    // What comes to be later is the command's own.
    const { results: made } = await exec(script('rm -f a/key.pem; cp a/open a/new.pem; cat a/new.pem'));
    expect(made[0]?.['content']).toContain('known');
    expect(readFileSync(join(cwd, 'a/key.pem'), 'utf8')).toBe('secret\n');
  });

  it('run outside when they are excluded, one by one', async () => {
    const { root, exec, script } = world({ excludedCommands: ['bash script.sh'] });
    const command = script(`echo x >>${join(root, 'outside')}`);
    const { results } = await exec(command, { command: 'bash script.sh && true' });
    expect(results[0]).toMatchObject({ is_error: false });
    expect(results[1]?.['content']).toContain('The sandbox blocked');
    expect(readFileSync(join(root, 'outside'), 'utf8')).toBe('x\n');
  });

  it('run outside when the call asks for it and the settings allow that', async () => {
    for (const allowUnsandboxedCommands of [true, false]) {
      const { root, exec, script } = world({ allowUnsandboxedCommands });
      const input = { ...script(`echo x >${join(root, 'outside')}`), dangerouslyDisableSandbox: true };
      const { results } = await exec(input);
      expect(results[0]?.['is_error']).toBe(!allowUnsandboxedCommands);
      expect(existsSync(join(root, 'outside'))).toBe(allowUnsandboxedCommands);
    }
  });
});

describe.skipIf(!support.isAvailable)('approval by the sandbox', () => {
  const nothing = { allow: [] };

  it('is enough for what runs in it, and is the reason that is told', async () => {
    const { cwd, exec, explain, script } = world({}, nothing);
    const { results } = await exec(script('echo x >made'));
    expect(results[0]).toMatchObject({ is_error: false });
    expect(existsSync(join(cwd, 'made'))).toBe(true);
    expect(await explain('bash script.sh')).toMatchObject({
      decision: 'allow',
      reasons: [expect.stringContaining('the sandbox keeps it within the working directories')],
    });
  });

  it.each([
    ['switched off', { autoAllowBashIfSandboxed: false }, nothing, { command: 'touch made' }],
    ['a rule denies', {}, { ...nothing, deny: ['Bash(touch *)'] }, { command: 'touch made' }],
    ['a rule asks', {}, { ...nothing, ask: ['Bash(touch *)'] }, { command: 'touch made' }],
    ['a floor asks', {}, nothing, { command: 'touch made; rm -rf ~' }],
    ['nobody understands it', {}, nothing, { command: 'touch made; "$(' }],
    ['it would run outside', {}, nothing, { command: 'touch made', dangerouslyDisableSandbox: true }],
    ['it is excluded', { excludedCommands: ['touch *'] }, nothing, { command: 'touch made' }],
    ['it reads elsewhere', {}, nothing, { command: 'touch made; cat ../home/.claude/settings.json' }],
    ['it reads elsewhere by a link', {}, nothing, { command: 'touch made; cat link/.claude/settings.json' }],
    ['it only plans', {}, { ...nothing, defaultMode: 'plan' }, { command: 'touch made' }],
  ])('is not enough where %s', async (_, sandbox, permissions, input) => {
    const { cwd, root, exec, explain } = world(sandbox, permissions);
    symlinkSync(join(root, 'home'), join(cwd, 'link'));
    const { results } = await exec(input);
    expect(results[0]).toMatchObject({ is_error: true });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
    if (Object.keys(input).length === 1)
      expect(await explain(input.command)).not.toMatchObject({ decision: 'allow' });
  });

  it('is given by no repository that no one trusts', async () => {
    const { cwd, root, exec } = world({}, nothing);
    writeFileSync(join(root, 'home/.claude/settings.json'), '{}');
    mkdirSync(join(cwd, '.claude'));
    writeFileSync(join(cwd, '.claude/settings.json'), JSON.stringify({ sandbox: { enabled: true } }));
    const { results } = await exec({ command: 'touch made' });
    expect(results[0]).toMatchObject({ is_error: true });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('runs nothing plainly that was allowed for its sake', async () => {
    const { cwd, exec } = world({}, nothing);
    mkdirSync(join(cwd, 'elsewhere'));
    symlinkSync('elsewhere', join(cwd, '.claude'));
    const { results } = await exec({ command: 'touch made' });
    expect(results[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining('make the call again with dangerouslyDisableSandbox'),
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

describe('where there is no sandbox', () => {
  const missing = { bwrapPath: '/no/such/bwrap' };

  it('commands run without one, which the start and each result say', async () => {
    const { cwd, exec } = world(missing);
    const { results, stderr } = await exec({ command: 'touch made' });
    expect(stderr).toContain('The settings require a sandbox, but none is available.');
    expect(results[0]?.['content']).toContain('This ran without a sandbox.');
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('no command runs with failIfUnavailable', async () => {
    const { cwd, exec } = world({ ...missing, failIfUnavailable: true });
    const { results } = await exec({ command: 'touch made' });
    expect(results[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining('It may run only in a sandbox, and none is available.'),
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});
