import { isIPv6 } from 'node:net';
import type { CommandResult, NetworkDenial, SandboxDenial } from '@sluice/process';

/**
 * Notes about the sandbox for the model and the user; none if everything went as intended.
 *
 * @param shown the command's output, which may already contain the proxy's message
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
  return [`The sandbox blocked: ${refused.map(describe).join('; ')}. ${advice}`, ...unknown];
}

/** For what no list or setting would allow, unless already shown; undefined if the sandbox denied it. */
function ownWords(denial: SandboxDenial, shown: string): readonly string[] | undefined {
  const why = denial.type === 'network' ? denial.why : undefined;
  switch (why?.kind) {
    case 'tls':
      return shown.includes(why.reason) ? [] : [why.reason];
    case 'not-reached':
      return [`${why.reason} The sandbox allows it: the problem is the host or the connection to it.`];
    case 'past-proxy':
      return [PAST_PROXY];
    default:
      return undefined;
  }
}

const PAST_PROXY =
  'The sandbox has no DNS and reaches hosts only through its proxy: only programs that use HTTP_PROXY, HTTPS_PROXY or ALL_PROXY reach hosts, and only those in sandbox.network.allowedDomains; ssh needs a ProxyCommand.';

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

const OUTSIDE = 'A person can exclude the command from it (sandbox.excludedCommands).';

const PROTECTED =
  "Protected paths (files that git and other programs run or are configured by, sandbox.filesystem.denyWrite, Edit deny rules) can't be written in any sandbox; this is not a lock that you could wait for or remove.";

/** What would allow it, in one sentence each. */
function adviceFor(denial: SandboxDenial): readonly string[] {
  switch (denial.type) {
    case 'write':
      if (denial.isProtected === true) return [PROTECTED, OUTSIDE];
      return ['A person can allow paths in the settings (sandbox.filesystem.allowWrite).', OUTSIDE];
    case 'unix-socket':
      if (denial.isMissing === true) return ['Allowing the command does not help.'];
      return [
        OUTSIDE,
        'Unix sockets can only be allowed all together (sandbox.network.allowAllUnixSockets).',
      ];
    case 'network':
      switch (denial.why?.kind) {
        case 'denied':
          return [
            'A host is denied by sandbox.network.deniedDomains or by a WebFetch deny rule; listing it does not help.',
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

/** As it would be written in the list. */
function placeOf({ host = '', port }: NetworkDenial): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}
