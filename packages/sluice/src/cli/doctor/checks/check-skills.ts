import { modelAccess } from '@sluice/agent';
import { presentItems } from '@sluice/base';
import { createNodeFiles } from '@sluice/host';
import { openPermission, surveySkills } from '@sluice/session';
import { commandEnvironment, type LoadedSettings, type SettingsPlace } from '@sluice/settings';
import { builtInPool } from '../../built-in-pool.ts';
import { counted } from '../../rules/counted.ts';
import type { Finding } from '../finding.ts';

const MAX_SHOWN = 5;

/** The skills and commands of this directory, whether they can be read, and whether the model's list has room for them. */
export async function checkSkills(
  { cwd, env }: SettingsPlace,
  files: readonly string[] | undefined,
  loaded: LoadedSettings,
): Promise<Finding | undefined> {
  const toolNames = (): readonly string[] => builtInPool().tools.map(({ name }) => name);
  const opened = await openPermission({
    ...{ cwd, env, mode: undefined, remedy: '', knownTools: toolNames },
    settings: { files },
    files: createNodeFiles(),
  });
  // What is wrong with the settings is a finding of its own.
  if (!opened.ok) return undefined;
  const model = modelAccess({
    env: commandEnvironment(loaded, env).env,
    settings: { model: loaded.setting('model')?.value },
  });
  const { skills, commands, problems, shortened } = await surveySkills(
    { cwd, env, permission: opened.permission, toolNames },
    model.ok ? model.access.contextWindow : undefined,
  );
  const hidden = problems.length - MAX_SHOWN;
  const found = `${counted(skills, 'skill')} and ${counted(commands, 'command')} found`;
  const wrong = problems.length === 0 ? '' : `, ${counted(problems.length, 'problem')}`;
  return {
    name: 'Skills',
    status: problems.length > 0 || shortened !== undefined ? 'doubtful' : 'good',
    text: `${found}${wrong}`,
    details: presentItems([
      shortened,
      ...problems.slice(0, MAX_SHOWN),
      hidden > 0 ? `and ${hidden} more` : undefined,
    ]),
  };
}
