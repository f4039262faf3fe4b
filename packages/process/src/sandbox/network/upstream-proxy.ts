export type Environment = Readonly<Record<string, string | undefined>>;

/** The HTTP proxy that this process itself has to use. */
export interface Upstream {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** Whether `no_proxy` covers a host. */
  isDirect(host: string): boolean;
}

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'] as const;

/** The proxy in the first of the usual variables that has an HTTP one; undefined if there is none or it is of another kind. */
export function findUpstream(environment: Environment): Upstream | undefined {
  const urls = NAMES.flatMap((name) => URL.parse(environment[name] ?? '') ?? []);
  const url = urls.find(({ protocol }) => protocol === 'http:' || protocol === 'https:');
  if (url === undefined) return undefined;
  const isSecure = url.protocol === 'https:';
  const except = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/:\d+$/, '').replace(/^\*?\./, ''))
    .filter((entry) => entry !== '');
  return {
    isSecure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 443 : 80),
    authorization: url.username === '' ? undefined : basic(url),
    isDirect: (host) => except.some((entry) => entry === '*' || entry === host || host.endsWith(`.${entry}`)),
  };
}

function basic({ username, password }: URL): string {
  const login = [username, password].map(decoded).join(':');
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
