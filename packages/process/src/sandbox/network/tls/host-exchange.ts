import { coversHost, parseHostEntry } from '../host-entry.ts';
import type { MaskedSecret } from '../masked-secret.ts';
import { exchangeTables, type ExchangeTables } from './exchange-tables.ts';

/**
 * The replacements for a host and port; undefined if it receives no secret.
 *
 * @param host canonical
 */
type HostExchange = (host: string, port: number) => ExchangeTables | undefined;

export function hostExchange(secrets: readonly MaskedSecret[]): HostExchange {
  const listed = secrets.map((secret) => ({
    secret,
    entries: secret.hosts.flatMap((text) => {
      const entry = parseHostEntry(text);
      return 'problem' in entry ? [] : [entry];
    }),
  }));
  /** Keyed by the set of secrets: there are usually few sets, however many hosts a command connects to. */
  const known = new Map<string, ExchangeTables>();
  return (host, port) => {
    const going = listed.flatMap(({ secret, entries }, index) =>
      entries.some((entry) => coversHost(entry, host, port, false)) ? [{ secret, index }] : [],
    );
    if (going.length === 0) return undefined;
    const key = going.map(({ index }) => index).join();
    const tables = known.get(key) ?? exchangeTables(going.map(({ secret }) => secret));
    known.set(key, tables);
    return tables;
  };
}
