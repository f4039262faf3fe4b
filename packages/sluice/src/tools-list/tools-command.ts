import { oneOf, orList } from '../cli/one-of.ts';
import { parseCommandLine } from '../cli/parse-command-line.ts';
import { print, printAll } from '../cli/print.ts';
import { usageError } from '../cli/usage-error.ts';
import { listTools } from './list-tools.ts';
import { HELP, SYNOPSIS } from './usage.ts';

const OPTIONS = {
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
  const isJson = values.json === true || api.value !== undefined;
  return printAll(await listTools(isJson ? (api.value ?? 'anthropic') : undefined));
}
