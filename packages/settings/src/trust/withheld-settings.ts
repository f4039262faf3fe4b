import type { LoadedSettings } from '../loaded-settings.ts';
import { untrustedReason } from '../schema/ignored-reason.ts';
import { judgeSetting } from '../schema/judge-setting.ts';
import type { JudgedPart } from '../schema/judged-part.ts';
import { SETTING_KEYS } from '../schema/settings-schema.ts';

/** A value that would take effect if its directory were trusted. */
export interface WithheldSetting {
  readonly key: string;
  readonly part: JudgedPart;
}

/** Everything the repository's files set that is ignored only for lack of trust: by key, including hooks. */
export function withheldSettings(
  loaded: Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot'>,
): readonly WithheldSetting[] {
  const reason = untrustedReason(loaded.trustRoot);
  return SETTING_KEYS.flatMap(({ key }) =>
    judgeSetting(loaded, key)
      .filter((part) => part.status === 'ignored' && part.reason === reason)
      .map((part) => ({ key, part })),
  );
}
