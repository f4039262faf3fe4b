import type { SandboxSettings } from '@sluice/settings';

/**
 * For the user: what commands in the sandbox can reach, and what enforces that.
 * @param withheld entries of `sandbox.network.allowedDomains` that wait for trust
 */
export function networkText(network: SandboxSettings['network'], withheld: number): string {
  const waiting =
    withheld === 0
      ? ''
      : `; ${withheld} more would count in a directory that is trusted (sluice rules trust)`;
  return `${reachText(network, withheld > 0)}${waiting}`;
}

function reachText(network: SandboxSettings['network'], isWaiting: boolean): string {
  if (network === 'none') {
    return `network: none (${isWaiting ? 'nothing that counts is in sandbox.network.allowedDomains' : 'sandbox.network.allowedDomains is empty'})`;
  }
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
