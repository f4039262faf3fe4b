import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const files = createMemoryFiles({
  contents: new Map([
    ['/p/.env', ''],
    ['/p/sub/x', ''],
  ]),
  links: new Map(),
});

const withDeny = (command: string) =>
  verdict('Bash', command, { mode: 'bypassPermissions', deny: ['Read(.env)'], files });

describe('a program that reads a whole directory, where a rule denies a file of it', () => {
  it.each([
    'git diff --no-index . sub',
    'git diff --no-index sub ../q',
    'docker build .',
    'docker build -t x:1 --pull .',
    'docker buildx build .',
    'podman build .',
    'docker cp . c:/x',
    'aws s3 sync . s3://b',
    'gcloud builds submit .',
    'gsutil cp -r . gs://b',
    'rclone copy . r:b',
    'borg create r::a .',
    'restic -r x backup .',
    'mksquashfs . x.sq',
    'genisoimage -o x.iso .',
    'tar czf a.tgz .',
  ])('%s asks in bypassPermissions', (command) => {
    expect(withDeny(command)).toBe('?');
  });

  it.each(['docker ps', 'docker run -it alpine', 'aws s3 ls', 'restic snapshots', 'rclone copy r:b s:b'])(
    '%s runs in bypassPermissions',
    (command) => {
      expect(withDeny(command)).toBe('A');
    },
  );
});

describe('the program that runs the line, by its place in /proc', () => {
  it.each([
    ['/proc/self/exe -c "cat .env"', 'D'],
    ['/proc/thread-self/exe -c "cat .env"', 'D'],
    ['/proc/1234/exe -c "cat .env"', 'D'],
    ['/proc/self/exe -c ls', 'A'],
  ])('%s: %s', (command, expected) => {
    expect(withDeny(command)).toBe(expected);
  });
});
