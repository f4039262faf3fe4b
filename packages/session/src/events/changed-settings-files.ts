import type { LoadedSettings } from '@sluice/settings';

interface ChangedSettingsFile {
  readonly source: 'user_settings' | 'project_settings' | 'local_settings' | 'policy_settings';
  readonly file: string;
}

const SOURCES = new Map<string, ChangedSettingsFile['source']>([
  ['user', 'user_settings'],
  ['project', 'project_settings'],
  ['local', 'local_settings'],
  ['managed', 'policy_settings'],
]);

/** Settings files that were created, deleted, or changed, except those named on the command line. */
export function changedSettingsFiles(
  before: LoadedSettings,
  now: LoadedSettings,
): readonly ChangedSettingsFile[] {
  const [old, current] = [textsOf(before), textsOf(now)];
  const files = new Set([...old.keys(), ...current.keys()]);
  return [...files].flatMap((file) => {
    const [one, other] = [old.get(file), current.get(file)];
    const source = SOURCES.get(other?.source ?? one?.source ?? '');
    const isSame = one?.text === other?.text && one?.isStale === other?.isStale;
    return isSame || source === undefined ? [] : [{ source, file }];
  });
}

function textsOf({ layers }: LoadedSettings) {
  return new Map(layers.flatMap((layer) => (layer.file === undefined ? [] : [[layer.file, layer]])));
}
