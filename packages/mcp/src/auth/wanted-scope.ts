import type { Challenge, KeptLogin } from './login-store.ts';

/**
 * What a login asks for: what the configuration says, else what the server's latest refusal asked for. What was missing is
 * added to what the login has. Undefined: what the server's metadata says.
 */
export function wantedScope(
  configured: string | undefined,
  challenge: Challenge | undefined,
  { scope, tokens, issuer }: Pick<KeptLogin, 'scope' | 'tokens' | 'issuer'>,
): string | undefined {
  if (challenge?.isScopeMissing !== true) return configured ?? challenge?.scope;
  const granted = tokens[issuer ?? '']?.tokens.scope;
  const all = [configured, scope, granted, challenge.scope].flatMap((one) => one?.split(' ') ?? []);
  const words = new Set(all.filter((word) => word !== ''));
  return words.size === 0 ? undefined : [...words].join(' ');
}
