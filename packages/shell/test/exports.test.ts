import { expect, it } from 'vitest';
import * as exported from '../src/index.ts';

it('exports this list and nothing else', () => {
  expect(Object.keys(exported).sort()).toEqual([
    'BadSubstitution',
    'analyzeCommand',
    'canonicalCommandText',
    'commandLanguage',
    'compileCommandPattern',
    'gitSettingsRefusal',
    'isGitCommand',
    'isWordToken',
    'parseCommand',
    'parseWords',
    'scriptFiles',
    'startedPrograms',
    'storedGrant',
    'suggestCommandRules',
  ]);
});
