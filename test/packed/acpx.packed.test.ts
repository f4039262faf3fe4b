import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Script } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { calls, words } from '../../packages/sluice/test/cli/print/support/answers.ts';
import { emptyDirectory, PATIENT } from './packed.ts';

/** acpx, a client that someone else wrote, drives the installed command. */
describe('acpx', () => {
  const program = join(createRequire(import.meta.url).resolve('acpx/package.json'), '../dist/cli.js');

  async function start(script: Script) {
    const server = await startModelServer(script);
    onTestFinished(() => server.close());
    const directory = inject('packedDirectory');
    const cwd = emptyDirectory();
    const agent = [process.execPath, join(directory, 'app/node_modules/sluice/bin/sluice.js'), 'acp'];
    const env = {
      PATH: process.env['PATH'],
      HOME: mkdtempSync(join(directory, 'home-')),
      ANTHROPIC_BASE_URL: server.address,
      ANTHROPIC_API_KEY: 'test',
      ...PATIENT,
    };
    const open = (...args: readonly string[]) => {
      const command = [...agent, '--model', 'anthropic/test'].join(' ');
      const child = spawn(process.execPath, [program, '--cwd', cwd, '--agent', command, ...args], {
        ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'] },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const status = new Promise<number | null>((resolve) => void child.once('close', resolve));
      const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
      return { child, ended: async () => ({ status: await status, output: await output }) };
    };
    return { server, cwd, run: (...args: readonly string[]) => open(...args).ended(), open };
  }

  it.for([
    { flags: ['--approve-all'], isMade: true },
    { flags: ['--deny-all', '--no-fs'], isMade: false },
  ])('answers permission requests of exec by $flags', async ({ flags, isMade }) => {
    const write = calls(['Write', { file_path: 'made.txt', content: 'made' }]);
    const { server, cwd, run } = await start([write, words('All done.')]);
    const { output } = await run(...flags, 'exec', 'go');
    expect(output).toContain('[done] end_turn');
    expect(output.includes('All done.'), output).toBe(isMade);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(isMade);
    expect(server.problems).toEqual([]);
  });

  it('cancels a command that runs, with its processes', async () => {
    const { cwd, open } = await start([
      calls(['Bash', { command: 'echo $$ > pid.new && mv pid.new pid && exec sleep 1000' }]),
    ]);
    const { child, ended } = open('--approve-all', 'exec', 'go');
    const pid = join(cwd, 'pid');
    await expect.poll(() => existsSync(pid)).toBe(true);
    child.kill('SIGINT');
    expect((await ended()).output).toContain('[done] cancelled');
    expect(existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}`)).toBe(false);
  });

  it('keeps a session over several prompts, changes its mode and effort, and closes it', async () => {
    const { server, run } = await start([words('One.'), words('Two.')]);
    const said: string[] = [];
    for (const args of [
      ['sessions', 'new'],
      ['prompt', 'first'],
      ['prompt', 'second'],
      ['set-mode', 'plan'],
      ['set', 'effort', 'high'],
      ['sessions', 'list'],
      ['sessions', 'close'],
    ]) {
      // One command after the other, as a person types them.
      // oxlint-disable-next-line no-await-in-loop
      const { status, output } = await run('--approve-all', ...args);
      expect(status, output).toBe(0);
      said.push(output);
    }
    expect(said[1]).toContain('One.');
    expect(said[2]).toContain('Two.');
    expect(JSON.stringify(server.requests[1]?.body['messages'])).toContain('One.');
    expect(said[3]).toContain('mode set: plan');
    expect(said[4]).toContain('effort=high');
    expect(said[5]).toContain('first');
    expect(server.problems).toEqual([]);
  });
});
