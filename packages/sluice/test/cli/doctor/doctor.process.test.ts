import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../exec/support/cli.ts';
import { createPlace } from '../rules/place.ts';
import { neededSandbox } from '../../../../process/test/sandbox/needed-sandbox.ts';

const support = await neededSandbox();

interface Report {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string;
    readonly details?: readonly string[];
  }[];
}

function world() {
  const place = createPlace();
  const doctor = (...args: readonly string[]) =>
    runCli(['doctor', ...args], '', { cwd: place.cwd, env: { HOME: place.home } });
  const report = async (...args: readonly string[]) => {
    const ended = await doctor('--json', ...args);
    const parsed: Report = JSON.parse(ended.stdout);
    return {
      ...ended,
      ok: parsed.ok,
      find: (name: string) => parsed.findings.find((one) => one.name === name),
    };
  };
  return { ...place, doctor, report };
}

describe('sluice doctor', () => {
  it('prints a line for everything that was looked at', async () => {
    const { status, stdout, stderr } = await world().doctor();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const name of [
      'Node',
      'Shell',
      'ripgrep',
      'Sandbox',
      'Secrets',
      'Control groups',
      'Clean-up',
      'State',
      'Model',
      'Settings',
      'Skills',
      'WebSearch',
      'PowerShell',
    ]) {
      expect(stdout).toMatch(new RegExp(`^(ok|--|!!) ${name} `, 'm'));
    }
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^-- PowerShell {6}not supported/);
  });

  it('says that sessions can not be saved, and which model a session would have', async () => {
    const place = world();
    place.write('home/file', 'no directory');
    const state = join(place.home, 'file/state');
    const look = async (env: Readonly<Record<string, string>>) => {
      const ended = await runCli(['doctor', '--json'], '', {
        cwd: place.cwd,
        // Whoever runs the tests may have a key.
        env: { HOME: place.home, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '', ...env },
      });
      const { findings }: Report = JSON.parse(ended.stdout);
      return { ...ended, find: (name: string) => findings.find((one) => one.name === name) };
    };
    const bad = await look({ SLUICE_STATE_DIR: state });
    expect(bad.status).toBe(1);
    expect(bad.find('State')).toMatchObject({
      status: 'bad',
      text: expect.stringMatching(/^sessions can't be saved in .*file\/state \(ENOTDIR/),
      details: [expect.stringContaining('SLUICE_STATE_DIR')],
    });
    expect(bad.find('Model')).toMatchObject({ status: 'absent', text: expect.stringMatching(/^No model/) });
    const good = await look({ SLUICE_MODEL: 'anthropic/claude-sonnet-4-5', ANTHROPIC_API_KEY: 'k' });
    expect(good.find('State')?.status).toBe('good');
    expect(good.find('Model')).toEqual({
      name: 'Model',
      status: 'good',
      text: 'anthropic/claude-sonnet-4-5, with ANTHROPIC_API_KEY',
    });
  });

  it.skipIf(!support.isAvailable)('tries the sandbox out', async () => {
    const { ok, find } = await world().report();
    expect(ok).toBe(true);
    expect(find('Sandbox')?.status).toBe('good');
    expect(find('Sandbox')?.details?.filter((line) => line.startsWith('refused: '))).toHaveLength(10);
    expect(find('Clean-up')?.status).toBe('good');
  });

  it.skipIf(!support.isAvailable)('tries it out with the hosts that the settings list', async () => {
    const place = world();
    const network = {
      allowedDomains: ['example.com', '*.example.org:8443'],
      deniedDomains: ['a.example.org'],
    };
    place.write('home/.claude/settings.json', { sandbox: { enabled: true, network } });
    const { find } = await place.report();
    expect(find('Sandbox')?.status).toBe('good');
    expect(find('Sandbox')?.details).toEqual(
      expect.arrayContaining([
        "network: through Sluice's proxy to example.com, *.example.org:8443, but not a.example.org",
        'refused: reaching it through the proxy, although it is not listed',
      ]),
    );
  });

  it('ends with status 1 where the settings need a sandbox that is not there', async () => {
    const place = world();
    const sandbox = { enabled: true, bwrapPath: '/no/such/bwrap' };
    place.write('home/.claude/settings.json', { sandbox });
    const without = await place.report();
    expect(without.find('Sandbox')).toMatchObject({
      status: 'absent',
      text: expect.stringContaining('/no/such/bwrap'),
    });
    expect(without.status).toBe(0);
    place.write('home/.claude/settings.json', { sandbox: { ...sandbox, failIfUnavailable: true } });
    const needed = await place.report();
    expect(needed).toMatchObject({ status: 1, ok: false });
    expect(needed.find('Sandbox')?.status).toBe('bad');
  });

  it('counts the problems of the settings, and names rules that a sandbox can not keep', async () => {
    const place = world();
    place.write('home/.claude/settings.json', {
      permissions: { deny: ['Edit(**/*.pem)', 'Broken('] },
      sandbox: { filesystem: { allowWrite: ['*.log'] } },
    });
    place.write('project/.sluice/settings.json', {
      unknownKey: 1,
      permissions: { allow: ['Bash(git:* push)', 'bash', 'Edit(x.pem)'] },
      hooks: { PreToolUs: [], Stop: [{ hooks: [{ type: 'comand', command: 'x' }] }] },
      sandbox: { credentials: { envVars: [{ name: 'A=B', mode: 'deny' }] } },
    });
    place.write('project/.claude/settings.json', '{');
    const [{ find }, check, checkText] = await Promise.all([
      place.report(),
      place.run('check', '--json'),
      place.run('check'),
    ]);
    const checked: { readonly findings: readonly unknown[]; readonly files: number } = JSON.parse(
      check.stdout,
    );
    const count = `${checked.findings.length} problems`;
    expect(checked.findings.length).toBeGreaterThan(8);
    expect(checkText.stdout).toContain(`${count} in ${checked.files} files`);
    expect(find('Settings')?.text).toBe(`${checked.files} files read, ${count}: see sluice rules check`);
    // A finding with problems is never marked as being in order.
    expect(find('Settings')?.status).not.toBe('good');
    expect(find('Settings')?.details).toContain(`and ${checked.findings.length - 5} more`);
    expect(checkText.stdout).toContain('"*.log" is ignored');
    if (support.isAvailable) expect(find('Sandbox')?.details?.join('\n')).toContain('Edit(**/*.pem)');
  });

  it('says what waits for trust, hosts of the sandbox among it', async () => {
    const place = world();
    place.write('project/.sluice/settings.json', {
      sandbox: { enabled: true, network: { allowedDomains: ['a.b'] } },
    });
    const { find } = await place.report();
    const details = find('Settings')?.details?.join('\n');
    expect(details).toMatch(
      /not applied until you trust .* \(sluice rules trust\): 1\n {2}sandbox\.network\.allowedDomains: "a\.b"/,
    );
    if (support.isAvailable)
      expect(find('Sandbox')?.details?.join('\n')).toMatch(
        /network: none \(nothing .* applies\); 1 more would apply/,
      );
  });

  it.each([
    [['--jsn'], 'sluice doctor: unknown option --jsn; did you mean --json?'],
    [['x'], 'sluice doctor: it takes no arguments; got "x"'],
    [['--cwd', '/nowhere'], 'sluice doctor: --cwd /nowhere: not a directory'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await world().doctor(...args);
    expect(status).toBe(2);
    expect(stderr.split('\n')[0]).toBe(message);
  });
});
