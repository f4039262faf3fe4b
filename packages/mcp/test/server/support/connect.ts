import { fileURLToPath } from 'node:url';
import { Client, type ElicitRequest, type ElicitResult, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { scratch } from './scratch.ts';

export type Era = 'legacy' | 'modern';

export const ERAS: readonly Era[] = ['legacy', 'modern'];

const MODERN = '2026-07-28';

const pathOf = (file: string): string =>
  fileURLToPath(new URL(`../../../../sluice/${file}`, import.meta.url));

/** Arguments for Node that run the program: from its sources, or as it was built just now. */
export const PROGRAM: readonly string[] =
  process.env['SLUICE_TEST_BUILT'] === '1'
    ? [pathOf('dist/cli.js')]
    : ['--conditions=sluice-source', pathOf('src/cli.ts')];

export interface ConnectOptions {
  readonly era?: Era;
  /** Prepares the home directory of the program. */
  readonly setUp?: (home: string) => void;
  /** As it calls itself. */
  readonly name?: string;
  /** Answers forms; without it, the client has no elicitation. */
  readonly onForm?: ((params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>) | undefined;
}

/** A client of the protocol's own package. */
export async function connect(
  transport: Transport,
  { era = 'legacy', onForm, name = 'test-client' }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client(
    { name, version: '1.0.0' },
    {
      capabilities: onForm === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: MODERN } },
    },
  );
  if (onForm !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => onForm(params));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

export interface ServedProgram {
  readonly client: Client;
  readonly pid: number;
  /** The working directory. */
  readonly directory: string;
  /** What it has written to standard error so far. */
  stderr(): string;
}

/** Starts `sluice mcp serve` and connects to it. */
export async function connectToProgram(
  args: readonly string[],
  options: ConnectOptions = {},
  directory = scratch(),
): Promise<ServedProgram> {
  const home = scratch();
  options.setUp?.(home);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, 'mcp', 'serve', '--cwd', directory, ...args],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk) => (said += String(chunk)));
  const client = await connect(transport, options);
  return { client, pid: transport.pid ?? 0, directory, stderr: () => said };
}
