import { isIPv6 } from 'node:net';
import type { CommandResult, NetworkDenial, SandboxDenial } from '@sluice/process';

/** What a result says of the sandbox, for the model and the person: nothing where all went as it was meant to. */
export function sandboxNotes({
  sandbox,
  sandboxProblem,
  denials,
}: Pick<CommandResult, 'sandbox' | 'sandboxProblem' | 'denials'>): readonly string[] {
  if (sandbox === 'unavailable') return [`This ran without a sandbox. ${sandboxProblem ?? ''}`.trim()];
  if (denials.length === 0) return [];
  const refused = denials.map(describe).join('; ');
  return [
    `The sandbox refused: ${refused}. A person can open that in the settings (sandbox.filesystem.allowWrite, sandbox.network.allowedDomains, sandbox.excludedCommands).`,
  ];
}

function describe(denial: SandboxDenial): string {
  switch (denial.type) {
    case 'write':
      return `writing ${JSON.stringify(denial.path)}`;
    case 'network':
      return denial.host === undefined ? 'the network' : `the network (${placeOf(denial)})`;
    case 'unix-socket':
      return `the unix socket ${JSON.stringify(denial.path)}`;
    default:
      return denial satisfies never;
  }
}

/** As it would stand in the list. */
function placeOf({ host = '', port }: NetworkDenial): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}
