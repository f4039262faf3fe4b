import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { pipeline, Readable } from 'node:stream';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcessSession, type CommandResult, type HostList } from '../../../../src/index.ts';
import { close, portOf } from '../servers.ts';
import { asHttp, serveTls, testAuthority } from './world.ts';
import { neededSandbox } from '../../needed-sandbox.ts';

/** A loopback address that no variable keeps from the proxy, as it keeps 127.0.0.1. */
const HOST = '127.0.0.2';
const STAND_IN = 'sluice-stand-in-0001';
const VALUE = 'the-value-of-key-one';
const MEGABYTES = 50;

const support = await neededSandbox();
const hasWget = spawnSync('wget', ['--version']).status === 0;
const session = createProcessSession();

let root: string;
let site: Server;
let other: Server;
let fake: Server;
let ownRoots: string | undefined;
let variables: Readonly<Record<string, string | undefined>>;
let uploaded: { readonly bytes: number; readonly tail: string };

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice tls ')));
  mkdirSync(join(root, 'work'));
  makeRepository(join(root, 'site'));
  const hosts = testAuthority();
  const rootsFile = join(root, 'roots.pem');
  writeFileSync(rootsFile, hosts.certificate);
  // As the machine's own: this process trusts the hosts, and so do the programs of its commands.
  ownRoots = process.env['SSL_CERT_FILE'];
  process.env['SSL_CERT_FILE'] = rootsFile;
  variables = Object.fromEntries([
    ...Object.keys(process.env).flatMap((name) => (/_proxy$/i.test(name) ? [[name, undefined]] : [])),
    ['CURL_CA_BUNDLE', rootsFile],
    ['NODE_EXTRA_CA_CERTS', rootsFile],
  ]);
  site = await serveTls(hosts, HOST, asHttp(createHttpServer(serve)), undefined, HOST);
  other = await serveTls(hosts, HOST, asHttp(createHttpServer(serve)), undefined, HOST);
  fake = await serveTls(testAuthority(), HOST, asHttp(createHttpServer(serve)), undefined, HOST);
});
afterAll(async () => {
  if (ownRoots === undefined) delete process.env['SSL_CERT_FILE'];
  else process.env['SSL_CERT_FILE'] = ownRoots;
  await session.dispose();
  await Promise.all([site, other, fake].map(close));
  rmSync(root, { recursive: true, force: true });
});

/** `/says-<header>` says whether a header has the value; anything else asks for a login with it. */
const serve: RequestListener = (request, response) => {
  const { url = '', headers } = request;
  if (url === '/upload') {
    let bytes = 0;
    let tail = '';
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      tail = (tail + chunk.subarray(-VALUE.length).toString()).slice(-VALUE.length);
    });
    request.once('end', () => {
      uploaded = { bytes, tail };
      response.end('taken\n');
    });
    return;
  }
  if (url === '/big') {
    const block = Buffer.alloc(1_000_000);
    let left = MEGABYTES;
    const body = new Readable({
      read() {
        left -= 1;
        this.push(left >= 0 ? block : left === -1 ? VALUE : null);
      },
    });
    pipeline(body, response, () => {});
    return;
  }
  if (url === '/key') {
    const key = headers['x-key'];
    response.end(`${key === VALUE ? 'value' : key === STAND_IN ? 'stand-in' : 'neither'}: ${String(key)}\n`);
    return;
  }
  if (headers.authorization !== `Basic ${Buffer.from(`me:${VALUE}`).toString('base64')}`) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
    return;
  }
  const path = join(root, 'site', url.split('?')[0] ?? '');
  response.statusCode = existsSync(path) ? 200 : 404;
  response.end(existsSync(path) ? readFileSync(path) : '');
};

function makeRepository(at: string): void {
  mkdirSync(at);
  const git = (...words: string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
    execFileSync('git', [...who, ...words], { cwd: at, stdio: 'ignore' });
  };
  git('init', '--bare', 'r.git');
  git('clone', 'r.git', 'clone');
  writeFileSync(join(at, 'clone', 'file'), 'cloned\n');
  git('-C', 'clone', 'add', 'file');
  git('-C', 'clone', 'commit', '-m', 'x');
  git('-C', 'clone', 'push', 'origin', 'HEAD');
  git('-C', 'r.git', 'update-server-info');
}

async function run(
  command: string,
  more: Partial<HostList> = {},
): Promise<CommandResult & { readonly output: string }> {
  const outputPath = join(root, `output-${Math.random()}`);
  const places = [site, other, fake].map((server) => `${HOST}:${portOf(server)}`);
  const result = await session.run({
    command,
    cwd: join(root, 'work'),
    outputPath,
    graceMs: 200,
    needsSandbox: true,
    env: {
      ...process.env,
      ...variables,
      KEY: STAND_IN,
      NODE: process.execPath,
      ROOTS: join(root, 'roots.pem'),
      SITE: `https://${places[0]}`,
      OTHER: `https://${places[1]}`,
      FAKE: `https://${places[2]}`,
      GIT_TERMINAL_PROMPT: '0',
    },
    sandbox: {
      kind: 'workspace-write',
      writable: [join(root, 'work')],
      protected: [],
      hidden: [],
      network: {
        allowed: places,
        denied: [],
        secrets: [{ standIn: STAND_IN, value: VALUE, hosts: [places[0] ?? '', places[2] ?? ''] }],
        tlsTerminate: {},
        ...more,
      },
    },
  });
  return { ...result, output: readFileSync(outputPath, 'utf8') };
}

const exited = (code: number) => ({ end: { status: 'exited', code }, sandbox: 'enforced' });
const refused = (server: Server, problem: string) => [
  { type: 'network', host: HOST, port: portOf(server), why: { kind: 'tls', problem } },
];
const FETCH =
  'fetch(process.argv[1], { headers: { "x-key": process.env.KEY } }).then(async (r) => console.log((await r.text()).trim()))';

describe.skipIf(!support.isAvailable)('a command that has a stand-in for a secret', () => {
  it.skipIf(!hasWget)('has wget, which goes by no variable everywhere, say what it should', async () => {
    const { output } = await run('wget -q -O - --header "X-Key: $KEY" "$SITE/key"');
    expect(output).toBe(`value: ${STAND_IN}\n`);
  });

  it.each([
    ['curl', 'curl -sS -H "X-Key: $KEY" "$SITE/key"', `value: ${STAND_IN}\n`],
    [
      'curl by SOCKS',
      'curl -sS -x "${http_proxy/http:/socks5h:}" -H "X-Key: $KEY" "$SITE/key"',
      `value: ${STAND_IN}\n`,
    ],
    ['fetch of Node', `"$NODE" -e '${FETCH}' "$SITE/key"`, `value: ${STAND_IN}\n`],
    [
      'git with a login',
      'git clone -q "${SITE/:\\/\\//://me:$KEY@}/r.git" c && cat c/file && rm -rf c',
      'cloned\n',
    ],
    [
      'curl, where it is not for that host,',
      'curl -sS -H "X-Key: $KEY" "$OTHER/key"',
      `stand-in: ${STAND_IN}\n`,
    ],
    [
      'fetch of Node, where it is not for that host,',
      `"$NODE" -e '${FETCH}' "$OTHER/key"`,
      `stand-in: ${STAND_IN}\n`,
    ],
  ])('has %s say what it should', async (_title, command, output) => {
    expect(await run(command)).toMatchObject({ ...exited(0), denials: [], output });
  });

  it("is told of a host whose certificate is not accepted, and of a program that does not accept the proxy's", async () => {
    const [upstream, distrust] = await Promise.all([
      run('curl -sS -H "X-Key: $KEY" "$FAKE/key"'),
      run('curl -sS --cacert "$ROOTS" -H "X-Key: $KEY" "$SITE/key"'),
    ]);
    expect(upstream).toMatchObject({ ...exited(0), denials: refused(fake, 'not-verified') });
    expect(upstream.output).toContain('NODE_EXTRA_CA_CERTS');
    expect(distrust).toMatchObject({ ...exited(60), denials: refused(site, 'not-trusted') });
  });

  it("reaches no host that has to be looked into with an authority that can't be had", async () => {
    const { output, ...result } = await run('curl -sS "$SITE/key"; curl -sS -H "X-Key: $KEY" "$OTHER/key"', {
      tlsTerminate: { caCertPath: join(root, 'none.pem'), caKeyPath: join(root, 'none.pem') },
    });
    expect(result).toMatchObject({ ...exited(0), denials: refused(site, 'no-authority') });
    expect(output).toContain(`stand-in: ${STAND_IN}\n`);
  });

  it('carries much both ways with little memory', async () => {
    const before = process.memoryUsage().rss;
    let max = 0;
    const timer = setInterval(() => {
      max = Math.max(max, process.memoryUsage().rss);
    }, 20);
    const result = await run(
      `(head -c ${MEGABYTES}000000 /dev/zero; printf %s "$KEY") | curl -sS -T - "$SITE/upload"; curl -sS "$SITE/big" | tail -c 21 | tr '\\0' .`,
    );
    clearInterval(timer);
    expect(result).toMatchObject({ ...exited(0), output: `taken\n.${STAND_IN}` });
    expect(uploaded).toEqual({ bytes: MEGABYTES * 1_000_000 + VALUE.length, tail: VALUE });
    expect(max - before).toBeLessThan(150 * 1024 * 1024);
  });
});
