import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { ContextFileGate } from '@sluice/core';
import { scratch } from '../../../../sluice/test/cli/exec/support/scratch.ts';
import { openOutputStyle } from '../../../src/agent/texts/output-style.ts';

const ANY: ContextFileGate = { refusalOf: () => undefined };

/** A home and a project in it, and the style that a session in the project gets. */
function world() {
  const home = scratch();
  const cwd = join(home, 'project');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const open = (
    named: string | undefined,
    {
      gate = ANY,
      systemPrompt,
      sources,
    }: {
      readonly gate?: ContextFileGate;
      readonly systemPrompt?: string;
      readonly sources?: readonly ('user' | 'project' | 'local')[];
    } = {},
  ) => {
    const setting = () => (named === undefined ? undefined : { value: named });
    const permission = { loaded: { setting }, sources };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no more of a session is read
    const parts = { cwd, permission } as unknown as Parameters<typeof openOutputStyle>[1];
    return openOutputStyle(systemPrompt, parts, gate, { HOME: home });
  };
  return { home, cwd, write, open };
}

it('finds a style by its name or its file, of the project before that of the user', async () => {
  const { write, open } = world();
  write('.claude/output-styles/pirate.md', 'Of the user.');
  write(
    '.claude/output-styles/b.md',
    '---\nname: Brief and dry\ndescription: Few words\n---\nWrite briefly.\n',
  );
  write('project/.claude/output-styles/pirate.md', 'Talk like a pirate.');
  expect(await open('pirate')).toMatchObject({ name: 'pirate', text: 'Talk like a pirate.', problems: [] });
  expect(await open('brief and dry')).toMatchObject({ name: 'Brief and dry', text: 'Write briefly.' });
  expect(await open('pirate', { sources: ['user'] })).toMatchObject({ text: 'Of the user.' });
  expect(await open('pirate', { sources: [] })).toMatchObject({ name: 'default', text: undefined });
  expect(await (await open(undefined)).names()).toEqual(['default', 'pirate', 'Brief and dry']);
});

it.each([undefined, 'default', 'Default'])('adds nothing for %s', async (named) => {
  const { write, open } = world();
  write('.claude/output-styles/default.md', 'Never.');
  expect(await open(named)).toMatchObject({ name: 'default', text: undefined, problems: [] });
});

it('adds nothing to a system prompt of the caller’s own', async () => {
  const { write, open } = world();
  write('.claude/output-styles/pirate.md', 'Talk like a pirate.');
  expect(await open('pirate', { systemPrompt: 'Mine.' })).toMatchObject({ name: 'default', text: undefined });
});

it('says which styles there are where the named one is missing, and what is wrong with a file', async () => {
  const { home, write, open } = world();
  write('.claude/output-styles/pirate.md', 'Talk like a pirate.');
  write('.claude/output-styles/open.md', '---\nname: x\n');
  const { name, problems } = await open('pirat');
  expect(name).toBe('default');
  expect(problems).toEqual([
    expect.stringContaining('open.md:1: The frontmatter is not closed.'),
    'There is no output style "pirat", which the setting "outputStyle" names. There are: default, pirate. To add one, write .claude/output-styles/pirat.md.',
  ]);
  symlinkSync('/etc/hostname', join(home, '.claude/output-styles/link.md'));
  const gate: ContextFileGate = {
    refusalOf: ({ realPath }) =>
      realPath.startsWith(home) ? undefined : ({ cause: { code: 'outside' }, needsTrust: true } as never),
  };
  expect((await open('link', { gate })).problems[0]).toContain('link.md is not used: ');
});
