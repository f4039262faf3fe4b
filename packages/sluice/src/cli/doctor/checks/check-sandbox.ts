import { presentItems } from '@sluice/base';
import { probeSandbox } from '@sluice/process';
import type { SandboxSettings } from '@sluice/settings';
import type { Finding } from '../finding.ts';
import { networkText } from '../sandbox/network-text.ts';
import { tryToGetOut } from '../sandbox/try-to-get-out.ts';

const OUTCOMES = {
  refused: 'refused',
  possible: 'POSSIBLE',
  untried: 'not tested: the program for the test is missing',
} as const;

/**
 * Whether a sandbox is available, and whether it holds; if the settings require one, its absence is bad.
 * @param withheldHosts number of listed hosts that wait for trust
 */
export async function checkSandbox(settings: SandboxSettings, withheldHosts = 0): Promise<Finding> {
  const name = 'Sandbox';
  const { isEnabled, failsIfUnavailable, program } = settings;
  const support = await probeSandbox(program);
  const use = isEnabled ? 'on in the settings' : 'off in the settings (sandbox.enabled)';
  if (!support.isAvailable) {
    const isNeeded = isEnabled && failsIfUnavailable;
    const consequence = isNeeded
      ? 'failIfUnavailable is set: commands are not run.'
      : isEnabled
        ? 'Commands run without one, and their results say so.'
        : 'It is off in the settings.';
    return { name, status: isNeeded ? 'bad' : 'absent', text: `${support.reason} ${consequence}` };
  }
  const { network } = settings;
  const isListed = network !== 'none' && network !== 'host';
  const attempts = await tryToGetOut(
    program,
    isEnabled && isListed && network.httpProxyPort === undefined ? network : undefined,
  );
  const text = `bubblewrap ${support.version} (${support.program}), ${use}`;
  if (attempts === undefined) {
    return { name, status: 'bad', text: `${text}: commands in it can't do what they should` };
  }
  const holds = attempts.every(({ outcome }) => outcome !== 'possible');
  return {
    name,
    status: holds ? 'good' : 'bad',
    text: holds ? text : `${text}: it does not isolate commands`,
    details: presentItems([
      isEnabled ? networkText(network, withheldHosts) : undefined,
      isEnabled && settings.unixSockets === 'open'
        ? "unix sockets: all, for commands that aren't read-only (sandbox.network.allowAllUnixSockets)"
        : undefined,
      ...attempts.map(({ what, outcome }) => `${OUTCOMES[outcome]}: ${what}`),
      settings.unkeptRules.length > 0
        ? `not enforced by the sandbox, only by permission rules: ${settings.unkeptRules.join(', ')}`
        : undefined,
    ]),
  };
}
