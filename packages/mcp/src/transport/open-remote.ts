import { join } from 'node:path';
import { createProxiedFetch } from '@sluice/agent/http';
import { shellWord } from '@sluice/base';
import type { FetchLike } from '@modelcontextprotocol/client';
import { accessTokens } from '../auth/access-tokens.ts';
import { openCommandCredentials } from './command-credentials.ts';
import { machineLogin } from '../auth/machine-login.ts';
import { isOwnScope, type ConfiguredServer } from '../config/configured-server.ts';
import type { RemoteServer } from '../config/server-entry.ts';
import { pluginFlag } from '../config/plugin-flag.ts';
import { openHttpTransport, type HttpTransportOptions } from './http-transport.ts';
import { GivenSecrets } from './given-secrets.ts';
import { runHelper, type HelperOutput } from './run-helper.ts';
import type { TransportContext } from './transport-context.ts';
import { withBoundedBody } from './bounded-body.ts';
import { withFirstByte } from './first-byte.ts';
import { readExtraHeaders } from './extra-headers.ts';
import { withNetworkFailures } from '../network-failure.ts';
import type { OpenedTransport } from './transport.ts';

/** Opens the connection to a server on the network: its headers, its login if there is one, its transport. */
export async function openRemote(
  { name, scope, file, start }: Pick<ConfiguredServer, 'name' | 'scope' | 'file' | 'start'>,
  connection: RemoteServer,
  context: TransportContext,
  {
    openLog,
    redactWith,
  }: Pick<HttpTransportOptions, 'openLog'> & {
    readonly redactWith: (headers: Readonly<Record<string, string>>) => HttpTransportOptions['redact'];
  },
  signal: AbortSignal,
): Promise<OpenedTransport> {
  const extra = await readExtraHeaders(connection.headersHelper, { scope, context, signal });
  if (!extra.ok) return { ok: false, code: 'failed', reason: extra.reason };
  const headers = { ...connection.headers, ...extra.headers };
  const hasOwnLogin = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
  const { stateDirectory } = context;
  const isOwn = isOwnScope(scope);
  const machine = hasOwnLogin
    ? { ok: true as const, provider: undefined }
    : await machineLogin(connection.oauth, context.env, isOwn);
  if (!machine.ok) return { ok: false, code: 'failed', reason: machine.reason };
  const { timeoutMs } = start.status === 'ready' ? start.entry : {};
  const allowed = timeoutMs ?? (Number(context.env['MCP_TOOL_TIMEOUT']) || undefined);
  const secrets = new GivenSecrets({ own: headers, addresses: [connection.url] });
  const seen = { hasSentLogin: false, namesLogin: true };
  const proxied = withNetworkFailures(
    notingLogins(notingHeaders(createProxiedFetch(context.env), secrets), seen),
    connection.url,
  );
  const fetch = withBoundedBody(withFirstByte(proxied, allowed));
  const { credentialCommand } = context;
  const asksCommand = isOwn && !hasOwnLogin && machine.provider === undefined;
  const credentials =
    credentialCommand === undefined || !asksCommand
      ? { ok: true as const, authorization: undefined }
      : await openCommandCredentials({
          run: () => runCredentialCommand(credentialCommand, { name, url: connection.url, context, signal }),
          url: connection.url,
          fetch,
        });
  if (!credentials.ok) return { ok: false, code: 'failed', reason: credentials.reason };
  const authorization =
    credentials.authorization ??
    (hasOwnLogin || machine.provider !== undefined || stateDirectory === undefined
      ? undefined
      : accessTokens({
          directory: join(stateDirectory, 'mcp-auth'),
          url: connection.url,
          oauth: connection.oauth,
          isOwn,
          env: context.env,
          fetch,
        }));
  const login = `sluice mcp login ${shellWord(name)}${pluginFlag({ scope, file })}`;
  const loginHint = (): string =>
    hasOwnLogin
      ? 'Correct the Authorization header of its entry.'
      : machine.provider !== undefined
        ? 'Correct "oauth" in its entry.'
        : credentials.authorization !== undefined
          ? 'Correct what mcp.credentialCommand prints for it.'
          : seen.namesLogin || seen.hasSentLogin
            ? `Run: ${login}`
            : `If it takes a fixed key, add it to the entry with --header "Authorization: Bearer …". Otherwise, run: ${login}`;
  return openHttpTransport({
    kind: connection.kind,
    url: connection.url,
    headers,
    fetch,
    authorization,
    machine: machine.provider,
    loginHint,
    hasSentLogin: () => seen.hasSentLogin,
    redact: (text) => secrets.mask(redactWith(headers)(text)),
    secrets,
    openLog,
  });
}

/** `fetch` that remembers the credentials that it sends. */
function notingHeaders(fetchFn: FetchLike, secrets: GivenSecrets): FetchLike {
  return (input, init) => {
    secrets.addHeaders(new Headers(init?.headers));
    return fetchFn(input, init);
  };
}

/** `fetch` that remembers whether a login was sent, and whether the server that asks for one says where to get it. */
function notingLogins(fetchFn: FetchLike, seen: { hasSentLogin: boolean; namesLogin: boolean }): FetchLike {
  return async (input, init) => {
    seen.hasSentLogin ||= new Headers(init?.headers).has('authorization');
    const response = await fetchFn(input, init);
    if (response.status === 401)
      seen.namesLogin = response.headers.get('www-authenticate')?.includes('resource_metadata') === true;
    return response;
  };
}

/** The command learns which server it is for from its variables, so that one command serves all. */
function runCredentialCommand(
  command: string,
  {
    name,
    url,
    context: { processes, env, cwd },
    signal,
  }: {
    readonly name: string;
    readonly url: string;
    readonly context: TransportContext;
    readonly signal: AbortSignal;
  },
): Promise<HelperOutput> {
  const visible = { ...env, SLUICE_MCP_SERVER: name, SLUICE_MCP_URL: url };
  return runHelper(command, { processes, env: visible, cwd, signal });
}
