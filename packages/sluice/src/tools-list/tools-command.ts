import { oneOf } from '../cli/one-of.ts';
import { parseCommandLine } from '../cli/parse-command-line.ts';
import { print } from '../cli/print.ts';
import { usageError } from '../cli/usage-error.ts';
import { createSink } from '../exec/output/sink.ts';
import { listTools } from './list-tools.ts';
import { HELP, SYNOPSIS } from './usage.ts';

const OPTIONS = {
  json: { type: 'boolean' },
  api: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `sluice tools list`; answers with the exit status. */
export async function toolsCommand(args: readonly string[]): Promise<number> {
  const line = parseCommandLine(args, OPTIONS);
  if (!line.ok) return usageError('sluice tools', line.message, SYNOPSIS);
  const { values, positionals } = line.parsed;
  if (values.help === true) {
    print(HELP);
    return 0;
  }
  const [command, ...rest] = positionals;
  if (command !== 'list' || rest.length > 0) {
    const given =
      command === undefined ? 'name a command' : `unknown command ${JSON.stringify(positionals.join(' '))}`;
    return usageError('sluice tools', `${given}; the only one is list`, SYNOPSIS);
  }
  const api = oneOf('--api', values.api, ['anthropic', 'openai', 'gemini']);
  if (!api.ok) return usageError('sluice tools list', api.message, SYNOPSIS);
  const isJson = values.json === true || api.value !== undefined;
  const output = createSink(process.stdout);
  await output.write(await listTools(isJson ? (api.value ?? 'anthropic') : undefined));
  await output.drained();
  return output.failure === undefined ? 0 : 1;
}
