import { errorText } from '@sluice/base';
import type { CommandRequest } from '../command.ts';
import type { HostList } from '../sandbox/network/host-list.ts';
import type { HostNetwork } from '../sandbox/network/host-network.ts';
import type { Termination } from '../sandbox/network/tls/open-termination.ts';
import { openSandbox, type OpenedSandbox, type RefusedSandbox } from '../sandbox/open-sandbox.ts';
import type { SandboxProfile } from '../sandbox/sandbox-profile.ts';
import { probeSandbox } from '../sandbox/probe-sandbox.ts';

/** The sandbox for a profile, opened as far as it is available here. */
export async function prepareSandbox(
  request: CommandRequest,
  profile: SandboxProfile,
  program: string | undefined,
): Promise<OpenedSandbox | RefusedSandbox> {
  const { cwd, ownFiles = [] } = request;
  const support = await probeSandbox(program);
  if (!support.isAvailable) return { status: 'refused', reason: support.reason };
  const network = await networkFor(profile, request);
  if (network?.status === 'refused') return network;
  return openSandbox({
    profile,
    cwd,
    ownFiles,
    program: support.program,
    architecture: support.architecture,
    network: network?.opened,
  });
}

/** Loaded only for host lists: other commands shouldn't wait for servers and parsers. */
async function networkFor(
  { network }: SandboxProfile,
  request: CommandRequest,
): Promise<RefusedSandbox | { status: 'opened'; opened: HostNetwork } | undefined> {
  if (network === 'none' || network === 'host') return undefined;
  try {
    const { openHostNetwork } = await import('../sandbox/network/open-host-network.ts');
    const termination = await terminationFor(network, request);
    return { status: 'opened', opened: openHostNetwork(network, process.env, termination) };
  } catch (error) {
    const reason = errorText(error);
    return { status: 'refused', reason: `The proxy for the listed hosts could not be started: ${reason}` };
  }
}

async function terminationFor(
  list: HostList,
  { cwd, env = process.env }: CommandRequest,
): Promise<Termination | undefined> {
  if (list.tlsTerminate === undefined) return undefined;
  const { openTermination } = await import('../sandbox/network/tls/open-termination.ts');
  return openTermination(list, { environment: env, cwd, ownEnvironment: process.env });
}
