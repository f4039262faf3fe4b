import type { Skill } from '@sluice/agent';
import type { TracedValue } from '@sluice/settings';

/** The hooks of a skill in the form that the settings' hooks have. */
export function skillHooks(
  { hooks, origin, path }: Pick<Skill, 'hooks' | 'origin' | 'path'>,
  isTrusted: boolean,
): TracedValue {
  return {
    source: origin,
    file: path,
    value: hooks,
    text: JSON.stringify({ hooks }),
    isFromTrustedRoot: () => isTrusted,
  };
}
