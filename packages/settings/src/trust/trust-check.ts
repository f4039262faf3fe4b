import type { SettingsFiles } from '../place/settings-files.ts';
import type { SettingsFile } from '../read/settings-file.ts';
import { isTrusted } from './is-trusted.ts';
import { needsTrust } from './needs-trust.ts';
import type { TrustPlace } from '../place/trust-files.ts';

interface TrustCheck {
  /** The file can't have come with the repository, or the repository is trusted. */
  readonly ofFile: (file: SettingsFile) => boolean;
  /** The directory itself is trusted. */
  readonly ofRoot: () => boolean;
}

/**
 * Whether what a file allows or runs takes effect: it can't have come with the repository, or the repository is trusted. Both answers
 * require reads, so they are computed on first use.
 */
export function createTrustCheck(plan: SettingsFiles, place: TrustPlace): TrustCheck {
  let trusted: boolean | undefined;
  const roots = [plan.trustRoot, plan.repository?.root ?? plan.trustRoot];
  const ofRoot = (): boolean => (trusted ??= roots.some((root) => isTrusted(root, place)));
  return { ofFile: (file) => !needsTrust(file, plan.repository) || ofRoot(), ofRoot };
}
