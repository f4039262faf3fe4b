import { orList } from '@sluice/base';
import { oneOf } from '../cli/one-of.ts';
import { parseCommandLine } from '../cli/parse-command-line.ts';
import { print, printAll } from '../cli/print.ts';
import { usageError } from '../cli/usage-error.ts';
import { openExplainer } from '../explain/open-explainer.ts';
import { realDirectory } from '@sluice/base';
import { parsePermissionOptions, PERMISSION_OPTIONS } from '../permission/permission-options.ts';
import { listTools } from './list-tools.ts';
import { HELP, SYNOPSIS } from './usage.ts';

const OPTIONS = {
  cwd: PERMISSION_OPTIONS.cwd,
  settings: PERMISSION_OPTIONS.settings,
  deny: PERMISSION_OPTIONS.deny,
  json: { type: 'boolean' },
  api: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const APIS = ['anthropic', 'openai', 'gemini'] as const;

/** `sluice tools list`; answers with the exit status. */
export async function toolsCommand(args: readonly string[]): Promise<number> {
  const line = parseCommandLine(args, OPTIONS, { api: orList(APIS) });
  if (!line.ok) return usageError('sluice tools list', line.message, SYNOPSIS);
  const { values, positionals } = line.parsed;
  if (values.help === true) return print(HELP);
  const [command, ...rest] = positionals;
  if (command !== 'list' || rest.length > 0) {
    const given =
      command === undefined ? 'name a command' : `unknown command ${JSON.stringify(positionals.join(' '))}`;
    return usageError('sluice tools', `${given}; the only one is list`, SYNOPSIS);
  }
  const api = oneOf('--api', values.api, APIS);
  if (!api.ok) return usageError('sluice tools list', api.message, SYNOPSIS);
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return usageError('sluice tools list', permission.message, SYNOPSIS);
  const cwd = realDirectory(values.cwd ?? '.');
  if (cwd === undefined) {
    return usageError('sluice tools list', `--cwd ${values.cwd ?? '.'}: not a directory`, SYNOPSIS);
  }
  const opened = await openExplainer(cwd, permission.options);
  if (!opened.ok) return usageError('sluice tools list', opened.problems.join('\n'), SYNOPSIS);
  const { pool, policy, state } = opened.explainer;
  const shown = pool.tools.filter((tool) => policy.deniesTool(tool, state.current()) === undefined);
  const isJson = values.json === true || api.value !== undefined;
  return printAll(await listTools(shown, isJson ? (api.value ?? 'anthropic') : undefined));
}
