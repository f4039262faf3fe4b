import { nearestName } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { McpScope } from '../server-status.ts';
import { redactForms } from '../redact-secrets.ts';
import { headerProblem } from '../header-problem.ts';
import { expandText, type ExpansionContext } from './expand-text.ts';
import {
  PROTOCOL_CHOICES,
  type ProtocolChoice,
  type RemoteServer,
  type ServerConnection,
  type ServerEntry,
  type StdioServer,
} from './server-entry.ts';

export type ParsedEntry =
  | { readonly ok: true; readonly entry: ServerEntry; readonly notices: readonly string[] }
  /** What is wrong, and how to fix it: whole sentences. */
  | { readonly ok: false; readonly reason: string; readonly notices: readonly string[] };

/** The names that files in the wild give to one type. */
const TYPES: ReadonlyMap<string, ServerConnection['kind']> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['remote', 'http'],
  ['sse', 'sse'],
]);

/** The fields that count, for finding misspelled ones; others are of other programs. */
const FIELDS: readonly string[] = [
  ...['type', 'command', 'args', 'env', 'environment', 'cwd'],
  ...['url', 'headers', 'headersHelper', 'oauth'],
  ...['timeout', 'alwaysLoad', 'disabled', 'enabled', 'trust', 'protocol', 'sampling', 'tools'],
];

const FLAG = { wanted: 'true or false', fits: (value: unknown) => typeof value === 'boolean' };
const OBJECT = { wanted: 'an object', fits: isJsonObject };

/** Fields without which a server can start, so that a wrong value costs only the field. */
const OPTIONAL_FIELDS: readonly {
  readonly key: string;
  readonly wanted: string;
  fits(value: unknown): boolean;
}[] = [
  ...['alwaysLoad', 'disabled', 'enabled', 'trust'].map((key) => ({ key, ...FLAG })),
  { key: 'oauth', ...OBJECT },
  {
    key: 'tools',
    wanted: 'an object with "include" or "exclude", lists of names',
    fits: (value) =>
      (Array.isArray(value) && value.every(isJsonObject)) ||
      (isJsonObject(value) &&
        ['include', 'exclude'].every((list) => Array.isArray(getOwn(value, list) ?? []))),
  },
];

const OWN_FIELDS = ['trust', 'sampling', 'tools', 'protocol'] as const;

/** Whose files say what only the user may say. */
const OWN_SCOPES: ReadonlySet<McpScope> = new Set(['flag', 'local', 'user', 'managed']);

const MIN_TIMEOUT_MS = 1_000;

/** Reads one server as a file has it, and puts its variables in. */
export function parseEntry(raw: JsonObject, scope: McpScope, context: ExpansionContext): ParsedEntry {
  const problems: string[] = [];
  const notices: string[] = [];
  const fields = createFields(raw, context, problems, notices);
  const connection = parseConnection(raw, fields, problems, notices);
  const isOwn = OWN_SCOPES.has(scope);
  const tools = getOwn(raw, 'tools');
  notices.push(...misspelled(raw), ...mistyped(raw));
  if (!isOwn) notices.push(...reserved(raw));
  if (connection === undefined || problems.length > 0)
    return { ok: false, reason: [...new Set(problems)].join(' '), notices };
  return {
    ok: true,
    notices,
    entry: {
      connection,
      timeoutMs: timeoutOf(getOwn(raw, 'timeout'), notices),
      alwaysLoad: getOwn(raw, 'alwaysLoad') === true,
      isTrusted: isOwn && getOwn(raw, 'trust') === true,
      asksModel: isOwn ? asksModel(getOwn(raw, 'sampling'), notices) : false,
      protocol: isOwn ? protocolOf(getOwn(raw, 'protocol'), notices) : undefined,
      tools:
        isOwn && isJsonObject(tools)
          ? { include: textsIn(tools, 'include'), exclude: textsIn(tools, 'exclude') ?? [] }
          : { include: undefined, exclude: [] },
    },
  };
}

/** Fields that are almost those that count, and stand in their place. */
function misspelled(raw: JsonObject): readonly string[] {
  return Object.keys(raw).flatMap((key) => {
    const near = FIELDS.includes(key) ? undefined : nearestName(key, FIELDS);
    if (near === undefined || getOwn(raw, near) !== undefined) return [];
    return [`${JSON.stringify(key)} is ignored: did you mean ${JSON.stringify(near)}?`];
  });
}

/** Fields with values of another type, which would otherwise be ignored without a word. */
function mistyped(raw: JsonObject): readonly string[] {
  return OPTIONAL_FIELDS.flatMap(({ key, wanted, fits }) => {
    const value = getOwn(raw, key);
    return value === undefined || fits(value) ? [] : [`"${key}" must be ${wanted}, and is ignored.`];
  });
}

/** What only the user may say, in an entry of someone else. `false` says nothing. */
function reserved(raw: JsonObject): readonly string[] {
  return OWN_FIELDS.flatMap((key) => {
    const value = getOwn(raw, key);
    // A list has policies, which may only restrict.
    const counts = value !== undefined && value !== false && !(key === 'tools' && Array.isArray(value));
    return counts ? [`"${key}" works only in your own configuration, and is ignored.`] : [];
  });
}

/** Whether an entry is disabled in its own file. */
export function isEntryDisabled(raw: JsonObject): boolean {
  return getOwn(raw, 'disabled') === true || getOwn(raw, 'enabled') === false;
}

interface Fields {
  text(key: string): string | undefined;
  /** Without variables put in. */
  rawText(key: string): string | undefined;
  texts(key: string): readonly string[];
  record(key: string): Readonly<Record<string, string>>;
}

function createFields(
  raw: JsonObject,
  context: ExpansionContext,
  problems: string[],
  notices: string[],
): Fields {
  const expand = (value: string, where: string): string => {
    const expanded = expandText(value, context, (sentence) => problems.push(sentence));
    if (expanded !== expanded.trim()) notices.push(`${where} starts or ends with whitespace, which is kept.`);
    return expanded;
  };
  const wrong = (key: string, wanted: string): void => {
    problems.push(`"${key}" must be ${wanted}.`);
  };
  const rawText = (key: string): string | undefined => {
    const value = getOwn(raw, key);
    if (value === undefined || typeof value === 'string') return value;
    wrong(key, 'a text');
    return undefined;
  };
  return {
    text(key) {
      const value = rawText(key);
      return value === undefined ? undefined : expand(value, `"${key}"`);
    },
    rawText,
    texts(key) {
      const value = getOwn(raw, key) ?? [];
      if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
        return value.map((one, index) => expand(one, `"${key}[${index}]"`));
      wrong(key, 'a list of texts');
      return [];
    },
    record(key) {
      const value = getOwn(raw, key) ?? {};
      if (!isJsonObject(value)) {
        wrong(key, 'an object of texts');
        return {};
      }
      const pairs = Object.entries(value).map(([name, one]): [string, string] => {
        if (typeof one === 'number' || typeof one === 'boolean') return [name, String(one)];
        if (typeof one === 'string') return [name, expand(one, `"${key}.${name}"`)];
        wrong(`${key}.${name}`, 'a text');
        return [name, ''];
      });
      return Object.fromEntries(pairs);
    },
  };
}

function parseConnection(
  raw: JsonObject,
  fields: Fields,
  problems: string[],
  notices: string[],
): ServerConnection | undefined {
  const type = getOwn(raw, 'type');
  const has = (key: string): boolean => getOwn(raw, key) !== undefined;
  if (type !== undefined && (typeof type !== 'string' || !TYPES.has(type))) {
    const known = 'stdio, http or sse';
    problems.push(`The type ${JSON.stringify(type)} is not supported: use ${known}.`);
    return undefined;
  }
  const kind = typeof type === 'string' ? TYPES.get(type) : has('command') || !has('url') ? 'stdio' : 'http';
  if (type === undefined && kind === 'http') notices.push('It has a "url" and no "type": "http" is assumed.');
  const ignored = kind === 'stdio' ? 'url' : 'command';
  if (has('command') && has('url')) notices.push(`"${ignored}" is ignored: its type is ${kind}.`);
  if (kind === 'http' || kind === 'sse') return parseRemote(kind, raw, fields, problems);
  return parseStdio(raw, fields, problems);
}

function parseStdio(raw: JsonObject, fields: Fields, problems: string[]): StdioServer | undefined {
  // opencode's form: the command with its arguments as one list, and "environment".
  const isList = Array.isArray(getOwn(raw, 'command'));
  const [command = '', ...rest] = isList ? fields.texts('command') : [fields.text('command') ?? ''];
  if (command.trim() === '') {
    problems.push('It has no "command" and no "url": add the program to start, or the address.');
    return undefined;
  }
  return {
    kind: 'stdio',
    command,
    args: [...rest, ...fields.texts('args')],
    env: { ...fields.record('environment'), ...fields.record('env') },
    cwd: fields.text('cwd'),
  };
}

function parseRemote(
  kind: RemoteServer['kind'],
  raw: JsonObject,
  fields: Fields,
  problems: string[],
): RemoteServer | undefined {
  const url = fields.text('url') ?? '';
  if (problems.length === 0 && !isAddress(url)) {
    problems.push(
      `"url" must be an address that starts with http:// or https://; got ${JSON.stringify(redactForms(url))}.`,
    );
    return undefined;
  }
  if (problems.length === 0 && hasLogin(url)) {
    problems.push(
      '"url" has a user name or a password, which is not sent that way. Remove it from "url", and add a header instead: --header "Authorization: Basic …", or "headers" in the entry.',
    );
    return undefined;
  }
  const oauth = getOwn(raw, 'oauth');
  const headers = fields.record('headers');
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) problems.push(`"headers" can't be used: ${problem}.`);
  }
  return {
    kind,
    url,
    headers,
    // A shell puts its variables in.
    headersHelper: fields.rawText('headersHelper'),
    oauth: isJsonObject(oauth) ? oauth : undefined,
  };
}

function hasLogin(address: string): boolean {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function timeoutOf(value: unknown, notices: string[]): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= MIN_TIMEOUT_MS) return value;
  notices.push(`"timeout" must be a number of at least ${MIN_TIMEOUT_MS} milliseconds, and is ignored.`);
  return undefined;
}

function asksModel(value: unknown, notices: string[]): boolean {
  if (value !== undefined && value !== 'ask') notices.push('"sampling" must be "ask", and is ignored.');
  return value === 'ask';
}

function protocolOf(value: unknown, notices: string[]): ProtocolChoice | undefined {
  const choice = PROTOCOL_CHOICES.find((one) => one === value);
  if (choice === undefined && value !== undefined)
    notices.push(`"protocol" must be one of ${PROTOCOL_CHOICES.join(', ')}, and is ignored.`);
  return choice;
}

function textsIn(object: JsonObject, key: string): readonly string[] | undefined {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}
