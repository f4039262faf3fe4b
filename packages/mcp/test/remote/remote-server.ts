import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';

/** What a test changes while the server runs. */
export interface RemoteSwitches {
  /** Tokens that are taken; undefined: no login is asked for. */
  tokens: Set<string> | undefined;
  /** The next request of a session is answered with 404. */
  forgetsSession: boolean;
  /** Authorization servers may send people anywhere. */
  authorizationEndpoint: string | undefined;
  /** Calls of tools are answered with this HTTP status. */
  refusesCalls: number | undefined;
  /** Calls of tools need a token with this scope. */
  callScope: string | undefined;
  /** The server is elsewhere: requests are sent there with 307. */
  movedTo: string | undefined;
  /** Results of tools hold the headers of their request. */
  echoesHeaders: boolean;
  /** The token endpoint is answered with this HTTP status. */
  tokenStatus: number | undefined;
  /** Its tokens are refused, whatever it gives out. */
  refusesAllTokens: boolean;
  /** The scopes that the metadata of the server and of the authorization server list. */
  listedScopes: readonly string[] | undefined;
  /** The metadata of the authorization server is not where it should be, but at `/hidden/metadata`. */
  hidesMetadata: boolean;
  /** How the authorization server gets to know clients. */
  registration: 'dynamic' | 'documents' | 'none';
  /** The secret of the client that is registered already. */
  clientSecret: string | undefined;
  /** The page for codes, and what the token endpoint answers one after the other; then it gives tokens. */
  device: { readonly page: string; readonly answers: string[]; readonly interval?: number } | undefined;
  /** The `iss` of its answers; undefined: its own address. */
  issuer: string | undefined;
}

export interface RemoteServer extends AsyncDisposable {
  readonly url: string;
  readonly switches: RemoteSwitches;
  /** Of each request of the protocol: what was asked, with these headers. */
  readonly seen: {
    readonly http: string;
    readonly method: string | undefined;
    readonly headers: IncomingMessage['headers'];
  }[];
  /** Tools that have run. */
  readonly calls: string[];
  readonly refreshes: string[];
  /** Scopes that were asked for, of each login. */
  readonly scopes: string[];
  /** Clients that have registered, and those that have asked for a login or a token. */
  readonly registered: string[];
  readonly clients: string[];
  /** What programs that log in by themselves have sent, with their `Authorization` header as `authorization`. */
  readonly machines: Readonly<Record<string, string>>[];
  /** No token can be renewed any more. */
  forgetRefreshTokens(): void;
}

/** An MCP server over Streamable HTTP and SSE, and an authorization server whose refresh tokens are good for one use. */
export async function startRemoteServer(): Promise<RemoteServer> {
  const sessions = new Set<string>();
  const streams = new Map<string, ServerResponse>();
  const refreshTokens = new Set<string>();
  const switches: RemoteSwitches = {
    tokens: undefined,
    forgetsSession: false,
    authorizationEndpoint: undefined,
    issuer: undefined,
    refusesAllTokens: false,
    hidesMetadata: false,
    listedScopes: undefined,
    device: undefined,
    registration: 'dynamic',
    clientSecret: undefined,
    refusesCalls: undefined,
    callScope: undefined,
    movedTo: undefined,
    echoesHeaders: false,
    tokenStatus: undefined,
  };
  const seen: RemoteServer['seen'] = [];
  const calls: string[] = [];
  const refreshes: string[] = [];
  const registered: string[] = [];
  const clients: string[] = [];
  const scopes: string[] = [];
  const machines: RemoteServer['machines'] = [];
  let origin = '';

  const json = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

  const answerTo = (message: { id?: number; method?: string; params?: { name?: string } }): unknown => {
    const { method, params } = message;
    if (method === 'initialize')
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'remote', version: '1' },
      };
    if (method === 'tools/list')
      return { tools: [{ name: 'count', description: 'Counts.', inputSchema: { type: 'object' } }] };
    calls.push(params?.name ?? '');
    const echo = switches.echoesHeaders ? [{ type: 'text', text: JSON.stringify(seen.at(-1)?.headers) }] : [];
    return { content: [{ type: 'text', text: `call ${calls.length}` }, ...echo] };
  };

  const protocol = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.method === 'POST' ? JSON.parse(await text(request)) : {};
    seen.push({ http: request.method ?? '', method: body.method, headers: request.headers });
    if (switches.movedTo !== undefined) return json(response, 307, {}, { location: switches.movedTo });
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (switches.tokens?.has(token) === false || switches.refusesAllTokens) {
      const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
      return json(response, 401, {}, { 'www-authenticate': challenge });
    }
    if (request.method === 'DELETE') return json(response, 200, {});
    if (request.method === 'GET') return json(response, 405, {});
    const session = request.headers['mcp-session-id'];
    if (switches.forgetsSession && session !== undefined) {
      switches.forgetsSession = false;
      sessions.clear();
    }
    if (body.method === 'initialize') {
      const id = randomUUID();
      sessions.add(id);
      const result = answerTo(body);
      return json(response, 200, { jsonrpc: '2.0', id: body.id, result }, { 'mcp-session-id': id });
    }
    if (!sessions.has(String(session))) return json(response, 404, {});
    if (body.id === undefined) return json(response, 202, {});
    if (body.method !== 'tools/call')
      return json(response, 200, { jsonrpc: '2.0', id: body.id, result: answerTo(body) });
    if (switches.callScope !== undefined && !(scopes.at(-1) ?? '').split(' ').includes(switches.callScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${switches.callScope}"`;
      return json(response, 403, {}, { 'www-authenticate': challenge });
    }
    if (switches.refusesCalls !== undefined) return json(response, switches.refusesCalls, {});
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const progressToken = body.params['_meta']?.progressToken;
    const progress = { progressToken, progress: 1, total: 2, message: 'half' };
    const events = [
      { jsonrpc: '2.0', method: 'notifications/progress', params: progress },
      { jsonrpc: '2.0', id: body.id, result: answerTo(body) },
    ];
    for (const event of events) response.write(`event: message\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  };

  const oldProtocol = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const id = randomUUID();
      streams.set(id, response);
      response.write(`event: endpoint\ndata: /messages?id=${id}\n\n`);
      return;
    }
    const id = new URL(request.url ?? '', origin).searchParams.get('id') ?? '';
    const body = JSON.parse(await text(request));
    response.writeHead(202).end();
    if (body.id === undefined) return;
    const event = { jsonrpc: '2.0', id: body.id, result: answerTo(body) };
    streams.get(id)?.write(`event: message\ndata: ${JSON.stringify(event)}\n\n`);
  };

  const tokenFor = (): object => {
    const [access, refresh] = [randomUUID(), randomUUID()];
    switches.tokens?.add(access);
    refreshTokens.add(refresh);
    return { access_token: access, token_type: 'Bearer', expires_in: 3600, refresh_token: refresh };
  };

  const authorization = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    if (pathname === '/nothing' || (switches.hidesMetadata && pathname.startsWith('/.well-known/')))
      return json(response, 404, {});
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json(response, 200, {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        scopes_supported: switches.listedScopes,
      });
    if (pathname.startsWith('/.well-known/') || pathname === '/hidden/metadata')
      return json(response, 200, {
        issuer: origin,
        scopes_supported: switches.listedScopes && [...switches.listedScopes, 'offline_access'],
        authorization_endpoint: switches.authorizationEndpoint ?? `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        ...(switches.registration === 'dynamic' && { registration_endpoint: `${origin}/register` }),
        ...(switches.registration === 'documents' && { client_id_metadata_document_supported: true }),
        ...(switches.device !== undefined && { device_authorization_endpoint: `${origin}/device` }),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported:
          switches.clientSecret === undefined
            ? ['none', 'client_secret_basic', 'private_key_jwt']
            : ['client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      });
    if (pathname === '/register') {
      const asked = JSON.parse(await text(request));
      const id = randomUUID();
      registered.push(id);
      return json(response, 201, { ...asked, client_id: id });
    }
    if (pathname === '/authorize') {
      clients.push(searchParams.get('client_id') ?? '');
      scopes.push(searchParams.get('scope') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'good');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', switches.issuer ?? origin);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (pathname === '/device') {
      const asked = new URLSearchParams(await text(request));
      clients.push(asked.get('client_id') ?? '');
      scopes.push(asked.get('scope') ?? '');
      const code = {
        device_code: 'long',
        user_code: 'WDJB-MJHT',
        expires_in: 900,
        interval: switches.device?.interval ?? 2,
      };
      return json(response, 200, { ...code, verification_uri: switches.device?.page });
    }
    if (switches.tokenStatus !== undefined) return json(response, switches.tokenStatus, {});
    const form = new URLSearchParams(await text(request));
    if (form.get('grant_type') === 'client_credentials') {
      machines.push({ ...Object.fromEntries(form), authorization: request.headers.authorization ?? '' });
      return json(response, 200, { ...tokenFor(), refresh_token: undefined });
    }
    const refresh = form.get('refresh_token');
    clients.push(form.get('client_id') ?? '');
    if (form.get('client_secret') !== (switches.clientSecret ?? null))
      return json(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') === 'authorization_code') return json(response, 200, tokenFor());
    if (form.get('device_code') === 'long') {
      const error = switches.device?.answers.shift();
      return error === undefined ? json(response, 200, tokenFor()) : json(response, 400, { error });
    }
    refreshes.push(refresh ?? '');
    if (!refreshTokens.delete(refresh ?? '')) return json(response, 400, { error: 'invalid_grant' });
    return json(response, 200, tokenFor());
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const handle =
      pathname === '/mcp'
        ? protocol
        : pathname === '/sse' || pathname === '/messages'
          ? oldProtocol
          : authorization;
    void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/mcp`,
    switches,
    seen,
    calls,
    refreshes,
    registered,
    clients,
    scopes,
    machines,
    forgetRefreshTokens: () => refreshTokens.clear(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
