import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBashSettings } from '../../../src/bash/settings/bash-settings.ts';

describe('readBashSettings', () => {
  it('has nothing in particular by default', () => {
    expect(readBashSettings({})).toEqual({ keepsDirectory: false, warnings: [] });
    expect(readBashSettings({ CLAUDE_CODE_SHELL: '', CLAUDE_ENV_FILE: '' })).toEqual({
      keepsDirectory: false,
      warnings: [],
    });
  });

  it('takes what it can use', () => {
    const env = {
      CLAUDE_CODE_SHELL: '/bin/bash',
      CLAUDE_ENV_FILE: '/e',
      CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1',
    };
    expect(readBashSettings(env)).toEqual({
      shell: '/bin/bash',
      envFile: '/e',
      keepsDirectory: true,
      warnings: [],
    });
  });

  it.each([
    [{ CLAUDE_CODE_SHELL: 'bash' }, /^CLAUDE_CODE_SHELL is ignored: "bash" is not an absolute path\.$/],
    [{ CLAUDE_CODE_SHELL: '/bin/zsh' }, /is not bash/],
    [{ CLAUDE_CODE_SHELL: '/nowhere/bash' }, /can't be run/],
    [{ CLAUDE_ENV_FILE: 'env.sh' }, /^CLAUDE_ENV_FILE is ignored: "env\.sh" is not an absolute path\.$/],
  ])('warns of %j', (env, warning) => {
    const settings = readBashSettings(env);
    expect(settings.warnings.map(({ text }) => text)).toEqual([expect.stringMatching(warning)]);
    expect(settings).toMatchObject({ keepsDirectory: false });
    expect(settings.shell).toBeUndefined();
    expect(settings.envFile).toBeUndefined();
  });

  it('takes no file of shell text that an edit could change', () => {
    const env = { CLAUDE_ENV_FILE: '/w/env.sh' };
    expect(readBashSettings(env, '/none')).toMatchObject({ envFile: '/w/env.sh' });
    const settings = readBashSettings(env, '/w');
    expect(settings.envFile).toBeUndefined();
    expect(settings.warnings.map(({ text }) => text)).toEqual([expect.stringMatching(/is in the workspace/)]);
  });

  it('takes no shell that an edit could change', () => {
    const env = { CLAUDE_CODE_SHELL: '/bin/bash' };
    expect(readBashSettings(env, '/none')).toMatchObject({ shell: '/bin/bash' });
    const settings = readBashSettings(env, dirname(realpathSync('/bin/bash')));
    expect(settings.shell).toBeUndefined();
    expect(settings.warnings.map(({ text }) => text)).toEqual([expect.stringMatching(/is in the workspace/)]);
  });

  it.each([
    ['0', false],
    ['false', false],
    [' ', false],
    ['1', true],
    ['TRUE', true],
    ['yes', true],
  ])('a switch set to %j is %s', (value, expected) => {
    expect(readBashSettings({ CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: value }).keepsDirectory).toBe(
      expected,
    );
  });
});
