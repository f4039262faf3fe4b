import { isJsonObject } from '@sluice/core';
import type { McpScope } from '../server-status.ts';
import type { TransportContext } from './transport-context.ts';

export type ExtraHeaders =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  /** `reason`: a sentence for the user. */
  | { readonly ok: false; readonly reason: string };

interface HelperContext {
  readonly scope: McpScope;
  readonly context: TransportContext;
  readonly signal: AbortSignal;
}

const LIMIT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/**
 * Runs the command that prints more headers as a JSON object of strings. A project's runs with the project's approval, which
 * covers its text, and never sees variables with credentials.
 */
export async function readExtraHeaders(
  command: string | undefined,
  { scope, context, signal }: HelperContext,
): Promise<ExtraHeaders> {
  if (command === undefined) return { ok: true, headers: {} };
  const { env, credentials, cwd, projectRoot, processes } = context;
  const isProject = scope === 'project' || scope === 'plugin';
  const visible = isProject
    ? Object.fromEntries(Object.entries(env).filter(([name]) => !credentials.has(name)))
    : env;
  const started = processes.start({
    command: '/bin/sh',
    args: ['-c', command],
    env: visible,
    cwd: isProject ? projectRoot : cwd,
  });
  if (!started.ok) return refuse(started.message);
  const { process: child } = started;
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdin.end();
  child.stderr.resume();
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  });
  const closed = new Promise<void>((resolve) => void child.stdout.once('close', resolve));
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), LIMIT_MS);
  const onAbort = (): void => resolve('late');
  signal.addEventListener('abort', onAbort, { once: true });
  const ended = await Promise.race([Promise.all([child.exited, closed]), late]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  await child.end({ graceMs: 0 });
  if (ended === 'late') return refuse('it did not end within 10 s');
  const [exit] = ended;
  if (exit.status !== 'exited' || exit.code !== 0) return refuse('it exited with an error');
  if (size > MAX_BYTES) return refuse('it printed more than 64 KiB');
  return parseHeaders(Buffer.concat(chunks).toString('utf8'));
}

function parseHeaders(text: string): ExtraHeaders {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('it did not print JSON');
  }
  if (!isJsonObject(value)) return refuse('it did not print a JSON object');
  const headers: Record<string, string> = {};
  for (const [name, given] of Object.entries(value)) {
    if (typeof given !== 'string') return refuse(`its value of ${JSON.stringify(name)} is not a string`);
    headers[name] = given;
  }
  return { ok: true, headers };
}

function refuse(what: string): ExtraHeaders {
  return { ok: false, reason: `Its headersHelper failed: ${what}.` };
}
