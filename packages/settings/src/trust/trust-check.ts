import type { FilePlan } from '../place/plan-files.ts';
import type { SettingsFile } from '../place/settings-file.ts';
import { isTrusted } from './is-trusted.ts';
import { needsTrust } from './needs-trust.ts';
import type { TrustPlace } from './trust-files.ts';

/**
 * Whether what a file allows or runs counts: it can't have come with the repository, or that is trusted. Both answers
 * cost reads, so they are looked for when first asked.
 */
export function createTrustCheck(plan: FilePlan, place: TrustPlace): (file: SettingsFile) => boolean {
  let trusted: boolean | undefined;
  const roots = [plan.trustRoot, plan.repository?.root ?? plan.trustRoot];
  return (file) =>
    !needsTrust(file, plan.repository) || (trusted ??= roots.some((root) => isTrusted(root, place)));
}
