import type { LoadedSettings } from '../loaded-settings.ts';
import { untrustedReason } from '../schema/ignored-reason.ts';
import { judgeSetting } from '../schema/judge-setting.ts';
import type { JudgedPart } from '../schema/judged-part.ts';
import { SETTING_KEYS } from '../schema/setting-keys.ts';

/** A value of a file that would count if somebody trusted the directory that it came with. */
export interface WithheldSetting {
  readonly key: string;
  readonly part: JudgedPart;
}

/** All that files of the repository set, and that does not count for want of trust alone: by key, hooks among them. */
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
