import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandboxWorld, users } from './world.ts';
import { neededSandbox } from './needed-sandbox.ts';

const support = await neededSandbox();
const reason = support.isAvailable ? '' : ` (skipped: ${support.reason})`;

describe.skipIf(!support.isAvailable).each(users)(`in the sandbox of %s${reason}`, (user) => {
  it('a masked file has the other text to the byte, is written by no one, and outside is what it was', () => {
    const world = createSandboxWorld(user);
    try {
      const path = join(world.workspace, 'private', 'token');
      const text = '\u00e4 stand-in\n\n';
      mkdirSync(join(world.root, 'two'));
      for (const file of [path, join(world.root, 'two', 'long name')]) writeFileSync(file, 'the value\n');
      const profile = {
        ...world.profile,
        hidden: [join(world.workspace, '.env')],
        masked: [
          { path, text },
          { path: join(world.root, 'two', 'long name'), text: 'other' },
          { path: join(world.root, 'nowhere'), text },
        ],
      };
      const results = world.run(
        [
          'od -An -tx1 private/token; cat "../two/long name"; cat .env; test -e ../nowhere',
          'echo x >private/token',
          'rm -f private/token',
          'mv private/token private/away',
          'mv private apart',
          'cat apart/token private/token 2>/dev/null',
        ],
        { sandbox: profile },
      );
      expect(results.map(({ sandbox }) => sandbox)).toEqual(results.map(() => 'enforced'));
      const bytes = Buffer.from(text).toString('hex').match(/../g)?.join(' ');
      expect(results[0]?.output.trim().split(/\n\s*/)).toEqual([bytes, 'other']);
      for (const failed of results.slice(1, 5)) expect(failed.end).not.toMatchObject({ code: 0 });
      expect(results[5]?.output).toBe(text);
      expect(readFileSync(path, 'utf8')).toBe('the value\n');
    } finally {
      world.dispose();
    }
  });

  it('unix sockets are open where the profile says so, and only there', async () => {
    const world = createSandboxWorld(user);
    const socket = join(world.outside, 'socket');
    const server = createServer((connection) => connection.end('hello'));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    chmodSync(socket, 0o777);
    try {
      const command = `"$NODE" -e 'require("net").connect(process.env.SOCKET).on("connect", () => process.exit(0)).on("error", (e) => { console.error(e.message); process.exit(1) })'`;
      const env = { PATH: '/usr/bin:/bin', NODE: process.execPath, SOCKET: socket };
      const [refused] = world.run([command], { env });
      const [open] = world.run([command], { env, sandbox: { ...world.profile, unixSockets: 'open' } });
      expect(refused).toMatchObject({ sandbox: 'enforced', end: { code: 1 } });
      expect(open).toMatchObject({ sandbox: 'enforced', end: { code: 0 } });
    } finally {
      server.close();
      world.dispose();
    }
  });
});
