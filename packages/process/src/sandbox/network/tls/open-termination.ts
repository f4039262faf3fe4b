import { Socket } from 'node:net';
import { errorText } from '@sluice/base';
import type { HostRefusal } from '../../sandbox-denial.ts';
import { canonicalHost } from '../canonical-host.ts';
import { carryUnread, type CarryTunnel } from '../carry-tunnel.ts';
import type { HostList } from '../host-list.ts';
import type { Reach } from '../reach.ts';
import type { Environment } from '../upstream-proxy.ts';
import { joinSockets } from '../join-sockets.ts';
import { beginsWithHello } from './begins-with-hello.ts';
import { hostContext } from './host-context.ts';
import { hostExchange } from './host-exchange.ts';
import { openAuthority } from './open-authority.ts';
import { terminateTls } from './terminate-tls.ts';
import { trustFiles, type TrustFiles } from './trust-files.ts';
import { whoSpeaksFirst } from './who-speaks-first.ts';

/** TLS inspection for one command. */
export interface Termination {
  /** Makes the command's programs trust the CA. */
  readonly trust: TrustFiles;
  /** Refuses tunnels that would have to be inspected but can't be. */
  guard(reach: Reach, onRefused: OnRefused): Reach;
  /** Inspects tunnels to hosts that receive secrets, and no others. */
  carry(limitMs: number, onRefused: OnRefused): CarryTunnel;
}

type OnRefused = (host: string, port: number, why: HostRefusal) => void;

interface TerminationOptions {
  /** The command's environment and working directory. */
  readonly environment: Environment;
  readonly cwd: string;
  /** This process's environment. */
  readonly ownEnvironment: Environment;
}

/** Undefined if there is nothing to inspect. Never throws: without a usable CA, hosts that receive secrets are closed. */
export async function openTermination(
  { secrets = [], tlsTerminate }: Pick<HostList, 'secrets' | 'tlsTerminate'>,
  { environment, cwd, ownEnvironment }: TerminationOptions,
): Promise<Termination | undefined> {
  if (tlsTerminate === undefined || secrets.every(({ hosts }) => hosts.length === 0)) return undefined;
  const exchangeWith = hostExchange(secrets);
  const opened = await openAuthority(tlsTerminate);
  if (opened.status === 'refused') {
    const { reason } = opened;
    return {
      trust: { files: [], environment: {} },
      guard: (reach, onRefused) => async (name, port) => {
        const host = canonicalHost(name);
        if (host === undefined || exchangeWith(host, port) === undefined) return reach(name, port);
        const why = { kind: 'tls', problem: 'no-authority', reason } as const;
        onRefused(host, port, why);
        return { status: 'refused', reason, why };
      },
      carry: () => carryUnread,
    };
  }
  const { authority } = opened;
  return {
    trust: trustFiles(authority.certificate, environment, cwd),
    guard: (reach) => reach,
    carry: (limitMs, onRefused) => (client, connection, name, port) => {
      const host = canonicalHost(name);
      const tables = host === undefined ? undefined : exchangeWith(host, port);
      if (host === undefined || tables === undefined || !(client instanceof Socket)) {
        return joinSockets(client, connection);
      }
      void looksLikeTls(client, connection).then((isTls) => {
        if (client.destroyed || connection.destroyed) {
          for (const side of [client, connection]) side.destroy();
          return;
        }
        if (!isTls) return joinSockets(client, connection);
        try {
          terminateTls(client, connection, { host, port }, tables, {
            authority,
            context: hostContext(ownEnvironment),
            limitMs,
            onRefused: (_place, why) => onRefused(host, port, why),
          });
        } catch (error) {
          for (const side of [client, connection]) side.destroy();
          const reason = `The sandbox can't inspect TLS with ${host}: ${errorText(error)}`;
          onRefused(host, port, { kind: 'tls', problem: 'no-authority', reason });
        }
      });
    },
  };
}

async function looksLikeTls(client: Socket, connection: Socket): Promise<boolean> {
  for (const side of [client, connection]) side.on('error', () => {});
  return (await whoSpeaksFirst(client, connection)) === 'client' && beginsWithHello(client);
}
