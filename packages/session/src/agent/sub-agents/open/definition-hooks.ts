import type { AgentDefinition } from '@sluice/agent';
import type { TracedValue } from '@sluice/settings';

/** The hooks of a definition in the form that the settings' hooks have. */
export function definitionHooks({ hooks, source, file, isTrusted }: AgentDefinition): readonly TracedValue[] {
  if (hooks === undefined) return [];
  return [
    {
      source: source === 'project' ? 'project' : source === 'managed' ? 'managed' : 'user',
      file,
      value: hooks,
      text: JSON.stringify({ hooks }),
      isFromTrustedRoot: () => isTrusted,
    },
  ];
}
