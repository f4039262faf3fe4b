import { errorText } from '@sluice/base';
import type { TlsTermination } from '../tls-termination.ts';
import type { OpenedAuthority } from './authority.ts';

/** The CA in the settings, or else the one of this process. Never throws. */
export async function openAuthority({ caCertPath, caKeyPath }: TlsTermination): Promise<OpenedAuthority> {
  try {
    if (caCertPath !== undefined && caKeyPath !== undefined) {
      const { ownAuthority } = await import('./own-authority.ts');
      return ownAuthority(caCertPath, caKeyPath);
    }
    if (caCertPath !== undefined || caKeyPath !== undefined) {
      const [given, missing] =
        caKeyPath === undefined ? ['caCertPath', 'caKeyPath'] : ['caKeyPath', 'caCertPath'];
      const reason = `sandbox.network.tlsTerminate sets ${given} without ${missing}. Set both, or neither to have a CA created.`;
      return { status: 'refused', reason };
    }
    const { madeAuthority } = await import('./made-authority.ts');
    return { status: 'opened', authority: madeAuthority() };
  } catch (error) {
    const reason = errorText(error);
    return { status: 'refused', reason: `The CA for TLS inspection is not available: ${reason}` };
  }
}
