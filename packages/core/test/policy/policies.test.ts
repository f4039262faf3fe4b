import { describe, expect, it } from 'vitest';
import {
  bypassPolicy,
  createPolicy,
  createMemoryFiles,
  createPermissionState,
  isInside,
  readFile,
  readNamed,
  readTree,
  type Claims,
} from '../../src/index.ts';
import { toolOf } from '../support/kit.ts';

const files = createMemoryFiles({
  contents: new Map([
    ['/d/a', ''],
    ['/d/sub/b', ''],
    ['/dd/c', ''],
    ['/etc/passwd', ''],
  ]),
  links: new Map([
    ['/d/out', '/etc'],
    ['/d/secret', '../etc/passwd'],
    ['/d/in', '/d/sub'],
    ['/etc/back', '/d'],
  ]),
});
const snapshot = createPermissionState({ mode: 'default', workingDirectories: ['/d'] }).current();
const policy = createPolicy({ files, remedy: 'Use a broader mode.' });

function decide(claims: Claims | undefined, isReadOnly = true, cwd = '/d') {
  return policy.decide({ tool: toolOf('Read'), input: {}, json: {}, isReadOnly, claims, cwd }, snapshot);
}

describe('a link that changes in the middle of a decision', () => {
  /** Leads elsewhere at each look. */
  const unsteady = () => {
    const looks: string[] = [];
    const identify = (path: string) => {
      looks.push(path);
      return { realPath: looks.length === 1 ? '/d/a' : '/etc/passwd', inode: '1:1', links: 1 };
    };
    return { looks, files: { ...files, identify } };
  };
  const judged = (realPathOf: 'of the decision' | 'its own') => {
    const { looks, files: changing } = unsteady();
    const tool = toolOf('Read', {
      actions: (_input, context) => {
        const path = '/d/link';
        const realPath =
          realPathOf === 'its own' ? changing.identify(path).realPath : context.realPathOf?.(path);
        return { actions: [{ type: 'file', access: 'read', path, realPath, isTree: false }] };
      },
    });
    const query = { tool, input: {}, json: {}, isReadOnly: true, claims: undefined, cwd: '/d' };
    const { behavior } = createPolicy({ files: changing, remedy: '' }).decide(query, snapshot);
    return { behavior, looks: looks.length };
  };

  it('is looked at once, by the tool and the rules together', () => {
    expect(judged('of the decision')).toEqual({ behavior: 'allow', looks: 1 });
  });

  it('is judged at both places if the tool looks by itself', () => {
    expect(judged('its own')).toEqual({ behavior: 'ask', looks: 2 });
  });
});

describe('the default policy', () => {
  const inside: [string, Claims][] = [
    ['a file of the workspace', [readFile('/d/a')]],
    ['a relative path', [readFile('sub/b')]],
    ['a file that does not exist yet', [readFile('/d/new/file')]],
    ['the workspace itself', [readTree('/d')]],
    ['a link that stays inside', [readTree('/d/in')]],
    ['a path outside that leads back in', [readFile('/etc/back/a')]],
    ['something that is not a file', [readNamed('tasks')]],
    ['nothing', []],
    ['nothing that others could see', 'independent'],
  ];
  it.each(inside)('lets a call read %s', (_, claims) => {
    expect(decide(claims)).toMatchObject({ behavior: 'allow', by: 'read-only' });
  });

  const outside: [string, Claims | undefined][] = [
    ['a file elsewhere', [readFile('/etc/passwd')]],
    ['a directory whose name begins alike', [readFile('/dd/c')]],
    ['a path that climbs out', [readFile('../etc/passwd')]],
    ['a link out of the workspace', [readFile('/d/secret')]],
    ['a file below a link out of the workspace', [readFile('/d/out/passwd')]],
    ['a new file below a link out of the workspace', [readFile('/d/out/new')]],
    ['one file inside and one outside', [readFile('/d/a'), readFile('/etc/passwd')]],
    ['everything', 'everything'],
    ['what it does not say', undefined],
  ];
  it.each(outside)('asks when a call reads %s', (_, claims) => {
    expect(decide(claims)).toMatchObject({ behavior: 'ask', by: 'default', remedy: 'Use a broader mode.' });
  });

  it('asks about whatever may change something, even nothing that it names', () => {
    expect(decide([], false)).toMatchObject({
      behavior: 'ask',
      reason: 'no rule allows Read, which may change things',
    });
  });

  it('goes by the working directory of the moment', () => {
    expect(decide([readFile('passwd')], true, '/etc').behavior).toBe('ask');
    expect(decide([readFile('a')], true, '/d').behavior).toBe('allow');
  });
});

describe('a path that may lead elsewhere a moment later', () => {
  const reading = (path: string, realPath: string | undefined) => {
    const actions = () =>
      ({ actions: [{ type: 'file', access: 'read', path, realPath, isTree: false }] }) as const;
    const tool = { ...toolOf('Read'), actions };
    return policy.decide({ tool, input: {}, json: {}, isReadOnly: true, claims: [], cwd: '/d' }, snapshot);
  };

  it.each<[string, string | undefined, 'allow' | 'ask']>([
    ['/d/in/b', undefined, 'allow'],
    ['/d/out/passwd', undefined, 'ask'],
    ['/d/in/b', '/etc/passwd', 'ask'],
    ['/d/out/passwd', '/d/a', 'ask'],
    ['/d/in/b', '/d/a', 'allow'],
  ])('%s is judged where the tool has seen it lead, too: %s', (path, realPath, behavior) => {
    expect(reading(path, realPath).behavior).toBe(behavior);
  });
});

describe('whether a file may be named', () => {
  const rules = [{ behavior: 'deny', text: 'Read(//etc/**)', source: 'user', root: '/d' }] as const;
  const denying = createPermissionState({ mode: 'default', workingDirectories: ['/d'], rules }).current();

  it.each<[string, string, string | undefined, boolean]>([
    ['a path that no rule is about', '/d/a', undefined, true],
    ['a path that a rule denies', '/etc/passwd', undefined, false],
    ['a link to what a rule denies', '/d/out/passwd', undefined, false],
    ['a path below a link, its real path given', '/d/out/passwd', '/etc/passwd', false],
    ['a path with a real one that no rule is about', '/d/in/b', '/d/sub/b', true],
    ['a path that a rule denies, whatever its real one', '/etc/back/a', '/d/a', false],
    ['a path whose links the asker has looked at', '/d/out/passwd', '/d/out/passwd', true],
  ])('%s', (_, path, realPath, expected) => {
    expect(policy.mayRead(path, '/d', denying, realPath)).toBe(expected);
  });
});

describe('the bypass policy', () => {
  it('allows every call', () => {
    const query = {
      tool: toolOf('Any'),
      input: {},
      json: {},
      isReadOnly: false,
      claims: undefined,
      cwd: '/',
    };
    expect(bypassPolicy.decide(query, snapshot)).toMatchObject({ behavior: 'allow', by: 'mode' });
  });
});

describe('being inside a directory', () => {
  it.each([
    ['/d', '/d', true],
    ['/d/a', '/d', true],
    ['/dd', '/d', false],
    ['/', '/d', false],
    ['/d', '/', true],
  ])('%s in %s: %s', (path, directory, expected) => {
    expect(isInside(path, directory)).toBe(expected);
  });
});
