import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openSandbox } from './open-sandbox.ts';
import type { SandboxArchitecture } from './system-call-numbers.ts';

/** What must not be possible, by the word that the script prints if it is. */
const FINDINGS: ReadonlyMap<string, string> = new Map([
  ['write', 'files outside can be written'],
  ['network', 'the network can be reached'],
  ['capabilities', 'capabilities are kept'],
  ['privileges', 'setuid programs gain privileges'],
  ['filter', 'system calls are not filtered'],
  ['processes', 'processes outside can be seen'],
]);

/** `$1`: a writable path outside. Requires only the shell. */
const SCRIPT = `
{ true >"$1"; } 2>/dev/null && echo write
while read -r name rest; do
  case $name in lo:*|Inter-*|face) ;; *) echo network ;; esac
done </proc/net/dev
while read -r name value; do
  case $name in
    CapEff:) case $value in 0000000000000000|0000000000000004) ;; *) echo capabilities ;; esac ;;
    NoNewPrivs:) [ "$value" = 1 ] || echo privileges ;;
    Seccomp:) [ "$value" = 2 ] || echo filter ;;
  esac
done </proc/self/status
[ "$$" -lt 10 ] || echo processes
echo end`;

const LIMIT_MS = 10_000;
const PROFILE = { kind: 'read-only', writable: [], protected: [], hidden: [], network: 'none' } as const;

/** Starts a sandbox and checks from inside whether it holds; if not, returns why, in a sentence. */
export async function runCanary(
  program: string,
  architecture: SandboxArchitecture,
): Promise<string | undefined> {
  const sandbox = openSandbox({ profile: PROFILE, cwd: '/', ownFiles: [], program, architecture });
  if (sandbox.status === 'refused') return sandbox.reason;
  const outside = join(tmpdir(), `sluice-canary-${randomUUID()}`);
  try {
    const child = spawn(program, [...sandbox.words, '/bin/sh', '-c', SCRIPT, 'sh', outside], {
      env: { ...sandbox.environment, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe', 'ignore', ...sandbox.descriptors],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const started = new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    const [output, errors] = await Promise.all([
      child.stdout === null ? '' : text(child.stdout),
      child.stderr === null ? '' : text(child.stderr),
      started,
    ]);
    return judge(output.trim().split('\n'), errors.trim());
  } finally {
    sandbox.close();
    rmSync(outside, { force: true });
  }
}

function judge(lines: readonly string[], errors: string): string | undefined {
  if (lines.at(-1) !== 'end') {
    const said = errors === '' ? 'It printed nothing.' : errors.split('\n', 1)[0];
    return `bubblewrap could not create a sandbox here; the kernel may not let ordinary users create namespaces, or this is a container without them. ${said}`;
  }
  const found = lines.flatMap((line) => FINDINGS.get(line) ?? []);
  return found.length === 0 ? undefined : `A test sandbox does not isolate commands: ${found.join('; ')}.`;
}
