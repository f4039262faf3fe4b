import { isIPv6 } from 'node:net';
import type { CommandResult, NetworkDenial, SandboxDenial } from '@sluice/process';

/**
 * What a result says of the sandbox, for the model and the person: nothing where all went as it was meant to.
 * @param shown what the command has printed: the proxy's words may stand there already
 */
export function sandboxNotes(
  { sandbox, sandboxProblem, denials }: Pick<CommandResult, 'sandbox' | 'sandboxProblem' | 'denials'>,
  shown = '',
): readonly string[] {
  if (sandbox === 'unavailable') return [`This ran without a sandbox. ${sandboxProblem ?? ''}`.trim()];
  const unknown = [...new Set(denials.flatMap((denial) => ownWords(denial, shown) ?? []))];
  const refused = denials.filter((denial) => ownWords(denial, shown) === undefined);
  if (refused.length === 0) return unknown;
  const advice = [...new Set(refused.flatMap((denial) => adviceFor(denial)))].join(' ');
  return [`The sandbox refused: ${refused.map(describe).join('; ')}. ${advice}`, ...unknown];
}

/** Of what no list and no setting would open, where that is not shown yet; undefined: the sandbox has refused it. */
function ownWords(denial: SandboxDenial, shown: string): readonly string[] | undefined {
  const why = denial.type === 'network' ? denial.why : undefined;
  switch (why?.kind) {
    case 'tls':
      return shown.includes(why.reason) ? [] : [why.reason];
    case 'not-reached':
      return [`${why.reason} The sandbox lets it through: that is about the host or the way to it.`];
    case 'past-proxy':
      return [PAST_PROXY];
    default:
      return undefined;
  }
}

const PAST_PROXY =
  'The sandbox has no name server, and no way to a host but its proxy: only programs that go by HTTP_PROXY, HTTPS_PROXY or ALL_PROXY reach hosts, those that sandbox.network.allowedDomains lists; ssh needs a ProxyCommand.';

function describe(denial: SandboxDenial): string {
  switch (denial.type) {
    case 'write':
      return `writing ${JSON.stringify(denial.path)}${denial.isProtected === true ? ', which is protected' : ''}`;
    case 'network': {
      if (denial.host === undefined) return 'the network';
      const { why } = denial;
      const reason =
        why?.kind === 'denied'
          ? ', which the settings deny'
          : why?.kind === 'not-public'
            ? `, which is listed, but has the address ${why.address}, and that is not public`
            : '';
      return `the network (${placeOf(denial)}${reason})`;
    }
    case 'unix-socket':
      if (denial.path === undefined) return 'a unix socket';
      return `the unix socket ${JSON.stringify(denial.path)}${denial.isMissing === true ? ', although nothing is at that path' : ''}`;
    default:
      return denial satisfies never;
  }
}

const OUTSIDE = 'A person can let a command run outside of it (sandbox.excludedCommands).';

const PROTECTED =
  'Protected paths (what git and other programs run or go by, sandbox.filesystem.denyWrite, Edit deny rules) stay closed in every sandbox; it is no lock that could be waited for or removed.';

/** What would open it, a sentence each. */
function adviceFor(denial: SandboxDenial): readonly string[] {
  switch (denial.type) {
    case 'write':
      if (denial.isProtected === true) return [PROTECTED, OUTSIDE];
      return ['A person can open paths in the settings (sandbox.filesystem.allowWrite).', OUTSIDE];
    case 'unix-socket':
      if (denial.isMissing === true) return ['To let the command through does not help.'];
      return [OUTSIDE, 'Unix sockets can be opened only all together (sandbox.network.allowAllUnixSockets).'];
    case 'network':
      switch (denial.why?.kind) {
        case 'denied':
          return [
            'A host is denied by sandbox.network.deniedDomains or by a deny rule about WebFetch; to list it does not help.',
          ];
        case 'not-public': {
          const { address } = denial.why;
          const entry = placeOf({ type: 'network', host: address, ...portOf(denial) });
          return [
            `A person can list the address itself: ${JSON.stringify(entry)} in sandbox.network.allowedDomains.`,
          ];
        }
        default:
          return ['A person can list hosts in the settings (sandbox.network.allowedDomains).'];
      }
    default:
      return denial satisfies never;
  }
}

function portOf({ port }: NetworkDenial): { readonly port?: number } {
  return port === undefined ? {} : { port };
}

/** As it would stand in the list. */
function placeOf({ host = '', port }: NetworkDenial): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}
