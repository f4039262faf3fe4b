import { expect, it } from 'vitest';
import * as process_ from '../src/index.ts';

it('exports what is listed here and nothing else', () => {
  expect(Object.keys(process_).sort()).toEqual([
    'BASH_GRACE_MS',
    'CALL_VARIABLE',
    'DEFAULT_OUTPUT_LIMIT',
    'TAG_VARIABLE',
    'authorityProblem',
    'callAround',
    'createProcessSession',
    'findCgroup',
    'findMemoryPlace',
    'findShell',
    'hasEnded',
    'isInUndecidedCall',
    'openAnonymousFile',
    'parseHostEntry',
    'probeSandbox',
    'readHead',
    'readProcessStat',
    'readTail',
    'runCommand',
    'writeWhole',
  ]);
});
