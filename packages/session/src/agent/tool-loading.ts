import { searchThreshold, type LateToolsOptions, type ToolLoading } from '@sluice/agent';
import type { LoadedSettings } from '@sluice/settings';
import { modelEnvironment } from './model/model-environment.ts';

/**
 * How deferred tools reach the model: the option wins over the settings. The environment says when to defer.
 */
export function toolLoading(
  option: ToolLoading | undefined,
  settings: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
): Required<Pick<LateToolsOptions, 'loading'>> & Pick<LateToolsOptions, 'threshold'> {
  return {
    loading: option ?? settings.setting('toolLoading')?.value ?? 'auto',
    threshold: searchThreshold(modelEnvironment(settings, env)['ENABLE_TOOL_SEARCH']),
  };
}
