import { searchThreshold, TOOL_LOADINGS, type LateToolsOptions, type ToolLoading } from '@sluice/agent';
import type { LoadedSettings } from '@sluice/settings';
import { modelEnvironment } from './model/model-environment.ts';

/** How deferred tools reach the model, by what counts first: the option, then the settings; and when, by the environment. */
export function toolLoading(
  option: ToolLoading | undefined,
  settings: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
): Required<Pick<LateToolsOptions, 'loading'>> & Pick<LateToolsOptions, 'threshold'> {
  const set = settings.setting('toolLoading')?.value;
  return {
    loading: option ?? TOOL_LOADINGS.find((each) => each === set) ?? 'auto',
    threshold: searchThreshold(modelEnvironment(settings, env)['ENABLE_TOOL_SEARCH']),
  };
}
