import type { Mutant } from './mutant.ts';

/** What settings files may loosen. */
export const SETTINGS_MUTANTS: readonly Mutant[] = [
  {
    name: 'tightening-waits',
    breaks: 'A new deny rule waits until the hooks of ConfigChange have answered.',
    promise: 3,
    file: 'packages/session/src/permission/open-permission.ts',
    find: 'if (asked !== undefined) await decideAnew();',
    replace: '',
    test: 'packages/session/test/tightening.test.ts',
  },
  {
    name: 'unheard-allow-counts',
    breaks: 'A new allow rule counts while a hook of ConfigChange still has a say.',
    promise: 3,
    file: 'packages/session/src/permission/open-permission.ts',
    find: 'counting === latest ? held : tightened(held, newest)',
    replace: 'counting === latest ? held : newest',
    test: 'packages/session/test/tightening.test.ts',
  },
  {
    name: 'untrusted-setting-counts',
    breaks: 'A setting of a repository that nobody trusts counts though it loosens.',
    promise: 3,
    file: 'packages/settings/src/schema/ignored-reason.ts',
    find: "if (untrusted === 'nothing') return false;",
    replace: "if (untrusted === 'nothing') return true;",
    test: 'packages/settings/test/schema/setting.test.ts',
  },
  {
    name: 'wrong-switch-loosens',
    breaks: 'A switch with a value that makes no sense falls back to the loose side.',
    promise: 3,
    file: 'packages/settings/src/schema/judge-setting.ts',
    find: 'row.wrong !== undefined ? row.wrong : given;',
    replace: 'row.wrong !== undefined ? given : given;',
    test: 'packages/settings/test/schema/setting.test.ts',
  },
  {
    name: 'local-variable-untrusted',
    breaks: 'A local settings file sets variables that run programs where the directory is not trusted.',
    promise: 3,
    file: 'packages/settings/src/schema/ignored-reason.ts',
    find: 'row.needsTrustedRoot === true ? layer.isFromTrustedRoot() : layer.isTrusted();',
    replace: 'layer.isTrusted();',
    test: 'packages/settings/test/environment/command-environment.test.ts',
  },
  {
    name: 'bad-entry-drops-list',
    breaks: 'One wrong entry takes the whole list with it.',
    promise: 3,
    file: 'packages/settings/src/schema/split-value.ts',
    find: 'Array.isArray(value) && value.length > 0 ? entriesOf(shape, value) : whole;',
    replace:
      "Array.isArray(value) && value.every((each) => typeof each === 'string') ? entriesOf(shape, value) : [];",
    test: 'packages/settings/test/schema/setting.test.ts',
  },
];
