import { withPeerHooks } from '../../hooks/with-peer-hooks.ts';
import {
  commandEnvironment,
  commandSecrets,
  sandboxSettings,
  withheldSandboxProblems,
  type LoadedSettings,
  type SettingsOptions,
} from '@sluice/settings';
import { listHooks } from '@sluice/hooks';
import { builtInPool } from '../../built-in-pool.ts';
import { findOwnServers } from '../../mcp/find-own-servers.ts';
import { openRules } from '../open-rules.ts';
import { checkRules, type CheckResult } from './check-rules.ts';
import { serverRuleProblem } from './server-rule.ts';
import { unknownKeys } from './unknown-keys.ts';

export interface ExaminedSettings extends CheckResult {
  readonly loaded: LoadedSettings;
}

/** Finds everything that is wrong in settings files, for all commands that report or count it. */
export async function examineSettings(options: SettingsOptions): Promise<ExaminedSettings> {
  const opened = openRules(options);
  const { loaded } = opened;
  const hooks = listHooks(
    await withPeerHooks(loaded),
    builtInPool().tools.map(({ name }) => name),
  );
  const secrets = commandSecrets(loaded, commandEnvironment(loaded, options.env).env);
  const others = [
    ...hooks.problems,
    ...sandboxSettings(loaded, secrets).problems,
    ...secrets.problems,
    ...withheldSandboxProblems(loaded),
    ...unknownKeys(loaded),
  ];
  const { servers } = findOwnServers(options, { configs: [], isStrict: false }, options.files);
  const names = servers.map(({ name }) => name);
  const ofServers = opened.rules
    .map((rule) => serverRuleProblem(rule, names))
    .filter((problem) => problem !== undefined);
  const problems = [...opened.problems, ...ofServers];
  return { loaded, ...checkRules({ ...opened, problems }, others, hooks.hooks.length) };
}
