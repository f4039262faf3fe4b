import type { JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { readOAuthSettings, type OAuthSettings } from '../../src/auth/oauth-settings.ts';

const PORT = 'MCP_OAUTH_CALLBACK_PORT';

it.each<[JsonObject | undefined, Readonly<Record<string, string>>, Partial<OAuthSettings>]>([
  [undefined, {}, { clientId: undefined, clientSecret: undefined, callbackPort: undefined }],
  [{ callbackPort: 4_000 }, {}, { callbackPort: 4_000 }],
  [{ callbackPort: '4000' }, {}, { callbackPort: 4_000 }],
  [{ callbackPort: 4_000 }, { [PORT]: '5000' }, { callbackPort: 5_000 }],
  [undefined, { [PORT]: '5000' }, { callbackPort: 5_000 }],
  [{ callbackPort: 4_000 }, { [PORT]: 'any' }, { callbackPort: 4_000 }],
  [{ callbackPort: 70_000 }, { [PORT]: '0' }, { callbackPort: undefined }],
  [{ callbackPort: 1.5 }, { [PORT]: '-1' }, { callbackPort: undefined }],
  // A secret belongs to a client that was registered for it.
  [{}, { MCP_CLIENT_SECRET: 's' }, { clientSecret: undefined }],
  [{ clientId: 'c' }, { MCP_CLIENT_SECRET: 's' }, { clientId: 'c', clientSecret: 's' }],
  [{ scopes: ['a', 7, 'b'] }, {}, { scope: 'a b' }],
  [{ scopes: 'a b' }, {}, { scope: 'a b' }],
  [{ scopes: [] }, {}, { scope: undefined }],
])('%j with %j: %j', (oauth, env, settings) => {
  expect(readOAuthSettings(oauth, env, true)).toMatchObject(settings);
});

it('has no secret of the user for an entry of a repository', () => {
  const settings = readOAuthSettings({ clientId: 'c' }, { MCP_CLIENT_SECRET: 's' }, false);
  expect(settings).toMatchObject({ clientId: 'c', clientSecret: undefined });
});
