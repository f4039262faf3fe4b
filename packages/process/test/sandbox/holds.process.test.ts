import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CALL_NUMBERS, sandboxArchitecture } from '../../src/sandbox/system-call-numbers.ts';
import { createSandboxWorld, users, type SandboxWorld } from './world.ts';
import { neededSandbox } from './needed-sandbox.ts';

const support = await neededSandbox();
const reason = support.isAvailable ? '' : ` (skipped: ${support.reason})`;
const { calls } = SYSTEM_CALL_NUMBERS[sandboxArchitecture(process.arch) ?? 'x64'];

/**
 * Ways out, each a command that succeeds where there is no sandbox. `unchecked`: this is not tried without one, as it
 * would change the machine or needs root.
 */
type Attempt = readonly [title: string, command: string, isUnchecked?: 'unchecked'];
const attempts: readonly Attempt[] = [
  ['a file outside', 'echo x >"$OUTSIDE/new"'],
  ['a change of a file outside', 'echo x >>"$OUTSIDE/file"'],
  ['the removal of a file outside', 'rm -f "$OUTSIDE/file"'],
  ['other modes of a file outside', 'chmod 777 "$OUTSIDE/file"'],
  ['writing through a link that leads out', 'ln -sfn "$OUTSIDE" way; echo x >way/new'],
  ['a hard link to a file outside', 'ln "$OUTSIDE/file" hard && echo x >>hard'],
  ['writing through the root of another process', 'echo x >"/proc/1/root$OUTSIDE/new"', 'unchecked'],
  ['writing through the directory of another process', 'echo x >"/proc/1/cwd$OUTSIDE/new"', 'unchecked'],
  ['/tmp itself', 'touch /tmp/sluice-sandbox-test-file', 'unchecked'],
  ['a setting of the kernel', 'exec 9>>/proc/sys/kernel/core_pattern', 'unchecked'],
  ['a control group', 'find /sys -writable -type f 2>/dev/null | grep .', 'unchecked'],
  ['a new hook', 'echo x >.git/hooks/pre-commit'],
  ['a change of the repository’s configuration', 'echo x >>.git/config'],
  ['the removal of the repository’s configuration', 'rm -f .git/config'],
  ['another configuration in its place', 'echo x >new; mv -f new .git/config'],
  ['another repository in its place', 'mv .git old'],
  ['other hooks in their place', 'mv .git/hooks .git/old'],
  ['a settings directory that was not there', 'mkdir -p .claude && echo {} >.claude/settings.json'],
  ['a settings directory by a link', 'rmdir .claude; ln -s "$OUTSIDE" .claude && [ -L .claude ]'],
  ['a file that was not there and must not be', 'echo {} >.mcp.json'],
  ['the same by renaming', 'echo {} >other.json; mv -T other.json .mcp.json'],
  ['what is hidden', 'grep -s secret .env'],
  ['what is hidden, by another name', 'ln .env open; mv .env open; grep -s secret open'],
  ['what a hidden directory holds', 'cat private/* 2>/dev/null | grep .'],
  ['a new file in a hidden directory', 'echo x >private/new', 'unchecked'],
  [
    'a server of this machine',
    `"$NODE" -e 'require("net").connect(+process.env.PORT, "127.0.0.1").on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`,
  ],
  ['a device to the network', 'grep -v -e lo: -e "|" /proc/net/dev | grep .', 'unchecked'],
  [
    'a unix socket of this machine',
    `"$NODE" -e 'require("net").connect(process.env.SOCKET).on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`,
  ],
  [
    'a pair of datagram sockets',
    `perl -e 'exit(syscall(${calls.socketpair}, 1, 2, 0, my $b = "x" x 8) == 0 ? 0 : 1)'`,
  ],
  ['a ring of calls', `perl -e 'exit(syscall(425, 8, my $b = "\\0" x 120) >= 0 ? 0 : 1)'`, 'unchecked'],
  ['a keyring', `perl -e 'exit(syscall(${calls.keyrings[2]}, 0, -3, 1) >= 0 ? 0 : 1)'`, 'unchecked'],
  [
    'the line of the supervisor',
    `perl -e 'my $p = syscall(434, 2, 0); exit(syscall(${calls.pidfdGetfd}, $p, 3, 0) >= 0 ? 0 : 1)'`,
    'unchecked',
  ],
  [
    'the supervisor as what is debugged',
    `perl -e 'exit(syscall(${calls.ptrace}, 0x4206, 2, 0, 0) >= 0 ? 0 : 1)'`,
    'unchecked',
  ],
  ['a process outside', 'kill -s 0 "$TEST_PID"', 'unchecked'],
  ['what is known of a process outside', '[ -d "/proc/$TEST_PID" ]'],
  ['a mount', 'mount -t tmpfs none private', 'unchecked'],
  ['a mount of something else', 'mount --bind "$OUTSIDE" .git/hooks', 'unchecked'],
  ['the end of a mount', 'umount .git/hooks', 'unchecked'],
  ['a mount made writable', 'mount -o remount,rw,bind /', 'unchecked'],
  ['a user namespace', 'unshare --user true', 'unchecked'],
  ['a user namespace with a mount', 'unshare --user --map-root-user --mount true', 'unchecked'],
  ['a namespace of another process', 'nsenter --target 1 --mount true', 'unchecked'],
  ['a device', 'mknod disk b 254 0', 'unchecked'],
  ['a disk', 'ls /dev | grep -E "^(sd|vd|nvme|mem|kmsg)"', 'unchecked'],
  [
    'rights by a setuid program',
    '[ -u setuid-id ] && [ "$(./setuid-id -u)" = 0 ] && [ "$(id -u)" != 0 ]',
    'unchecked',
  ],
  ['rights kept in reserve', 'grep -q "^NoNewPrivs:.0" /proc/self/status', 'unchecked'],
];

describe.skipIf(!support.isAvailable).each(users)(`the sandbox of %s${reason}`, (user) => {
  let world: SandboxWorld;
  let tcp: Server;
  let unix: Server;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    world = createSandboxWorld(user);
    const socket = join(world.outside, 'socket');
    tcp = createServer((connection) => connection.destroy());
    unix = createServer((connection) => connection.destroy());
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => unix.listen(socket, resolve));
    chmodSync(socket, 0o777);
    if (user !== 'this user') {
      copyFileSync('/usr/bin/id', join(world.workspace, 'setuid-id'));
      chmodSync(join(world.workspace, 'setuid-id'), 0o4755);
    }
    const address = tcp.address();
    env = {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      NODE: process.execPath,
      OUTSIDE: world.outside,
      SOCKET: socket,
      PORT: String(typeof address === 'object' ? address?.port : ''),
      TEST_PID: String(process.pid),
    };
  });
  afterAll(() => {
    tcp.close();
    unix.close();
    world.dispose();
  });

  it('lets no attempt out', () => {
    const results = world.run(
      attempts.map(([, command]) => command),
      { env },
    );
    const said = results.map(({ end, sandbox, output }, index) => ({
      title: attempts[index]?.[0],
      end,
      sandbox,
      output,
    }));
    expect(said.filter(({ sandbox }) => sandbox !== 'enforced')).toEqual([]);
    expect(said.filter(({ end }) => end.status !== 'exited' || end.code === 0 || end.code === 127)).toEqual(
      [],
    );
    expect(readdirSync(world.outside).sort()).toEqual(['file', 'socket']);
    expect(readFileSync(join(world.outside, 'file'), 'utf8')).toBe('as it was\n');
    expect(readFileSync(join(world.workspace, '.git/config'), 'utf8')).toBe('[core]\n');
    expect(readFileSync(join(world.workspace, '.env'), 'utf8')).toBe('secret\n');
    expect(readdirSync(join(world.workspace, '.git'))).toEqual(['config', 'hooks']);
    expect(readdirSync(join(world.workspace, '.git/hooks'))).toEqual([]);
    expect(readdirSync(join(world.workspace, 'private'))).toEqual(['key']);
    expect(existsSync(join(world.workspace, '.claude'))).toBe(false);
    expect(existsSync(join(world.workspace, '.mcp.json'))).toBe(false);
  });

  it.each([
    ['a new file', 'echo x >new && cat new'],
    ['a new directory', 'mkdir -p a/b && mv a c && rmdir c/b'],
    ['the rest of the repository', 'echo x >.git/HEAD && mv .git/HEAD .git/HEAD.old && rm .git/HEAD.old'],
    [
      'a private temporary directory',
      'f=$(mktemp) && echo x >"$f" && case $f in /dev/shm/*) ;; *) exit 1 ;; esac',
    ],
    ['a here-document', 'cat <<END | grep -q x\nx\nEND'],
    ['writing to its own output again', 'echo x >>/dev/stdout && echo x >>/dev/stderr'],
    ['the devices of every program', 'head -c 8 /dev/urandom >/dev/null && : </dev/zero'],
    ['its own processes', 'sleep 100 & kill %1 && ! wait %1'],
    [
      'a server of its own',
      `"$NODE" -e 'const n = require("net"); const s = n.createServer((c) => process.exit(0)).listen(0, "127.0.0.1", () => n.connect(s.address().port))'`,
    ],
    [
      'children with pipes',
      `"$NODE" -e 'require("child_process").exec("echo x", (e, o) => process.exit(o === "x\\n" ? 0 : 1))'`,
    ],
    [
      'threads',
      `"$NODE" -e 'new (require("worker_threads").Worker)("process.exit(0)", { eval: true }).on("exit", (c) => process.exit(c))'`,
    ],
    ['reading what is outside', 'cat "$OUTSIDE/file" /etc/passwd >/dev/null && ls / >/dev/null'],
  ])('leaves %s', (_title, command) => {
    const [result] = world.run([command], { env });
    expect(result).toMatchObject({ end: { status: 'exited', code: 0 }, sandbox: 'enforced' });
  });

  it('lets nothing be written in a read-only profile, by whatever takes itself for harmless', () => {
    const profile = { ...world.profile, kind: 'read-only' } as const;
    const commands = [
      'touch new-file',
      'echo x >new-file',
      'echo x >>.git/config',
      `"$NODE" -e 'require("fs").writeFileSync("new-file", "x")'`,
      'rm -rf private',
      'chmod 777 .env',
      'ln -s x new-file',
      'mkdir new-directory',
      'mkfifo new-pipe',
      'truncate -s 0 .git/config',
    ];
    const before = readdirSync(world.workspace);
    const results = world.run(commands, { env, sandbox: profile });
    expect(results.filter(({ end }) => end.status === 'exited' && end.code === 0)).toEqual([]);
    expect(readdirSync(world.workspace)).toEqual(before);
    expect(
      world.run(['echo $GIT_OPTIONAL_LOCKS; echo x >"$TMPDIR/x" && cat "$TMPDIR/x"'], {
        env,
        sandbox: profile,
      }),
    ).toMatchObject([{ output: '0\nx\n' }]);
  });

  it('writes the files of whoever runs it, and no other beside them', () => {
    const own = join(world.root, 'outputs', 'own');
    const [result] = world.run(['echo x >../outputs/own; echo x >../outputs/other'], {
      env,
      ownFiles: [own],
    });
    expect(result).toMatchObject({ sandbox: 'enforced', end: { code: 1 } });
    expect(readFileSync(own, 'utf8')).toBe('x\n');
    expect(existsSync(join(world.root, 'outputs', 'other'))).toBe(false);
  });

  it.each(
    attempts.flatMap(([title, command, isUnchecked]) =>
      isUnchecked === undefined ? [[title, command] as const] : [],
    ),
  )('is what keeps a command from %s', (_title, command) => {
    const open = createSandboxWorld(user);
    try {
      const without = { env: { ...env, OUTSIDE: open.outside }, sandbox: undefined };
      expect(open.run([command], without)).toMatchObject([
        { end: { status: 'exited', code: 0 }, sandbox: 'not-applicable' },
      ]);
    } finally {
      open.dispose();
    }
  });
});
