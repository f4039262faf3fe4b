import { expect, it } from 'vitest';
import { serverEnvironment } from '../../src/config/server-environment.ts';
import type { McpScope } from '../../src/server-status.ts';

const env = { PATH: '/bin', HOME: '/h', LC_ALL: 'C', https_proxy: 'p', AWS_SECRET: 's', TOKEN: 't' };
const base = { env, own: { TOKEN: 'own' }, credentials: new Set(['AWS_SECRET']), projectRoot: '/project' };
const shared = { SLUICE_PROJECT_DIR: '/project', CLAUDE_PROJECT_DIR: '/project', TOKEN: 'own' };
const harmless = { PATH: '/bin', HOME: '/h', LC_ALL: 'C', https_proxy: 'p' };

it.each<McpScope>(['project', 'plugin'])('a server of a %s gets what is harmless and its own', (scope) => {
  expect(serverEnvironment({ ...base, scope })).toEqual({ ...harmless, ...shared });
});

it.each<McpScope>(['user', 'local', 'flag', 'managed'])(
  'a server of the scope %s gets all but credentials',
  (scope) => {
    expect(serverEnvironment({ ...base, scope })).toEqual({ ...harmless, ...shared });
    expect(serverEnvironment({ ...base, scope, credentials: new Set() })).toMatchObject({ AWS_SECRET: 's' });
    const limited = {
      ...base,
      scope,
      credentials: new Set<string>(),
      env: { ...env, CLAUDE_CODE_MCP_ALLOWLIST_ENV: '1' },
    };
    expect(serverEnvironment(limited)).not.toHaveProperty('AWS_SECRET');
  },
);
