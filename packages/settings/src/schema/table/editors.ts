import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, TEXT } from '../shape.ts';

/** What is between a session and an editor. */
export const EDITOR_SETTINGS = [
  {
    key: '$schema',
    shape: TEXT,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: 'all',
    use: 'none',
    purpose: 'The JSON Schema that an editor should use for this file.',
  },
  {
    key: 'acp.editorFiles',
    shape: BOOLEAN,
    default: true,
    setBy: 'not-repository',
    merge: 'highest',
    untrusted: 'nothing',
    use: 'start',
    purpose: 'Whether `sluice acp` uses the unsaved text of files that are open in the editor.',
  },
] as const satisfies readonly SettingKey[];
