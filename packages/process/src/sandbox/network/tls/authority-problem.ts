import type { SandboxProfile } from '../../sandbox-profile.ts';

/**
 * Why the authority can't be used that the settings name for a look into TLS, for a person, whole sentences: commands reach no host
 * that secrets go to then. Undefined: it can be, or none is named. Never rejects.
 */
export async function authorityProblem(network: SandboxProfile['network']): Promise<string | undefined> {
  const named = typeof network === 'object' ? network.tlsTerminate : undefined;
  if (named?.caCertPath === undefined && named?.caKeyPath === undefined) return undefined;
  const { openAuthority } = await import('./open-authority.ts');
  const opened = await openAuthority(named);
  return opened.status === 'refused' ? opened.reason : undefined;
}
