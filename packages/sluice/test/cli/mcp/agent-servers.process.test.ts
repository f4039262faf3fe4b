import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { runCli } from '../exec/support/cli.ts';
import { words } from '../print/support/answers.ts';
import { printPlace, runPrint, type PrintPlace } from '../print/support/print.ts';

/** A place whose environment has a secret, with an agent file that brings a server, which writes its environment to a file. */
function placeWith(server: { readonly address: string }) {
  const given = printPlace(server);
  const place: PrintPlace = { ...given, env: { ...given.env, MY_SECRET: 'hunter2' } };
  const mark = join(place.state, 'mark');
  const { command, args } = faultEntry({});
  const entry = (more: object = {}): object => ({
    command: '/bin/sh',
    args: ['-c', `env >${mark}; exec "$0" "$@"`, command, ...(Array.isArray(args) ? args : [])],
    trust: true,
    ...more,
  });
  return {
    place,
    entry,
    write(parent: string, config: object): void {
      const file = join(parent, '.claude', 'agents', 'helper.md');
      mkdirSync(dirname(file), { recursive: true });
      const servers = JSON.stringify([{ own: config }]);
      writeFileSync(file, `---\nname: helper\ndescription: helps\nmcpServers: ${servers}\n---\nHelp.\n`);
    },
    sluice: (...line: readonly string[]) => runCli(line, '', { cwd: place.cwd, env: place.env }),
    async run(): Promise<{ readonly stderr: string; readonly seen: string | undefined }> {
      rmSync(mark, { force: true });
      const { stderr } = await runPrint(place, 'Work.', '--agent', 'helper');
      return { stderr, seen: existsSync(mark) ? readFileSync(mark, 'utf8') : undefined };
    },
  };
}

it("a server of a project's agent file has no more rights than one of .mcp.json, and an edited one does not start", async () => {
  await using server = await startModelServer(Array.from({ length: 4 }, () => words('Done.')));
  const { place, write, entry, sluice, run } = placeWith(server);
  write(place.cwd, entry());
  await sluice('rules', 'trust', place.cwd);
  const waiting = await run();
  expect(waiting.stderr).toContain('you have not approved it. To start it: sluice mcp approve own');
  expect(waiting.seen).toBeUndefined();

  const approved = await sluice('mcp', 'approve', 'own');
  expect(approved).toMatchObject({ status: 0, stdout: expect.stringContaining('helper.md:\n') });
  const started = await run();
  expect(started.seen).toContain('PATH=');
  expect(started.seen).not.toContain('hunter2');
  expect(started.stderr).toContain('"trust" works only in your own configuration, and is ignored.');

  write(place.cwd, entry({ env: { A: '1' } }));
  const edited = await run();
  expect(edited.stderr).toContain('Its entry has changed since you approved it (env: ');
  expect(edited.seen).toBeUndefined();
});

it("a server of the user's own agent file starts unasked, with the user's environment", async () => {
  await using server = await startModelServer([words('Done.')]);
  const { place, write, entry, run } = placeWith(server);
  write(place.home, entry());
  const { stderr, seen } = await run();
  expect(stderr).toBe('');
  expect(seen).toContain('MY_SECRET=hunter2');
});
