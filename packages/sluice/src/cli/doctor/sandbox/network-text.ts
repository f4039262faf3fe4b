import type { SandboxSettings } from '@sluice/settings';

/**
 * For the user: what commands in the sandbox can reach, and what enforces that.
 * @param withheld entries of `sandbox.network.allowedDomains` that wait for trust
 */
export function networkText(network: SandboxSettings['network'], withheld: number): string {
  const waiting =
    withheld === 0 ? '' : `; ${withheld} more would apply if the directory were trusted (sluice rules trust)`;
  return `${reachText(network, withheld > 0)}${waiting}`;
}

function reachText(network: SandboxSettings['network'], isWaiting: boolean): string {
  if (network === 'none') {
    return `network: none (${isWaiting ? 'nothing in sandbox.network.allowedDomains applies' : 'sandbox.network.allowedDomains is empty'})`;
  }
  if (network === 'host') return 'network: all of it (sandbox.network.allowedDomains: ["*"])';
  const { allowed, denied, httpProxyPort, socksProxyPort } = network;
  if (httpProxyPort !== undefined) {
    return `network: through the proxy at port ${httpProxyPort} of this machine, which decides which hosts are allowed`;
  }
  const but = denied.length === 0 ? '' : `, but not ${denied.join(', ')}`;
  const besides =
    socksProxyPort === undefined ? '' : `; for SOCKS, whatever the proxy at port ${socksProxyPort} allows`;
  return `network: through Sluice's proxy to ${allowed.join(', ') || 'no host'}${but}${besides}`;
}
