import { listSessions, modelAliases, stateDirectory } from '@sluice/agent';
import type { PickerItem } from '@sluice/terminal';

export interface ModelItemsOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The model of the next request. */
  readonly current: string;
  /** The setting "availableModels". */
  readonly available: unknown;
}

/** Models to choose from: the current one, those of the settings, aliases, and those of earlier sessions. */
export function modelItems({ cwd, env, current, available }: ModelItemsOptions): readonly PickerItem[] {
  const items = new Map<string, PickerItem>();
  const add = (id: string, detail: string): void => {
    // The service of a model without one is Anthropic's.
    const name = id.replace(/^anthropic\//, '');
    const known = items.get(name);
    if (known === undefined) items.set(name, { id, label: id, detail });
    else items.set(name, { ...known, detail: [known.detail, detail].join(', ') });
  };
  add(current, 'current');
  if (Array.isArray(available))
    for (const name of available) if (typeof name === 'string') add(name, 'settings');
  if ((env['ANTHROPIC_API_KEY'] ?? '') !== '' || current.startsWith('anthropic/'))
    for (const { alias, model } of modelAliases(env)) add(model, alias);
  const used = new Set<string>();
  for (const { model } of listSessions(stateDirectory(env), cwd))
    if (model !== undefined && !model.startsWith('replay:')) used.add(model);
  for (const model of used) add(model, 'used before');
  return [...items.values()];
}
