import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { asError } from '@sluice/base';
import { canonicalHost, isPublicAddress } from '@sluice/process/hosts';
import { hostOf } from './host-of.ts';
import { privateHosts } from './private-hosts.ts';

/** All addresses of a name. Rejects like `dns.lookup`. */
export type LookUp = (host: string) => Promise<readonly LookupAddress[]>;

type LookupDone = Parameters<LookupFunction>[2];

/** The page is at an address that may not be requested. */
export const NOT_PUBLIC = 'ERR_NOT_PUBLIC';

const systemLookUp: LookUp = (host) =>
  new Promise((resolve, reject) => {
    lookUpName(host, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });

/** Names that mean this machine or its network, whatever a name server says. */
const LOCAL_NAME = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa|lan)$/;

/** Decides which addresses may be requested: public ones, and the hosts that the settings list. */
export class AddressGuard {
  readonly #isListed: (url: URL) => boolean;
  readonly #lookUp: LookUp;

  constructor(allowPrivate: readonly string[], lookUp: LookUp = systemLookUp) {
    this.#isListed = privateHosts(allowPrivate);
    this.#lookUp = lookUp;
  }

  /** Why the host itself must not be requested, as a sentence. Undefined: its addresses decide. */
  problem(url: URL): string | undefined {
    if (this.#isListed(url)) return undefined;
    const host = hostOf(url);
    if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : notPublic(url.host, undefined);
    return LOCAL_NAME.test(host) ? notPublic(url.host, undefined) : undefined;
  }

  /** Resolves a name for a connection, and refuses it if one of its addresses is not public. */
  lookupFor(url: URL): LookupFunction {
    return (hostname, options, done) => void this.#resolve(url, hostname, options.all === true, done);
  }

  async #resolve(url: URL, hostname: string, isAll: boolean, done: LookupDone): Promise<void> {
    const found = await this.#addressesOf(url, hostname).catch((error: unknown) => asError(error));
    if (found instanceof Error) return done(found, '');
    const [first] = found;
    if (first === undefined) return done(new Error(`${hostname} has no address`), '');
    return isAll ? done(null, [...found]) : done(null, first.address, first.family);
  }

  /** Before a proxy is asked, which resolves the name itself. What this machine can't resolve is left to the proxy. */
  async problemBehindProxy(url: URL): Promise<string | undefined> {
    const known = this.problem(url);
    if (known !== undefined) return known;
    if (isIP(hostOf(url)) !== 0) return undefined;
    try {
      await this.#addressesOf(url, url.hostname);
      return undefined;
    } catch (error) {
      return error instanceof NotPublicError ? error.message : undefined;
    }
  }

  async #addressesOf(url: URL, hostname: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#lookUp(hostname);
    if (this.#isListed(url)) return addresses;
    const closed = addresses.find(({ address }) => !isPublicAddress(canonicalHost(address) ?? ''));
    if (closed !== undefined) throw new NotPublicError(notPublic(url.host, closed.address));
    return addresses;
  }
}

class NotPublicError extends Error {
  readonly code = NOT_PUBLIC;
}

function notPublic(host: string, address: string | undefined): string {
  const has = address === undefined ? 'is not public' : `has the address ${address}, which is not public`;
  return `${host} ${has}, so it is not fetched. The user can list it in the setting web.allowPrivate: [${JSON.stringify(host)}].`;
}
