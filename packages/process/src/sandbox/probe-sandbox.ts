import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorText } from '@sluice/base';
import { isExecutable } from '../find-shell.ts';
import { runCanary } from './canary.ts';
import { sandboxArchitecture, type SandboxArchitecture } from './system-call-numbers.ts';

/** Not the search path: a workspace may have put its own programs there. */
const PLACES = [
  '/usr/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
  '/home/linuxbrew/.linuxbrew/bin/bwrap',
];

function findBubblewrap(): string | undefined {
  return PLACES.find(isExecutable);
}

/** What the kernel and the installed bubblewrap support. */
export type SandboxSupport =
  | {
      readonly isAvailable: true;
      /** Absolute path of bubblewrap. */
      readonly program: string;
      readonly version: string;
      readonly architecture: SandboxArchitecture;
    }
  | {
      readonly isAvailable: false;
      /** For the user: what is missing, and what helps. Full sentences. */
      readonly reason: string;
    };

const known = new Map<string | undefined, Promise<SandboxSupport>>();

/**
 * Starts a sandbox once per process and checks from inside whether it holds. `program`: absolute path of bubblewrap; without it, only the
 * usual places are checked, never the search path. Never rejects.
 */
export function probeSandbox(program?: string): Promise<SandboxSupport> {
  const found = known.get(program) ?? probe(program);
  known.set(program, found);
  return found;
}

async function probe(given: string | undefined): Promise<SandboxSupport> {
  if (process.platform !== 'linux') {
    return unavailable(`The sandbox is not supported on ${process.platform} yet: it needs Linux namespaces.`);
  }
  const architecture = sandboxArchitecture(process.arch);
  if (architecture === undefined) {
    return unavailable(
      `System calls can't be filtered on ${process.arch} processors, only on x64 and arm64.`,
    );
  }
  const program = given ?? findBubblewrap();
  if (program === undefined) {
    return unavailable(
      'bubblewrap is not installed: there is no bwrap in /usr/bin or /usr/local/bin. Install the package bubblewrap.',
    );
  }
  // Starting a missing program leaves a timer behind that would delay exit.
  if (!isExecutable(program)) return unavailable(`${program} could not be started: it is not a program.`);
  try {
    const [version, failure] = await Promise.all([readVersion(program), runCanary(program, architecture)]);
    if (failure !== undefined) return unavailable(failure);
    return { isAvailable: true, program, version, architecture };
  } catch (error) {
    const reason = errorText(error);
    return unavailable(`${program} could not be started: ${reason}`);
  }
}

function unavailable(reason: string): SandboxSupport {
  return { isAvailable: false, reason };
}

/** `bubblewrap 0.8.0`, without the name. */
async function readVersion(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
  return stdout.trim().split(' ').at(-1) ?? '';
}
