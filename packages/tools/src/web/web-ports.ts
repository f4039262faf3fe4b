import type { CheckContext } from '@sluice/core';
import type { SearchBackend } from './search/search-backend.ts';

/** A question for a small model about a page. */
export interface PageQuestion {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export type PageAnswer =
  | { readonly ok: true; readonly text: string }
  /** Why there is none, as a sentence. */
  | { readonly ok: false; readonly message: string };

/** What rules say about fetching from a host. */
export type HostVerdict = 'allowed-by-rule' | 'open' | 'asked' | 'denied';

/** What the web tools need from their session. */
export interface WebPorts {
  /** Never rejects. Undefined: there is no model to ask. */
  readonly ask: ((question: PageQuestion) => Promise<PageAnswer>) | undefined;
  /** Must not throw. `open`: no rule is about it. */
  readonly verdictOn: (host: string, context: CheckContext) => HostVerdict;
  /** Hosts that need not be public: `host` or `host:port`. */
  readonly allowPrivate: readonly string[];
  /** Undefined: there is no tool for searches. */
  readonly search: SearchBackend | undefined;
  /** Proxies, and the variables of the tools. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
