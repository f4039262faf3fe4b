import type { JsonObject } from '@sluice/core';
import { redactForms } from '@sluice/mcp/config';
import { parseCommandLine } from '../../parse-command-line.ts';
import { oneOf } from '../../one-of.ts';
import { SCOPES, type OwnScope } from '../mcp-options.ts';

/** A server to add, and where. */
export interface AddRequest {
  readonly name: string;
  readonly scope: OwnScope;
  readonly entry: JsonObject;
  readonly cwd: string | undefined;
}

type ParsedAdd =
  | { readonly ok: true; readonly request: AddRequest }
  | { readonly ok: false; readonly message: string };

const OPTIONS = {
  scope: { type: 'string', short: 's' },
  transport: { type: 'string', short: 't' },
  env: { type: 'string', short: 'e', multiple: true },
  header: { type: 'string', short: 'H', multiple: true },
  cwd: { type: 'string' },
} as const;

const EXPECTED = {
  scope: 'local, user or project',
  transport: 'stdio, http or sse',
  env: 'a variable, as NAME=VALUE',
  header: 'a header, as "Name: value"',
  cwd: 'a directory',
};

const TRANSPORTS = ['stdio', 'http', 'sse'] as const;

/** Parses the arguments of `sluice mcp add`: everything after `--` is the command. */
export function parseAdd(args: readonly string[]): ParsedAdd {
  const at = args.indexOf('--');
  const line = parseCommandLine(at === -1 ? args : args.slice(0, at), OPTIONS, EXPECTED);
  if (!line.ok) {
    const hint = at === -1 ? '. Put the command of the server after --' : '';
    return wrong(`${line.message}${hint}`);
  }
  const { values, positionals } = line.parsed;
  const [name = '', ...given] = positionals;
  const words = at === -1 ? given : [...given, ...args.slice(at + 1)];
  if (name.trim() === '')
    return wrong("pass the server's name, as in: sluice mcp add NAME -- COMMAND [ARGUMENT…]");
  const scope = oneOf('--scope', values.scope, SCOPES);
  if (!scope.ok) return scope;
  const transport = oneOf('--transport', values.transport, TRANSPORTS);
  if (!transport.ok) return transport;
  const env = pairs(values.env ?? [], '=', '--env', 'NAME=VALUE');
  if (!env.ok) return env;
  const headers = pairs(values.header ?? [], ':', '--header', '"Name: value"');
  if (!headers.ok) return headers;
  const entry = entryOf(transport.value ?? 'stdio', words, env.pairs, headers.pairs);
  if (typeof entry === 'string') return wrong(entry);
  return { ok: true, request: { name, scope: scope.value ?? 'local', entry, cwd: values.cwd } };
}

function entryOf(
  type: (typeof TRANSPORTS)[number],
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): JsonObject | string {
  const [first, ...rest] = words;
  if (type === 'stdio') {
    if (first === undefined) return 'pass the command that starts the server, after --';
    if (/^https?:\/\//i.test(first) && rest.length === 0)
      return `${redactForms(first)} is an address: add --transport http`;
    if (Object.keys(headers).length > 0) return '--header is for servers with --transport http or sse';
    return { type, command: first, args: rest, env: Object.keys(env).length > 0 ? env : undefined };
  }
  if (first === undefined || !URL.canParse(first))
    return 'pass the address of the server, such as https://…/mcp';
  if (rest.length > 0) return `an address is one argument; got ${words.length}`;
  if (Object.keys(env).length > 0) return '--env is only for servers that are started as a command';
  return { type, url: first, headers: Object.keys(headers).length > 0 ? headers : undefined };
}

function pairs(
  texts: readonly string[],
  separator: '=' | ':',
  option: string,
  form: string,
):
  | { readonly ok: true; readonly pairs: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly message: string } {
  const found: [string, string][] = [];
  for (const text of texts) {
    const at = text.indexOf(separator);
    if (at < 1)
      return wrong(`${option} takes ${form}; there is no ${JSON.stringify(separator)} after the name`);
    const value = text.slice(at + 1);
    found.push([text.slice(0, at), separator === ':' ? value.trimStart() : value]);
  }
  return { ok: true, pairs: Object.fromEntries(found) };
}

function wrong(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
