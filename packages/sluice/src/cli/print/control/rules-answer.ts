import type { LocalPermission } from '@sluice/session';
import { ruleSourceName } from '@sluice/session';
import { problemText } from '@sluice/settings';

/** The answer to `list_permission_rules`: the rules in effect and the directories of the workspace, each with its source. */
export function rulesAnswer({ state, loaded }: Pick<LocalPermission, 'state' | 'loaded'>): object {
  const { rules, directories, isManagedOnly } = state.current();
  return {
    state: {
      rules: rules.map(({ behavior, text, source }) => ({
        ...{ behavior, rule: text },
        source: ruleSourceName(source),
        editability: EDITABILITY[source] ?? 'readonly',
      })),
      workspaceDirectories: directories.map(({ path, source }) => ({
        path,
        source: ruleSourceName(source),
      })),
      originalCwd: loaded.cwd,
      managedOnly: isManagedOnly,
      errors: loaded.problems.map((problem) => ({ message: problemText(problem), path: '' })),
    },
  };
}

const EDITABILITY: Readonly<Record<string, 'persistent' | 'session'>> = {
  user: 'persistent',
  project: 'persistent',
  local: 'persistent',
  cli: 'session',
  session: 'session',
};
