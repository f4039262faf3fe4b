import { ENGINE_EXPECTED, ENGINE_FLAGS, parseEngineFlags, type EngineFlags } from '../../engine-flags.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { HTTP_EXPECTED, parseHttpAddress, type HttpAddress } from './http-address.ts';
import {
  parsePermissionOptions,
  PERMISSION_EXPECTED,
  PERMISSION_OPTIONS,
  type PermissionOptions,
} from '../../permission/permission-options.ts';

/** The parsed arguments of `sluice mcp serve`. Missing ones are undefined. */
export interface ServeCommandOptions extends PermissionOptions, EngineFlags {
  /** Names of the tools to offer; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly sessionDirectory: string | undefined;
  /** Also offer the tools of the session's MCP servers. */
  readonly withServers: boolean;
  /** Undefined: one client on standard input and output. */
  readonly http: HttpAddress | undefined;
}

type ParsedServeOptions =
  | { readonly kind: 'options'; readonly options: ServeCommandOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const OPTIONS = {
  ...PERMISSION_OPTIONS,
  ...ENGINE_FLAGS,
  tools: { type: 'string', multiple: true },
  'session-dir': { type: 'string' },
  http: { type: 'string' },
  'allow-remote': { type: 'boolean' },
  'with-servers': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const EXPECTED = {
  ...PERMISSION_EXPECTED,
  ...ENGINE_EXPECTED,
  tools: 'names of tools, such as Read,Grep,Glob',
  'session-dir': 'a directory',
  http: HTTP_EXPECTED,
};

export function parseServeOptions(args: readonly string[]): ParsedServeOptions {
  const line = parseCommandLine(args, OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (values.help === true) return { kind: 'help' };
  if (positionals.length > 0) return wrong(`it takes no arguments; got ${JSON.stringify(positionals[0])}`);
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return wrong(permission.message);
  const engine = parseEngineFlags(values);
  if (!engine.ok) return wrong(engine.message);
  if (values['session-dir'] === '') return wrong('--session-dir is empty');
  const tools = values.tools?.flatMap((list) => list.split(/[\s,]+/)).filter((name) => name !== '');
  if (tools?.length === 0) return wrong(`--tools is empty: pass ${EXPECTED.tools}`);
  const http = parseHttpAddress(values.http, values['allow-remote'] === true);
  if (!http.ok) return wrong(http.message);
  return {
    kind: 'options',
    options: {
      ...permission.options,
      ...engine.flags,
      tools,
      sessionDirectory: values['session-dir'],
      http: http.address,
      withServers: values['with-servers'] === true,
    },
  };
}

function wrong(message: string): ParsedServeOptions {
  return { kind: 'wrong', message };
}
