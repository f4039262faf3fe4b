import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcessSession, type CommandResult, type HostList } from '../../../src/index.ts';
import { until } from '../../helpers.ts';
import { createSandboxWorld, users } from '../world.ts';
import { neededSandbox } from '../needed-sandbox.ts';

/** A loopback address that no variable keeps from the proxy, as it keeps 127.0.0.1. */
const HOST = '127.0.0.2';
const BIG = 200 * 1024 * 1024;

const support = await neededSandbox();
const session = createProcessSession();

let root: string;
let site: Server;
let echo: TcpServer;
let other: Server;
const connections = new Set<Socket>();
const asked: string[] = [];
const requests: string[] = [];
let proxyVariables: Readonly<Record<string, undefined>>;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice hosts ')));
  mkdirSync(join(root, 'work'));
  proxyVariables = Object.fromEntries(
    Object.keys(process.env).flatMap((name) => (/_proxy$/i.test(name) ? [[name, undefined]] : [])),
  );
  makeRepository(join(root, 'site'));
  site = await listen(createServer(serve), HOST);
  other = await listen(
    createServer((request, response) => void response.end(asked.push(request.url ?? ''))),
    HOST,
  );
  echo = createTcpServer({ allowHalfOpen: true }, (socket) => void socket.pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await session.dispose();
  for (const server of [site, other, echo]) server.close();
  for (const socket of connections) socket.destroy();
  rmSync(root, { recursive: true, force: true });
});

const serve: RequestListener = (request, response) => {
  requests.push(request.url ?? '');
  if (request.url === '/big') {
    const block = Buffer.alloc(65_536, 'x');
    let left = BIG / block.length;
    const body = new Readable({
      read() {
        left -= 1;
        this.push(left < 0 ? null : block);
      },
    });
    pipeline(body, response, () => {});
    return;
  }
  if (request.url === '/upload') {
    request.resume().on('end', () => response.end('taken\n'));
    return;
  }
  const path = join(root, 'site', (request.url ?? '').split('?')[0] ?? '');
  const isFile = request.url !== '/' && existsSync(path);
  response.statusCode = request.url === '/' || isFile ? 200 : 404;
  response.end(isFile ? readFileSync(path) : 'hello\n');
};

function makeRepository(at: string): void {
  mkdirSync(at);
  const git = (...words: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
      cwd: at,
      stdio: 'ignore',
    });
  };
  git('init', '--bare', 'r.git');
  git('clone', 'r.git', 'clone');
  writeFileSync(join(at, 'clone', 'file'), 'cloned\n');
  for (const words of [
    ['add', 'file'],
    ['commit', '-m', 'x'],
    ['push', 'origin', 'HEAD'],
  ]) {
    git('-C', 'clone', ...words);
  }
  git('-C', 'r.git', 'update-server-info');
}

async function listen(server: Server, host: string): Promise<Server> {
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server;
}

const portOf = (server: TcpServer): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

async function run(
  command: string,
  hosts: Partial<HostList> = {},
  more: { signal?: AbortSignal } = {},
): Promise<CommandResult & { readonly output: string }> {
  const outputPath = join(root, `output-${Math.random()}`);
  const result = await session.run({
    command,
    cwd: join(root, 'work'),
    outputPath,
    graceMs: 200,
    needsSandbox: true,
    env: {
      ...process.env,
      ...proxyVariables,
      NODE: process.execPath,
      SITE: `http://${HOST}:${portOf(site)}`,
      OTHER: `http://${HOST}:${portOf(other)}`,
      ECHO: String(portOf(echo)),
    },
    sandbox: {
      kind: 'workspace-write',
      writable: [join(root, 'work')],
      protected: [],
      hidden: [],
      network: { allowed: [`${HOST}:${portOf(site)}`], denied: [], ...hosts },
    },
    ...more,
  });
  return { ...result, output: readFileSync(outputPath, 'utf8') };
}

const exited = (code: number) => ({ end: { status: 'exited', code }, sandbox: 'enforced' });
const FETCH = 'fetch(process.argv[1]).then(async (r) => console.log(r.status, (await r.text()).trim()))';

describe.skipIf(!support.isAvailable)('a command with a list of hosts', () => {
  it.each([
    ['curl', 'curl -sS "$SITE/"', 'hello\n'],
    ['curl through a tunnel', 'curl -sS -p "$SITE/"', 'hello\n'],
    ['curl by SOCKS', 'curl -sS -x "${http_proxy/http:/socks5:}" "$SITE/"', 'hello\n'],
    ['curl by SOCKS with names', 'curl -sS -x "${http_proxy/http:/socks5h:}" "$SITE/"', 'hello\n'],
    ['git', 'git clone -q "$SITE/r.git" c && cat c/file && rm -rf c', 'cloned\n'],
    ['fetch of Node', `"$NODE" -e '${FETCH}' "$SITE/"`, '200 hello\n'],
    ['an upload', 'head -c 3000000 /dev/zero | curl -sS -T - "$SITE/upload"', 'taken\n'],
  ])('lets %s through to a listed one', async (_title, command, output) => {
    expect(await run(command)).toMatchObject({ ...exited(0), denials: [], output });
  });

  it.each([
    ['curl', 'curl -sS -f "$OTHER/"'],
    ['curl through a tunnel', 'curl -sS -p "$OTHER/"'],
    ['curl by SOCKS', 'curl -sS -x "${http_proxy/http:/socks5h:}" "$OTHER/"'],
    ['git', 'git clone -q "$OTHER/r.git" c'],
    ['fetch of Node', `"$NODE" -e '${FETCH}' "$OTHER/" | grep -v 403`],
  ])('keeps %s from any other, and names it', async (_title, command) => {
    const { end, denials } = await run(command);
    expect(end).not.toEqual({ status: 'exited', code: 0 });
    expect(denials).toEqual([
      { type: 'network', host: HOST, port: portOf(other), why: { kind: 'not-listed' } },
    ]);
    expect(asked).toEqual([]);
  });

  it('judges each request of a connection by itself', async () => {
    const two =
      'exec 5<>/dev/tcp/127.0.0.1/31280; printf "GET $SITE/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\nGET $OTHER/second HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" >&5; cat <&5';
    const { output, denials } = await run(two);
    expect(output).toMatch(/^HTTP\/1\.1 200 OK[^]*hello[^]*HTTP\/1\.1 403 /);
    expect(denials).toEqual([
      { type: 'network', host: HOST, port: portOf(other), why: { kind: 'not-listed' } },
    ]);
    expect(asked).toEqual([]);
  });

  it('reaches nothing past the proxy', async () => {
    const results = await Promise.all([
      run('curl -sS --noproxy "*" --connect-timeout 5 "$SITE/"'),
      run('exec 5<>/dev/udp/8.8.8.8/53 && echo x >&5'),
      run(
        `"$NODE" -e 'require("net").connect("/var/run/x").on("error", (e) => process.exit(e.code === "EPERM" ? 7 : 0))'`,
      ),
    ]);
    expect(results.map(({ end }) => end)).toEqual([
      { status: 'exited', code: 7 },
      { status: 'exited', code: 1 },
      { status: 'exited', code: 7 },
    ]);
  });

  it('finds a listed port of this machine at its own loopback device, the end of one direction apart', async () => {
    const script = `const s = require("net").connect({ port: +process.env.ECHO, host: "127.0.0.1", allowHalfOpen: true }); s.end("there and back\\n"); s.pipe(process.stdout)`;
    const listed = { allowed: [`localhost:${portOf(echo)}`] };
    expect(await run(`"$NODE" -e '${script}'`, listed)).toMatchObject({
      ...exited(0),
      output: 'there and back\n',
    });
    expect((await run(`"$NODE" -e '${script}'`)).end).not.toEqual({ status: 'exited', code: 0 });
  });

  it('gets a proxy of this machine instead where the settings name one', async () => {
    const proxy = createTcpServer(
      (socket) => void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\ntheirs\n')),
    );
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const result = await run('curl -sS http://example.com/', { allowed: [], httpProxyPort: portOf(proxy) });
    proxy.close();
    expect(result).toMatchObject({ ...exited(0), output: 'theirs\n' });
  });

  it('has nothing left of what opened the way', async () => {
    const { output, stopped } = await run('ls /proc/$$/fd; env | grep NODE_CHANNEL; ps -A -o comm= | sort');
    expect(output.split('\n').filter((line) => /^[3456]$|CHANNEL|node/i.test(line))).toEqual([]);
    expect(stopped).toEqual([]);
  });

  it('carries much with little memory, whoever is the slower', async () => {
    const before = process.memoryUsage();
    let max = 0;
    const timer = setInterval(() => {
      const { rss } = process.memoryUsage();
      max = Math.max(max, rss);
    }, 20);
    const result = await run('for way in "" -p; do curl -sS $way "$SITE/big" | wc -c; done');
    clearInterval(timer);
    expect(result).toMatchObject({ ...exited(0), output: `${BIG}\n${BIG}\n` });
    expect(max - before.rss).toBeLessThan(150 * 1024 * 1024);
  });

  it('takes its connections with it when it is killed', async () => {
    const controller = new AbortController();
    const from = requests.length;
    const running = run('curl -sS "$SITE/big" | sleep 1000', {}, { signal: controller.signal });
    await until(() => requests.length > from && connections.size > 0, 'the transfer is there');
    controller.abort();
    expect(await running).toMatchObject({ end: { status: 'cancelled' }, remaining: [] });
    await until(() => connections.size === 0, 'no connection is left');
  });

  it('serves many connections at once', async () => {
    const script = `Promise.all(Array.from({ length: 200 }, () => fetch(process.argv[1]).then((r) => r.text()))).then((all) => console.log(all.length))`;
    expect(await run(`"$NODE" -e '${script}' "$SITE/"`)).toMatchObject({ ...exited(0), output: '200\n' });
  });
});

describe.skipIf(!support.isAvailable).each(users)('a list of hosts for %s', (user) => {
  it('holds, also where the program that opens the way is hidden, and for a command that is ended meanwhile', () => {
    const world = createSandboxWorld(user);
    const network = { allowed: ['localhost:80', 'localhost:8080'], denied: [] };
    const ask = 'curl -s -o /dev/null -w "%{http_code} " http://example.com/';
    try {
      const [result, hidden] = world.run([ask, `${ask}; ls "${dirname(process.execPath)}"`], {
        sandbox: { ...world.profile, hidden: [dirname(process.execPath)], network },
        needsSandbox: true,
      });
      const denials = [{ type: 'network', host: 'example.com', port: 80, why: { kind: 'not-listed' } }];
      expect(result).toMatchObject({ ...exited(0), denials, output: '403 ' });
      expect(hidden).toMatchObject({ ...exited(0), denials, output: '403 ' });
      const [ended] = world.run([ask], {
        sandbox: { ...world.profile, network },
        needsSandbox: true,
        timeoutMs: 1,
      });
      expect(ended).toMatchObject({ end: { status: 'timed-out' }, remaining: [] });
    } finally {
      world.dispose();
    }
  });
});
