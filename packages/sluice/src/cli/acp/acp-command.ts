import { print } from '../print.ts';
import { parsePrintOptions } from '../print/parse-print-options.ts';
import { usageError } from '../usage-error.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

/** `sluice acp`: an agent for editors that speak the Agent Client Protocol, over stdin and stdout. Returns the exit code. */
export async function acpCommand(args: readonly string[], version: () => string): Promise<number> {
  const parsed = parsePrintOptions(args);
  switch (parsed.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return usageError('sluice acp', parsed.message, SYNOPSIS);
    case 'options': {
      if (parsed.options.prompt !== undefined)
        return usageError('sluice acp', "it doesn't take a prompt: the editor sends prompts", SYNOPSIS);
      const { serveAcp } = await import('./serve-acp.ts');
      return serveAcp(parsed.options, version());
    }
    default:
      return parsed satisfies never;
  }
}
