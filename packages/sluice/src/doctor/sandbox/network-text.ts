import type { SandboxSettings } from '@sluice/settings';

/** For a person: what commands in the sandbox can reach, and what holds that. */
export function networkText(network: SandboxSettings['network']): string {
  if (network === 'none') return 'network: none (sandbox.network.allowedDomains is empty)';
  if (network === 'host') return 'network: all of it (sandbox.network.allowedDomains: ["*"])';
  const { allowed, denied, httpProxyPort, socksProxyPort } = network;
  if (httpProxyPort !== undefined) {
    return `network: through the proxy at port ${httpProxyPort} of this machine, which decides about hosts`;
  }
  const but = denied.length === 0 ? '' : `, but not ${denied.join(', ')}`;
  const besides =
    socksProxyPort === undefined
      ? ''
      : `; by SOCKS whatever the proxy at port ${socksProxyPort} lets through`;
  return `network: through a proxy of Sluice to ${allowed.join(', ') || 'no host'}${but}${besides}`;
}
