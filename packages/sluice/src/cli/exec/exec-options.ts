import { orList } from '@sluice/base';
import { ENGINE_EXPECTED, ENGINE_FLAGS, parseEngineFlags, type EngineFlags } from '../engine-flags.ts';
import { MCP_EXPECTED, MCP_FLAGS, parseMcpFlags, type McpFlags } from '../mcp-flags.ts';
import { oneOf } from '../one-of.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import {
  parsePermissionOptions,
  PERMISSION_EXPECTED,
  PERMISSION_OPTIONS,
  type PermissionOptions,
} from '../permission/permission-options.ts';

/** Who answers permission requests: the user at the terminal, the calling program, or no one. */
export type PermissionPrompts = 'terminal' | 'stdio' | 'none';

export type OutputFormat = 'text' | 'jsonl';

/** The arguments of `sluice exec`, parsed. Absent ones are undefined. */
export interface ExecOptions extends PermissionOptions, EngineFlags {
  readonly files: readonly string[];
  readonly prompts: PermissionPrompts | undefined;
  readonly mcp: McpFlags;
  readonly isDryRun: boolean;
  readonly sessionDirectory: string | undefined;
  readonly isResumed: boolean;
  /** Run Setup hooks first. */
  readonly setup: 'init' | 'maintenance' | undefined;
  /** Exit after that and the start of the session, without reading calls. */
  readonly endsAfterSetup: boolean;
  readonly showsProgress: boolean;
  /** Show a result in full even if an earlier message has the same one. */
  readonly showsFullResults: boolean;
  readonly outputFormat: OutputFormat | undefined;
}

type ParsedExecOptions =
  | { readonly kind: 'options'; readonly options: ExecOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const OPTIONS = {
  ...PERMISSION_OPTIONS,
  'permission-prompts': { type: 'string' },
  ...ENGINE_FLAGS,
  ...MCP_FLAGS,
  'dry-run': { type: 'boolean' },
  'session-dir': { type: 'string' },
  resume: { type: 'boolean' },
  init: { type: 'boolean' },
  'init-only': { type: 'boolean' },
  maintenance: { type: 'boolean' },
  progress: { type: 'boolean' },
  'full-results': { type: 'boolean' },
  'output-format': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PROMPTS = ['terminal', 'stdio', 'none'] as const;
const FORMATS = ['text', 'jsonl'] as const;

/** What each option expects as its value. */
const EXPECTED = {
  ...PERMISSION_EXPECTED,
  'permission-prompts': orList(PROMPTS),
  ...ENGINE_EXPECTED,
  ...MCP_EXPECTED,
  'session-dir': 'a directory',
  'output-format': orList(FORMATS),
};

export function parseExecOptions(args: readonly string[]): ParsedExecOptions {
  const line = parseCommandLine(args, OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (values.help === true) return { kind: 'help' };
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return wrong(permission.message);
  const prompts = oneOf('--permission-prompts', values['permission-prompts'], PROMPTS);
  if (!prompts.ok) return wrong(prompts.message);
  const engine = parseEngineFlags(values);
  if (!engine.ok) return wrong(engine.message);
  const format = oneOf('--output-format', values['output-format'], FORMATS);
  if (!format.ok) return wrong(format.message);
  if (positionals.includes('')) return wrong('a file name is empty');
  if (values['session-dir'] === '') return wrong('--session-dir is empty');
  const isResumed = values.resume === true;
  if (isResumed && values['session-dir'] === undefined) {
    return wrong('--resume needs --session-dir: the directory of the session to resume');
  }
  const endsAfterSetup = values['init-only'] === true;
  const isInit = endsAfterSetup || values.init === true;
  const isMaintenance = values.maintenance === true;
  if (isInit && isMaintenance) return wrong("--maintenance can't be combined with --init or --init-only");
  const isDryRun = values['dry-run'] === true;
  if (isDryRun && (isInit || isMaintenance))
    return wrong("--dry-run runs nothing, so it can't run setup hooks");
  if (endsAfterSetup && positionals.length > 0) return wrong('--init-only runs no calls: leave out FILE');
  return {
    kind: 'options',
    options: {
      files: positionals,
      ...permission.options,
      prompts: prompts.value,
      ...engine.flags,
      mcp: parseMcpFlags(values),
      isDryRun,
      setup: isInit ? 'init' : isMaintenance ? 'maintenance' : undefined,
      endsAfterSetup,
      sessionDirectory: values['session-dir'],
      isResumed,
      showsProgress: values.progress === true,
      showsFullResults: values['full-results'] === true,
      outputFormat: format.value,
    },
  };
}

function wrong(message: string): ParsedExecOptions {
  return { kind: 'wrong', message };
}
