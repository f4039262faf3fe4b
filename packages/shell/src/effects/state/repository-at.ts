import type { GitSetting, RepositoryReport } from '../../tables/repository.ts';
import type { Shell } from './walk.ts';

/** Asked once for each directory of a line. */
export function repositoryAt({ walk }: Shell, directory: string | undefined): RepositoryReport {
  if (directory === undefined || walk.context.repository === undefined)
    return { status: 'unknown', why: 'it is not known which repository git would use' };
  const known = walk.repositories.get(directory);
  if (known !== undefined) return known;
  const report = walk.context.repository(directory);
  walk.repositories.set(directory, report);
  return report;
}

/** Settings of git that are in effect in a directory, as far as they are known. */
export function settingsAt(shell: Shell, directory: string | undefined): readonly GitSetting[] {
  const report = repositoryAt(shell, directory);
  return report.status === 'unknown' ? [] : report.settings;
}
