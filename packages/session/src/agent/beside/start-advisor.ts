import type { LoadedSettings } from '@sluice/settings';
import type { AssembledAgent } from '../assembled-agent.ts';

/** Switches the advisor off whatever is set. */
const NO_ADVISOR = 'CLAUDE_CODE_DISABLE_ADVISOR_TOOL';

/** Switches on what the options or the settings name; a sentence: why it can't be used. */
export async function startAdvisor(
  { advisor }: AssembledAgent,
  option: string | undefined,
  loaded: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const model = option ?? loaded.setting('advisorModel')?.value;
  if (model === undefined || (env[NO_ADVISOR] ?? '') !== '') return undefined;
  const problem = await advisor?.change(model);
  return problem === undefined ? undefined : `There is no advisor: ${problem}`;
}
