import { isJsonObject } from '@sluice/core';
import type { McpScope } from '../server-status.ts';
import { serverEnvironment } from '../config/server-environment.ts';
import { headerProblem } from '../header-problem.ts';
import { runHelper } from './run-helper.ts';
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

/**
 * Runs the command that prints more headers as a JSON object of strings. A project's sees only the variables that a stdio server of a
 * project sees.
 */
export async function readExtraHeaders(
  command: string | undefined,
  { scope, context, signal }: HelperContext,
): Promise<ExtraHeaders> {
  if (command === undefined) return { ok: true, headers: {} };
  const { env, credentials, cwd, projectRoot, processes } = context;
  const isProject = scope === 'project' || scope === 'plugin';
  const visible = isProject ? serverEnvironment({ scope, env, own: {}, credentials, projectRoot }) : env;
  const output = await runHelper(command, {
    processes,
    env: visible,
    cwd: isProject ? projectRoot : cwd,
    signal,
  });
  return output.ok ? parseHeaders(output.text) : refuse(output.problem);
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
    const problem = headerProblem(name, given);
    if (problem !== undefined) return refuse(problem);
    headers[name] = given;
  }
  return { ok: true, headers };
}

function refuse(what: string): ExtraHeaders {
  return { ok: false, reason: `Its headersHelper failed: ${what}.` };
}
