import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const files = createMemoryFiles({ contents: new Map([['/p/package.json', '']]), links: new Map() });
const ofManifests = {
  mode: 'bypassPermissions',
  deny: [
    'package.json',
    'deno.json',
    'Cargo.toml',
    'go.mod',
    'pyproject.toml',
    'composer.json',
    'Gemfile',
  ].map((name) => `Edit(${name})`),
  files,
} as const;
const ofLocks = {
  ...ofManifests,
  deny: ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'Cargo.lock', 'go.sum'].map(
    (name) => `Edit(${name})`,
  ),
} as const;

describe('package managers change the manifest of the project', () => {
  it.each([
    'npm install x',
    'npm --loglevel silent i -D x',
    'npm rm x',
    'npm pkg set a=b',
    'npm version patch',
    'npm --prefix . install x',
    'npm install -g --no-global x',
    'npm install -g --location=project x',
    'sudo npm uninstall x',
    'pnpm add x',
    'pnpm -C . up',
    'yarn add x',
    'yarn workspace a remove x',
    'bun add x',
    'bun i x',
    'deno add npm:x',
    'deno remove x',
    'corepack use pnpm@9',
    'cargo add x',
    'go get x',
    'go mod tidy',
    'uv add x',
    'poetry remove x',
    'composer require x',
    'bundle add x',
  ])('does not run: %s', (command) => {
    expect(verdict('Bash', command, ofManifests)).not.toBe('A');
  });

  it.each([
    'npm install',
    'npm install --no-audit',
    'npm install -g x',
    'npm ci',
    'npm run add',
    'npm test',
    'npm ls x',
    'pnpm install',
    'yarn',
    'bun install',
    'deno install',
    'cargo build',
    'go build',
    'uv sync',
    'bundle exec x',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, ofManifests)).toBe('A');
  });
});

describe('package managers change the lock file', () => {
  it.each([
    'npm install',
    'npm audit fix',
    'pnpm install',
    'yarn install',
    'bun install',
    'cargo update',
    'go get x',
  ])('does not run: %s', (command) => {
    expect(verdict('Bash', command, ofLocks)).not.toBe('A');
  });

  it.each([
    'npm ci',
    'uv sync --locked',
    'pnpm install --frozen-lockfile',
    'npm run build',
    'pnpm run install',
    'cargo build',
    'npm pkg set a=b',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, ofLocks)).toBe('A');
  });
});
