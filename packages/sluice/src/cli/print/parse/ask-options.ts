import { oneOf } from '../../one-of.ts';
import { ASKS, PROMPTS, type PrintValues } from '../print-flags.ts';
import type { PrintOptions } from '../print-options.ts';
import { invalid, type Parsed } from './parsed.ts';

export interface AskOptions extends Pick<PrintOptions, 'prompts' | 'asks' | 'promptTool'> {
  /** The client is asked, or a tool is. */
  readonly asksAnyone: boolean;
}

/** Who is asked about calls that need approval. */
export function askOptions(values: PrintValues): Parsed<AskOptions> {
  const prompts = oneOf('--permission-prompts', values['permission-prompts'], PROMPTS);
  if (!prompts.ok) return prompts;
  // Programs with the Agent SDK pass both: no one is to be asked then.
  const promptTool = prompts.value === 'none' ? undefined : values['permission-prompt-tool'];
  const asksClient = prompts.value === 'stdio' || promptTool === 'stdio';
  const asksAnyone = asksClient || promptTool !== undefined;
  const asks = oneOf('--asks', values.asks, ASKS);
  if (!asks.ok) return asks;
  if (asks.value === 'suspend' && asksAnyone)
    return invalid(
      "--asks suspend can't be combined with --permission-prompts stdio or --permission-prompt-tool",
    );
  if (asks.value === 'suspend' && values['no-session-persistence'] === true)
    return invalid('--asks suspend needs a stored session: leave out --no-session-persistence');
  if (prompts.value === 'stdio' && promptTool !== undefined && promptTool !== 'stdio')
    return invalid("--permission-prompts stdio and --permission-prompt-tool can't be combined");
  return {
    ok: true,
    value: {
      prompts: asksClient ? 'stdio' : prompts.value,
      asks: asks.value,
      promptTool: promptTool === 'stdio' ? undefined : promptTool,
      asksAnyone,
    },
  };
}
