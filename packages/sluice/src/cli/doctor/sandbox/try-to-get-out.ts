import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession, type HostList, type SandboxProfile } from '@sluice/process';

export interface Attempt {
  readonly what: string;
  /** `untried`: the required program is missing. */
  readonly outcome: 'refused' | 'possible' | 'untried';
}

const LIMIT_MS = 20_000;
const MISSING_PROGRAM = 127;

const CONNECT = `"$NODE" -e 'require("net").connect(process.env.TARGET).on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`;

/** What must work inside: a sandbox that denies everything proves nothing. */
const ALLOWED = 'echo x >inside && rm inside && cat /etc/passwd >"$TMPDIR/copy"';

/** Escape attempts from inside: each command succeeds without a sandbox. */
const ATTEMPTS: readonly (readonly [what: string, command: string])[] = [
  ['writing outside the workspace', 'echo x >"$OUTSIDE/new"'],
  ['writing there through a link', 'ln -s "$OUTSIDE" way && echo x >way/new'],
  ['writing what is protected in the workspace', 'echo x >.git/hooks/pre-commit'],
  ['replacing it with something else', 'mv .git old'],
  ['creating a missing protected file', 'echo {} >.mcp.json'],
  ['reading what is hidden', 'grep -q secret hidden'],
  ['reaching a server of this machine', 'echo x >"/dev/tcp/127.0.0.1/$PORT"'],
  ['reaching a unix socket', CONNECT],
  ['signaling a process outside', 'kill -s 0 "$OTHER"'],
  ['creating a user namespace', 'unshare --user true'],
];

/** The same through the proxy, if hosts are listed: unless the proxy refuses, it let the request through or isn't there. */
const ATTEMPTS_BY_PROXY: typeof ATTEMPTS = [
  ['reaching a server of this machine past the proxy', 'echo x >"/dev/tcp/127.0.0.1/$PORT"'],
  [
    'reaching it through the proxy, although it is not listed',
    'exec 5<>"/dev/tcp/127.0.0.1/${http_proxy##*:}"; printf "CONNECT 127.0.0.1:%s HTTP/1.1\\r\\n\\r\\n" "$PORT" >&5; read -r line <&5; case $line in *" 403 "*) exit 1 ;; esac',
  ],
];

/**
 * Runs commands in a sandbox around a temporary directory, and checks which succeed; `hosts`: also with the host list from the settings.
 * Undefined: not even what is allowed works.
 */
export async function tryToGetOut(
  program: string | undefined,
  hosts: HostList | undefined,
): Promise<readonly Attempt[] | undefined> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-doctor-')));
  const workspace = join(root, 'workspace');
  const outside = join(root, 'outside');
  mkdirSync(join(workspace, '.git', 'hooks'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(workspace, 'hidden'), 'secret\n');
  const servers = [
    createServer((socket) => socket.destroy()),
    createServer((socket) => socket.destroy()),
  ] as const;
  try {
    await using session = createProcessSession(program === undefined ? {} : { sandboxProgram: program });
    const target = join(outside, 'socket');
    await Promise.all([
      listen(servers[0], { host: '127.0.0.1', port: 0 }),
      listen(servers[1], { path: target }),
    ]);
    const address = servers[0].address();
    const profile: SandboxProfile = {
      kind: 'workspace-write',
      writable: [workspace],
      protected: [join(workspace, '.git', 'hooks'), join(workspace, '.mcp.json')],
      hidden: [join(workspace, 'hidden')],
      network: 'none',
    };
    const env = {
      ...process.env,
      NODE: process.execPath,
      OUTSIDE: outside,
      TARGET: target,
      PORT: typeof address === 'object' && address !== null ? String(address.port) : '',
      OTHER: String(process.pid),
    };
    const run = async (
      command: string,
      network: SandboxProfile['network'] = 'none',
    ): Promise<number | undefined> => {
      const sandboxed = { ...profile, network };
      const request = { command, cwd: workspace, outputPath: join(root, 'output'), env, sandbox: sandboxed };
      const { end, sandbox } = await session.run({ ...request, needsSandbox: true, timeoutMs: LIMIT_MS });
      return sandbox === 'enforced' && end.status === 'exited' ? end.code : undefined;
    };
    if ((await run(ALLOWED)) !== 0) return undefined;
    const tried: Attempt[] = [];
    for (const [what, command] of ATTEMPTS) tried.push({ what, outcome: outcomeOf(await run(command)) });
    if (hosts === undefined) return tried;
    if ((await run(ALLOWED, hosts)) !== 0) return undefined;
    for (const [what, command] of ATTEMPTS_BY_PROXY) {
      tried.push({ what, outcome: outcomeOf(await run(command, hosts)) });
    }
    return tried;
  } finally {
    for (const server of servers) server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function outcomeOf(code: number | undefined): Attempt['outcome'] {
  if (code === MISSING_PROGRAM) return 'untried';
  return code === undefined || code === 0 ? 'possible' : 'refused';
}

function listen(server: Server, where: { host?: string; port?: number; path?: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
}
