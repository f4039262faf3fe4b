// An issue tracker as a remote MCP server that requires a login, with its own authorization server: node tracker.js [PORT].
// Anyone who opens the login page is logged in; everything else is as a real server has it. It keeps everything in memory.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const issues = new Map([
  [1, { title: 'The total is wrong for empty invoices', state: 'open', fixedIn: '1.2.0' }],
  [2, { title: 'Dates are in the wrong time zone', state: 'open', fixedIn: null }],
]);

const TOOLS = {
  list_issues: {
    description: 'List all issues, with their state and the version that fixes them.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    run: () => [...issues].map(([id, issue]) => ({ id, ...issue })),
  },
  close_issue: {
    description: 'Close an issue.',
    inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    annotations: { destructiveHint: false },
    run: ({ id }) => {
      const issue = issues.get(id);
      if (issue === undefined) throw new Error(`There is no issue ${id}.`);
      issues.set(id, { ...issue, state: 'closed' });
      return { id, state: 'closed' };
    },
  },
};

const sessions = new Set();
const accessTokens = new Set();
const refreshTokens = new Set();
/** Codes of logins that haven't been redeemed, each with the hash that its verifier must have. */
const codes = new Map();

/** Answers a message of the protocol. */
function answer({ id, method, params }) {
  const result = (value) => ({ jsonrpc: '2.0', id, result: value });
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'tracker', version: '1.0.0' },
      });
    case 'tools/list':
      return result({
        tools: Object.entries(TOOLS).map(([name, { description, inputSchema, annotations }]) => ({
          name,
          description,
          inputSchema,
          annotations,
        })),
      });
    case 'tools/call':
      try {
        const value = TOOLS[params.name].run(params.arguments ?? {});
        return result({ content: [{ type: 'text', text: JSON.stringify(value) }] });
      } catch (error) {
        return result({ isError: true, content: [{ type: 'text', text: error.message }] });
      }
    default:
      return { jsonrpc: '2.0', id, error: { code: -32_601, message: `There is no method ${method}.` } };
  }
}

async function mcp(request, send, origin) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (!accessTokens.has(token)) {
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    return send(
      401,
      { error: 'invalid_token' },
      { 'www-authenticate': `Bearer resource_metadata="${metadata}"` },
    );
  }
  const session = request.headers['mcp-session-id'];
  if (request.method === 'DELETE') {
    sessions.delete(session);
    return send(200, {});
  }
  if (request.method !== 'POST') return send(405, {});
  const message = JSON.parse(await text(request));
  if (message.method === 'initialize') {
    const id = randomUUID();
    sessions.add(id);
    return send(200, answer(message), { 'mcp-session-id': id });
  }
  if (!sessions.has(session)) return send(404, { error: 'unknown session' });
  return message.id === undefined ? send(202, {}) : send(200, answer(message));
}

async function logIn(request, send, { pathname, searchParams }, origin) {
  switch (pathname) {
    case '/.well-known/oauth-protected-resource/mcp':
      return send(200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
    case '/.well-known/oauth-authorization-server':
      return send(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      });
    case '/register':
      return send(201, { ...JSON.parse(await text(request)), client_id: randomUUID() });
    case '/authorize': {
      const code = randomUUID();
      codes.set(code, searchParams.get('code_challenge'));
      const back = new URL(searchParams.get('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', origin);
      return send(302, {}, { location: back.href });
    }
    case '/token': {
      const form = new URLSearchParams(await text(request));
      const hash = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const code = form.get('code') ?? '';
      const isLogin = form.get('grant_type') === 'authorization_code' && codes.get(code) === hash;
      codes.delete(code);
      if (!isLogin && !refreshTokens.delete(form.get('refresh_token')))
        return send(400, { error: 'invalid_grant' });
      const [access, refresh] = [randomUUID(), randomUUID()];
      accessTokens.add(access);
      refreshTokens.add(refresh);
      return send(200, {
        access_token: access,
        refresh_token: refresh,
        token_type: 'Bearer',
        expires_in: 3_600,
      });
    }
    default:
      return send(404, {});
  }
}

const server = createServer((request, response) => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  const url = new URL(request.url, origin);
  const send = (status, value, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
  const work = url.pathname === '/mcp' ? mcp(request, send, origin) : logIn(request, send, url, origin);
  work.catch((error) => send(400, { error: error.message }));
});
server.listen(Number(process.argv[2] ?? 8765), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/mcp`);
});
