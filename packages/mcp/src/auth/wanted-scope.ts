import type { Challenge, KeptLogin } from './login-store.ts';

/**
 * The scope to request: from the configuration, or else from the server's latest refusal. Missing scopes are added to
 * those of the current login. Undefined: the one in the server's metadata.
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
