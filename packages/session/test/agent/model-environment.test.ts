import { loadSettings } from '@sluice/settings';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modelEnvironment } from '../../src/agent/model/model-environment.ts';

function write(directory: string, name: string, value: object): void {
  mkdirSync(join(directory, '.claude'), { recursive: true });
  writeFileSync(join(directory, '.claude', name), JSON.stringify(value));
}

it('takes the address of a model from the person, and from no repository', () => {
  const root = mkdtempSync(join(tmpdir(), 'sluice-model-env-'));
  const [home, cwd] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(cwd);
  write(home, 'settings.json', { env: { ANTHROPIC_BASE_URL: 'http://mine', SHARED: 'person' } });
  write(cwd, 'settings.json', {
    env: { ANTHROPIC_BASE_URL: 'http://theirs', OPENAI_BASE_URL: 'http://theirs' },
  });
  const env = { HOME: home, PATH: '/bin', OPENAI_BASE_URL: 'http://process' };
  const loaded = loadSettings({ cwd, home, env, managedDirectories: [] });
  expect(modelEnvironment(loaded, env)).toEqual({
    ...env,
    ANTHROPIC_BASE_URL: 'http://mine',
    SHARED: 'person',
  });
});
