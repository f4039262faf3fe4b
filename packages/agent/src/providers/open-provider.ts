import type { ModelProvider } from '@sluice/core';
import { chosenModel } from './chosen-model.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';

export type OpenedProvider = Chosen<{ readonly provider: ModelProvider }>;

/**
 * Opens the chosen model: `service/model`, a bare `claude-…`, `replay:FILE`, or `ai-sdk:PACKAGE/model`. Error
 * messages name the option or variable that fixes the problem. Loads only what the choice needs.
 */
export async function openProvider(choice: ModelChoice): Promise<OpenedProvider> {
  const chosen = chosenModel(choice);
  if (!chosen.ok) return chosen;
  const { name, isFromSettings } = chosen;
  if (name.startsWith('replay:')) {
    const { openReplay } = await import('./replay-provider.ts');
    return openReplay(name, choice);
  }
  if (name.startsWith('ai-sdk:')) {
    if (isFromSettings) return { ok: false, message: packageFromSettings(name) };
    const { openAiSdk } = await import('./ai-sdk/open-ai-sdk.ts');
    return openAiSdk(name, choice);
  }
  const { openHttp } = await import('./open-http.ts');
  return openHttp(name, choice);
}

function packageFromSettings(name: string): string {
  return `The settings select the model ${JSON.stringify(name)}, which would run a package from this project. Confirm it yourself: pass --model ${name}, or set the environment variable SLUICE_MODEL.`;
}
