import { randomBytes } from 'node:crypto';
import { present } from '@sluice/base';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { LoginStore } from './login-store.ts';
import type { OAuthSettings } from './oauth-settings.ts';

/** How the user is sent to the login page. */
export interface Interaction {
  readonly redirectUrl: string;
  /** Called with the address to open. */
  readonly visit: (url: URL) => void;
}

/**
 * The port is part of redirect URIs registered before one is chosen: servers must accept any port for a loopback
 * address (RFC 8252, 7.3).
 */
const ANY_CALLBACK = 'http://localhost:33418/callback';

/**
 * The OAuth client for one server, with its registrations and tokens in a store. Without `interaction`, no one can log
 * in.
 */
export class KeptProvider implements OAuthClientProvider {
  readonly #store: LoginStore;
  readonly #settings: OAuthSettings;
  readonly #interaction: Interaction | undefined;
  /** Distinguishes the response to this login from others. */
  readonly stateText = randomBytes(16).toString('base64url');

  constructor(store: LoginStore, settings: OAuthSettings, interaction?: Interaction) {
    this.#store = store;
    this.#settings = settings;
    this.#interaction = interaction;
  }

  get redirectUrl(): string {
    return this.#interaction?.redirectUrl ?? ANY_CALLBACK;
  }

  get clientMetadataUrl(): string | undefined {
    return this.#settings.clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Sluice',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...present({ scope: this.#settings.scope }),
    };
  }

  state(): string {
    return this.stateText;
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.#settings;
    if (clientId !== undefined)
      return {
        client_id: clientId,
        ...present({ client_secret: clientSecret, issuer: context?.issuer }),
      };
    const { clients, issuer } = this.#store.read();
    const kept = clients[context?.issuer ?? issuer ?? ''];
    // Registered with another redirect URI: register again.
    const isFor = (address: string): boolean => {
      const redirects = kept === undefined ? undefined : Reflect.get(kept, 'redirect_uris');
      return !Array.isArray(redirects) || redirects.includes(address);
    };
    return this.#interaction === undefined || isFor(this.redirectUrl) ? kept : undefined;
  }

  saveClientInformation(
    information: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): void {
    const { clients } = this.#store.read();
    this.#store.save({ clients: { ...clients, [context?.issuer ?? '']: information } });
  }

  tokens(context?: OAuthClientInformationContext): StoredOAuthTokens | undefined {
    const { tokens, issuer } = this.#store.read();
    const kept = tokens[context?.issuer ?? issuer ?? ''];
    // Another client's tokens are not this one's to use, or to renew.
    if (kept?.clientId !== undefined && kept.clientId !== this.#ownClientId) return undefined;
    return kept?.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): void {
    const kept = this.#store.read().tokens;
    const issuer = context?.issuer ?? '';
    const record = { tokens, savedAt: Date.now(), clientId: this.#ownClientId };
    this.#store.save({ tokens: { ...kept, [issuer]: record }, issuer });
  }

  /** The client that the entry names. Null: one that registers. */
  get #ownClientId(): string | null {
    return this.#settings.clientId ?? null;
  }

  redirectToAuthorization(url: URL): void {
    this.#interaction?.visit(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#store.save({ verifier });
  }

  codeVerifier(): string {
    return this.#store.read().verifier ?? '';
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#store.save({ discovery });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#store.read().discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    switch (scope) {
      case 'all':
        return this.#store.remove();
      case 'client':
        return this.#store.save({ clients: {} });
      case 'tokens':
        return this.#store.save({ tokens: {} });
      case 'verifier':
        return this.#store.save({ verifier: undefined });
      case 'discovery':
        return this.#store.save({ discovery: undefined });
      default:
        return scope satisfies never;
    }
  }
}
