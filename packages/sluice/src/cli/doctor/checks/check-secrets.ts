import { presentItems } from '@sluice/base';
import type { CommandSecrets, SandboxSettings } from '@sluice/settings';
import { counted } from '../../rules/counted.ts';
import type { Finding } from '../finding.ts';

/**
 * How many secrets commands don't see, as a count only, and where masked values go.
 *
 * @param authorityProblem why the proxy can't inspect TLS although the settings want it
 */
export function checkSecrets(
  { hiddenVariables, maskedVariables, hiddenFiles, maskedFiles }: CommandSecrets,
  { isEnabled, network, files }: Pick<SandboxSettings, 'isEnabled' | 'network' | 'files'>,
  authorityProblem?: string,
): Finding {
  const name = 'Secrets';
  const numbers = [
    [hiddenVariables.length, hiddenFiles.length, 'hidden'],
    [maskedVariables.size, maskedFiles.length, 'masked'],
  ] as const;
  const said = numbers.flatMap(([variables, those, what]) =>
    variables + those === 0
      ? []
      : [`${counted(variables, 'variable')} and ${counted(those, 'file')} ${what}`],
  );
  if (said.length === 0) {
    const text = 'commands see every variable of this program (sandbox.credentials names none, and no file)';
    return { name, status: 'absent', text };
  }
  const masked = [...maskedVariables.values(), ...maskedFiles].flatMap(({ secrets }) => secrets);
  const going = masked.filter(({ hosts }) => hosts.length > 0).length;
  const isExchanging =
    typeof network === 'object' &&
    network.tlsTerminate !== undefined &&
    network.httpProxyPort === undefined &&
    authorityProblem === undefined;
  const hasFiles = hiddenFiles.length + maskedFiles.length > 0;
  return {
    name,
    status: 'good',
    text: `${said.join(', ')}, from commands of the Bash tool`,
    details: presentItems([
      masked.length > 0 && going < masked.length
        ? `${masked.length - going} of the masked values are never sent: no injectHosts applies`
        : undefined,
      going > 0 && !(isEnabled && isExchanging)
        ? `${going} of the masked values are never sent: ${whyNowhere(isEnabled, network, authorityProblem)}`
        : undefined,
      going > 0 && isEnabled && isExchanging
        ? `${going} of the masked values are sent to their hosts, over TLS that the proxy terminates`
        : undefined,
      hasFiles && !isEnabled ? 'files can be read anyway: the sandbox is off (sandbox.enabled)' : undefined,
      hasFiles && isEnabled && files === 'disabled'
        ? 'files can be read anyway: sandbox.filesystem.disabled'
        : undefined,
    ]),
  };
}

function whyNowhere(
  isEnabled: boolean,
  network: SandboxSettings['network'],
  authorityProblem: string | undefined,
): string {
  if (!isEnabled) return 'the sandbox is off (sandbox.enabled)';
  if (network === 'none') return 'no host is listed (sandbox.network.allowedDomains)';
  const isElsewhere = typeof network === 'object' && network.httpProxyPort !== undefined;
  if (isElsewhere) return 'commands use another proxy (sandbox.network.httpProxyPort)';
  return authorityProblem ?? 'sandbox.network.tlsTerminate is not set';
}
