import type { SettingKey } from '../setting-key.ts';
import { OBJECT, TEXT, type Shape } from '../shape.ts';

function program<Key extends string, One extends Shape>(key: Key, shape: One, purpose: string) {
  return {
    key,
    shape,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: 'nothing',
    use: 'none',
    purpose: `A program ${purpose}. Sluice never runs it.`,
  } as const;
}

/** Commands that other programs run on their own. Listed to make clear that Sluice doesn't run them. */
export const PROGRAM_SETTINGS = [
  program('apiKeyHelper', TEXT, 'that prints a key'),
  program('awsAuthRefresh', TEXT, 'that signs in'),
  program('awsCredentialExport', TEXT, 'that prints credentials'),
  program('otelHeadersHelper', TEXT, 'that prints headers'),
  program('fileSuggestion', OBJECT, 'that suggests files'),
] as const satisfies readonly SettingKey[];
