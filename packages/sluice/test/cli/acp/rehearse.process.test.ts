import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rehearse } from '../../../src/cli/acp/rehearse.ts';
import { parsePrintOptions } from '../../../src/cli/print/parse-print-options.ts';
import { scratch } from '../exec/support/scratch.ts';
import { printPlace } from '../print/support/print.ts';

const entries = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true }).map(String);

test('a rehearsal of a session writes nothing, and starts no hook, server, schedule or sandbox', async () => {
  const { cwd, home, state, env } = printPlace({ address: 'http://127.0.0.1:1' });
  const temporary = scratch();
  const started = join(scratch(), 'started');
  const touch = `touch ${started}`;
  const everyMinute = { id: 'a', cron: '* * * * *', prompt: 'now', createdAt: 0, recurring: true };
  const files = {
    [join(home, '.claude/settings.json')]: {
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: touch }] }] },
      sandbox: { enabled: true, bwrapPath: writeProgram(scratch(), touch) },
      enableAllProjectMcpServers: true,
    },
    [join(cwd, '.mcp.json')]: { mcpServers: { one: { command: 'sh', args: ['-c', touch] } } },
    [join(cwd, '.sluice/scheduled_tasks.json')]: { tasks: [everyMinute] },
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify(content));
  }
  for (const [name, value] of Object.entries({ ...env, TMPDIR: temporary })) vi.stubEnv(name, value);
  const here = process.cwd();
  process.chdir(cwd);
  onTestFinished(() => {
    process.chdir(here);
    vi.unstubAllEnvs();
  });
  const server = JSON.stringify({ mcpServers: { two: { command: 'sh', args: ['-c', touch] } } });
  const parsed = parsePrintOptions(['--mcp-config', server]);
  if (parsed.kind !== 'options') throw new Error('no options');
  const all = () => [cwd, home, state, temporary].map(entries);
  const before = all();
  await expect(rehearse(parsed.options, '1.2.3', new AbortController().signal)).resolves.toBe('rehearsed');
  expect([all(), existsSync(started)]).toEqual([before, false]);
  // The session comes while it is rehearsed: what comes is heard between the steps.
  const during = new AbortController();
  const rehearsal = rehearse(parsed.options, '1.2.3', during.signal);
  setImmediate(() => during.abort());
  await expect(rehearsal).resolves.toBe('left');
  expect([all(), existsSync(started)]).toEqual([before, false]);
  const ended = AbortSignal.abort();
  await expect(rehearse(parsed.options, '1.2.3', ended)).resolves.toBe('left');
  expect([all(), existsSync(started)]).toEqual([before, false]);
});

function writeProgram(directory: string, line: string): string {
  const path = join(directory, 'bwrap');
  writeFileSync(path, `#!/bin/sh\n${line}\nexit 1\n`, { mode: 0o755 });
  return path;
}
