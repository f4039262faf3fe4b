import { expect, it, onTestFinished, vi } from 'vitest';

type Lazy = typeof import('../src/permission/lazy-command-language.ts');

/** The module as it is at the start of a program. */
async function unloaded(): Promise<Lazy> {
  vi.resetModules();
  return import('../src/permission/lazy-command-language.ts');
}

it('allows nothing by a rule that it can not read yet, and has it compiled again once it can', async () => {
  const { lazyCommandLanguage, loadCommandLanguage } = await unloaded();
  const onReadable = vi.fn<() => void>();
  const language = lazyCommandLanguage(onReadable);
  const early = language.compile('ls');
  expect(early).toMatchObject({ isBroad: true, exact: undefined });
  expect(() => 'problem' in early || early.matches('ls')).toThrow('before it was loaded');
  language.compile('cat *');
  await loadCommandLanguage();
  await loadCommandLanguage();
  expect(onReadable).toHaveBeenCalledTimes(1);
  expect(language.compile('ls')).toMatchObject({ isBroad: false, exact: 'ls' });
});

it('asks for nothing to be compiled again that it could read at once', async () => {
  const { lazyCommandLanguage, loadCommandLanguage } = await unloaded();
  await loadCommandLanguage();
  const onReadable = vi.fn<() => void>();
  expect(lazyCommandLanguage(onReadable).compile('ls *')).toMatchObject({ prefix: 'ls' });
  await loadCommandLanguage();
  expect(onReadable).not.toHaveBeenCalled();
});

it.each([true, false])(
  'carries out a change of rules, be the language there (%s) or not',
  async (isThere) => {
    if (!isThere) {
      vi.doMock('@sluice/shell', () => {
        throw new Error('gone');
      });
      onTestFinished(() => {
        vi.doUnmock('@sluice/shell');
      });
    }
    const { withCommandLanguage, loadCommandLanguage } = await unloaded();
    if (!isThere) await expect(loadCommandLanguage()).rejects.toThrow();
    const change = vi.fn<() => void>();
    await withCommandLanguage(change);
    expect(change).toHaveBeenCalledTimes(1);
  },
);
