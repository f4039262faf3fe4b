import type { CommandRequest } from './command.ts';
import { openSandbox, type OpenedSandbox, type RefusedSandbox } from './sandbox/open-sandbox.ts';
import type { SandboxProfile } from './sandbox/sandbox-profile.ts';
import { probeSandbox } from './sandbox/probe-sandbox.ts';

/** The sandbox for a profile, opened as far as that can be had here. */
export async function prepareSandbox(
  { cwd, ownFiles = [] }: CommandRequest,
  profile: SandboxProfile,
  program: string | undefined,
): Promise<OpenedSandbox | RefusedSandbox> {
  const support = await probeSandbox(program);
  if (!support.isAvailable) return { status: 'refused', reason: support.reason };
  return openSandbox({
    profile,
    cwd,
    ownFiles,
    program: support.program,
    architecture: support.architecture,
  });
}
