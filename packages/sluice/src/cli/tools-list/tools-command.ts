import { TOOLS_FOR_DEFERRED } from '@sluice/tools';
import { orList } from '@sluice/base';
import { MCP_EXPECTED, MCP_FLAGS, parseMcpFlags } from '../mcp-flags.ts';
import { oneOf } from '../one-of.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import { print, printAll } from '../print.ts';
import { say } from '../say.ts';
import { searchBacking } from '../search-backing.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { openExplainer } from '../explain/open-explainer.ts';
import { startDirectory } from '../start-directory.ts';
import { parsePermissionOptions, PERMISSION_OPTIONS } from '../permission/permission-options.ts';
import { listTools } from './list-tools.ts';
import { serverTools } from './server-tools.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

const COMMAND = 'sluice tools list';

const OPTIONS = {
  cwd: PERMISSION_OPTIONS.cwd,
  settings: PERMISSION_OPTIONS.settings,
  deny: PERMISSION_OPTIONS.deny,
  ...MCP_FLAGS,
  mcp: { type: 'boolean' },
  json: { type: 'boolean' },
  api: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const APIS = ['anthropic', 'openai', 'gemini'] as const;

/** `sluice tools list`; returns the exit code. */
export async function toolsCommand(args: readonly string[]): Promise<number> {
  const line = parseCommandLine(args, OPTIONS, { api: orList(APIS), ...MCP_EXPECTED });
  if (!line.ok) return usageError(COMMAND, line.message, SYNOPSIS);
  const { values, positionals } = line.parsed;
  if (values.help === true) return print(fitHelp(HELP));
  const [command, ...rest] = positionals;
  if (command === undefined)
    return usageError('sluice tools', 'pass a command; the only one is list', SYNOPSIS);
  if (command !== 'list') return usageError('sluice tools', unknownCommand(command, ['list']), SYNOPSIS);
  if (rest.length > 0) {
    const message = `it takes no arguments; got ${JSON.stringify(rest[0])}`;
    return usageError(COMMAND, message, SYNOPSIS);
  }
  const api = oneOf('--api', values.api, APIS);
  if (!api.ok) return usageError(COMMAND, api.message, SYNOPSIS);
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return usageError(COMMAND, permission.message, SYNOPSIS);
  const start = startDirectory(values.cwd);
  if (!start.ok) return usageError(COMMAND, start.message, SYNOPSIS);
  const opened = await openExplainer(start.directory, permission.options);
  if (!opened.ok) return usageError(COMMAND, opened.problems.join('\n'), SYNOPSIS);
  const { pool, policy, state, permission: local } = opened.explainer;
  const wantsServers = values.mcp === true || values['mcp-config'] !== undefined;
  const foreign = wantsServers
    ? await serverTools(start.directory, parseMcpFlags(values), values.settings)
    : [];
  const shown = [...pool.tools, ...foreign].filter(
    (tool) => policy.deniesTool(tool, state.current()) === undefined,
  );
  const isJson = values.json === true || api.value !== undefined;
  // A list of all tools needs none that only provide access to an agent's deferred tools.
  const { problem } = searchBacking(local.loaded, process.env);
  const missing = new Map(problem === undefined ? [] : [['WebSearch', problem]]);
  if (!isJson) return printAll(await listTools(shown, undefined, missing));
  // Nor does a model get what can't be used.
  const listed = shown.filter(({ name }) => !TOOLS_FOR_DEFERRED.includes(name) && !missing.has(name));
  const status = await printAll(await listTools(listed, api.value ?? 'anthropic'));
  if (status !== 0) return status;
  for (const [name, why] of missing)
    if (shown.some((tool) => tool.name === name)) say(COMMAND, `${name} is left out. ${why}`);
  return status;
}
