import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import {
  forgetSecrets,
  withoutSecrets,
  type SecretVariables,
} from '../../../src/bash/settings/secret-variables.ts';

const secrets: SecretVariables = {
  hiddenVariables: ['KEY', 'A-B', '__proto__', 'UNSET'],
  maskedVariables: new Map([
    ['TOKEN', { text: "stand'In0" }],
    ['C-D', { text: 'standIn1' }],
  ]),
};
const NONE: SecretVariables = { hiddenVariables: [], maskedVariables: new Map() };

it('an environment is without what is hidden, and has stand-ins for what is masked', () => {
  const env = JSON.parse('{"KEY":"k","A-B":"k","TOKEN":"t","C-D":"t","HOME":"/h","__proto__":"p"}');
  expect(withoutSecrets(env, secrets)).toEqual({ TOKEN: "stand'In0", 'C-D': 'standIn1', HOME: '/h' });
  expect(withoutSecrets({ HOME: '/h' }, secrets)).toEqual({ HOME: '/h' });
  expect(withoutSecrets({ KEY: 'k' }, NONE)).toEqual({ KEY: 'k' });
  expect(withoutSecrets({ KEY: 'k' }, undefined)).toEqual({ KEY: 'k' });
});

it('what a file of shell text has set is taken away again', () => {
  const command = `export KEY=k TOKEN=t OTHER=o; KEY2=k; ${forgetSecrets(secrets)}; env | grep -E '^(KEY|TOKEN|OTHER|A-B)'`;
  const said = execFileSync('bash', ['-c', command], { encoding: 'utf8' });
  expect(said.trim().split('\n').sort()).toEqual(['OTHER=o', "TOKEN=stand'In0"]);
  expect(forgetSecrets(NONE)).toBeUndefined();
});

it.each(['declare -rx KEY=k', 'declare -rx TOKEN=t'])('where it can not be, nothing runs: %s', (text) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${text}; ${forgetSecrets(secrets)}; env`], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('readonly variable');
});
