import type { SandboxProfile } from '../../sandbox-profile.ts';

/**
 * Why the CA in the settings can't be used for TLS inspection, in full sentences for the user; commands then can't reach hosts that
 * receive secrets. Undefined if it can be used or none is set. Never rejects.
 */
export async function authorityProblem(network: SandboxProfile['network']): Promise<string | undefined> {
  const named = typeof network === 'object' ? network.tlsTerminate : undefined;
  if (named?.caCertPath === undefined && named?.caKeyPath === undefined) return undefined;
  const { openAuthority } = await import('./open-authority.ts');
  const opened = await openAuthority(named);
  return opened.status === 'refused' ? opened.reason : undefined;
}
