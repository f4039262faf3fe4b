import { loadSettings } from '@sluice/settings';
import { expect, test } from 'vitest';
import { checkWebSearch } from '../../../src/cli/doctor/checks/check-web-search.ts';
import { createPlace } from '../rules/place.ts';

const CLAUDE = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: 'claude-x' };
const ELSEWHERE = { ...CLAUDE, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' };

test.each<[string, object, Record<string, string>, string, RegExp]>([
  ["the model's own service", {}, CLAUDE, 'good', /^asks the service of claude-x$/],
  ['a compatible server', {}, ELSEWHERE, 'absent', /service isn't known to offer search, and the setting/],
  ['no model', {}, {}, 'absent', /^No web search is configured\. The setting web\.search is not set\.$/],
  [
    'a compatible server that the settings name',
    { backend: 'model' },
    ELSEWHERE,
    'good',
    /^asks the service/,
  ],
  ['the model, and there is none', { backend: 'model' }, {}, 'doubtful', /there is no model here/],
  ['Brave with a key', { backend: 'brave' }, { BRAVE_API_KEY: 'k' }, 'good', /^asks brave$/],
  [
    'Brave without a key',
    { backend: 'brave' },
    CLAUDE,
    'doubtful',
    /need a key, and BRAVE_API_KEY is not set/,
  ],
])('%s', (_, search, env, status, text) => {
  const place = createPlace();
  place.write('home/.sluice/settings.json', { web: { search } });
  const finding = checkWebSearch(loadSettings({ ...place, env }), env);
  expect(finding).toMatchObject({ name: 'WebSearch', status, text: expect.stringMatching(text) });
  if (status === 'absent') expect(finding.details?.join('\n')).toMatch(/^To set one up, .*BRAVE_API_KEY/);
});
