import { presentItems } from '@sluice/base';
import { authorityProblem } from '@sluice/process';
import {
  commandEnvironment,
  commandSecrets,
  sandboxSettings,
  withheldSettings,
  type SettingsPlace,
} from '@sluice/settings';
import { examineSettings } from '../rules/check/examine-settings.ts';
import { checkCgroup } from './checks/check-cgroup.ts';
import { checkMcp } from './checks/check-mcp.ts';
import { checkModel } from './checks/check-model.ts';
import { checkNode } from './checks/check-node.ts';
import { checkPowerShell } from './checks/check-power-shell.ts';
import { checkRipgrep } from './checks/check-ripgrep.ts';
import { checkSandbox } from './checks/check-sandbox.ts';
import { checkSecrets } from './checks/check-secrets.ts';
import { checkSettings } from './checks/check-settings.ts';
import { checkShell } from './checks/check-shell.ts';
import { checkSkills } from './checks/check-skills.ts';
import { checkState } from './checks/check-state.ts';
import { checkWatchdog } from './checks/check-watchdog.ts';
import { checkWebSearch } from './checks/check-web-search.ts';
import type { PluginServers } from '@sluice/mcp/config';
import type { Finding } from './finding.ts';

/** Runs all checks one after the other, so that none disturbs another. */
export async function diagnose(
  place: SettingsPlace,
  files: readonly string[] | undefined,
  plugins: readonly PluginServers[],
): Promise<readonly Finding[]> {
  const examined = await examineSettings({ ...place, files });
  const { loaded } = examined;
  const secrets = commandSecrets(loaded, commandEnvironment(loaded, place.env).env);
  const sandbox = sandboxSettings(loaded, secrets);
  const hosts = withheldSettings(loaded).filter(({ key }) => key === 'sandbox.network.allowedDomains');
  const servers = await checkMcp(place, files, plugins);
  return presentItems([
    checkNode(),
    checkShell(place.env),
    await checkRipgrep(),
    await checkSandbox(sandbox, hosts.length),
    checkSecrets(secrets, sandbox, await authorityProblem(sandbox.network)),
    checkCgroup(),
    await checkWatchdog(),
    checkState(place.env),
    checkModel(loaded, place.env),
    await checkSettings(examined),
    await checkSkills(place, files, loaded),
    checkWebSearch(loaded, place.env),
    checkPowerShell(),
    servers,
  ]);
}
