import { describe, expect, it } from 'vitest';
import { splitGlobPattern } from '../../src/glob/glob-pattern.ts';

describe('a glob pattern', () => {
  it.each([
    ['without a slash stays at the root', '*.ts', '/w', '/*.ts'],
    ['with ** crosses folders', '**/*.ts', '/w', '/**/*.ts'],
    ['starts below its plain folders', 'src/a/**/*.ts', '/w/src/a', '/**/*.ts'],
    ['that is a plain path names one file', 'src/a.ts', '/w/src', '/a.ts'],
    ['may start with a dot folder', './src/*', '/w/src', '/*'],
    ['may lead out of the root', '../o/*.ts', '/o', '/*.ts'],
    ['may be absolute', '/x/y/*.ts', '/x/y', '/*.ts'],
    ['may be absolute with a wildcard first', '/*.ts', '/', '/*.ts'],
    ['keeps braces with slashes whole', '{a/b,c}/*.ts', '/w', '/{a/b,c}/*.ts'],
    ['keeps an escape in what is matched', 'a\\*/b/*.ts', '/w', '/a\\*/b/*.ts'],
    ['keeps spaces at its end', 'src/a  ', '/w/src', '/a[ ][ ]'],
    ['is no exclusion', '!a.ts', '/w', '/!a.ts'],
  ])('%s', (_, pattern, folder, glob) => {
    expect(splitGlobPattern(pattern, '/w')).toEqual({ folder, glob });
  });
});
