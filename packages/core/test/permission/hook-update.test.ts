import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  applyUpdate,
  createPermissionContext,
  type PermissionMode,
  type PermissionUpdate,
} from '../../src/index.ts';
import { loosensByHook } from '../../src/permission/hook-update.ts';

const ASKED = {
  toolName: 'Bash',
  suggestedRules: ['Bash(npm test)', 'Read(//p/**)'],
  suggestedDestination: 'local',
} as const;

const rules = (
  type: 'addRules' | 'replaceRules' | 'removeRules',
  behavior: 'allow' | 'ask' | 'deny',
  destination: PermissionUpdate['destination'],
  ...texts: string[]
): PermissionUpdate => ({ type, behavior, destination, rules: texts });
const mode = (
  wanted: PermissionMode,
  destination: PermissionUpdate['destination'] = 'session',
): PermissionUpdate => ({ type: 'setMode', mode: wanted, destination });

it.each<[title: string, update: PermissionUpdate, now: PermissionMode, problem: RegExp | undefined]>([
  ['deny rules in any file', rules('addRules', 'deny', 'user', 'Bash(x)'), 'default', undefined],
  ['ask rules in any file', rules('addRules', 'ask', 'project', 'Write'), 'default', undefined],
  ['what was suggested', rules('addRules', 'allow', 'local', 'Bash(npm test)'), 'default', undefined],
  ['it elsewhere', rules('addRules', 'allow', 'user', 'Bash(npm test)'), 'default', /suggested/],
  ['more than that in a file', rules('addRules', 'allow', 'local', 'Bash(npm *)'), 'default', /suggested/],
  ['more for the session', rules('addRules', 'allow', 'session', 'Bash(npm *)'), 'default', undefined],
  ['a suggested kind', rules('addRules', 'allow', 'session', 'Read(//q)'), 'default', undefined],
  ['another tool', rules('addRules', 'allow', 'session', 'Bash(x)', 'Write'), 'default', /allow "Write"/],
  ['every tool', rules('addRules', 'allow', 'session', '*'), 'default', /allow "\*"/],
  ['to take allow rules back', rules('removeRules', 'allow', 'user', 'Bash'), 'default', undefined],
  ['to take deny rules back', rules('removeRules', 'deny', 'user', 'Bash'), 'default', /remove deny rules/],
  ['to take ask rules back', rules('removeRules', 'ask', 'session', 'Bash'), 'default', /remove ask rules/],
  ['none for deny rules', rules('replaceRules', 'deny', 'session'), 'default', /replace deny rules/],
  ['other ask rules', rules('replaceRules', 'ask', 'local', 'Bash(y)'), 'default', /replace ask rules/],
  ['fewer allow rules', rules('replaceRules', 'allow', 'user'), 'default', /suggested/],
  ['the allow rules of now', rules('replaceRules', 'allow', 'session', 'Bash(a)'), 'default', undefined],
  ['a stricter mode', mode('plan'), 'acceptEdits', undefined],
  ['the same mode', mode('default'), 'default', undefined],
  ['a stricter mode in a file', mode('default', 'user'), 'acceptEdits', /only for this session/],
  ['a looser mode', mode('acceptEdits'), 'default', /may not set the mode acceptEdits/],
  ['no bounds at all', mode('bypassPermissions'), 'default', /may not set the mode bypassPermissions/],
  ['out of plan mode', mode('default'), 'plan', /may not set the mode default/],
  ['another strictness', mode('dontAsk'), 'plan', /may not set the mode dontAsk/],
  [
    'a wider workspace',
    { type: 'addDirectories', directories: ['/'], destination: 'session' },
    'default',
    /directories/,
  ],
  [
    'a narrower workspace',
    { type: 'removeDirectories', directories: ['/a'], destination: 'user' },
    'default',
    undefined,
  ],
])('a hook wants %s', (_, update, now, problem) => {
  const said = loosensByHook(update, ASKED, now);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

it('no change that a hook is granted takes away a deny or ask rule, or adds a directory', () => {
  const behavior = fc.constantFrom('allow', 'ask', 'deny');
  const destination = fc.constantFrom('session', 'local', 'project', 'user');
  const texts = fc.array(fc.constantFrom('Bash', 'Bash(npm test)', 'Write', 'Read(//p/**)'));
  const update: fc.Arbitrary<PermissionUpdate> = fc.oneof(
    fc.record({
      type: fc.constantFrom('addRules', 'replaceRules', 'removeRules'),
      behavior,
      rules: texts,
      destination,
    }),
    fc.record({
      type: fc.constantFrom('addDirectories', 'removeDirectories'),
      directories: fc.array(fc.constantFrom('/a', '/b')),
      destination,
    }),
  );
  const held = fc.array(
    fc.record({
      behavior,
      text: fc.constantFrom('Bash', 'Write'),
      source: destination,
      root: fc.constant('/'),
    }),
  );
  fc.assert(
    fc.property(held, fc.array(update), (rulesOfStart, updates) => {
      const start = createPermissionContext({ mode: 'default', rules: rulesOfStart }, 1);
      let context = start;
      for (const one of updates) {
        if (loosensByHook(one, ASKED, context.mode) !== undefined) continue;
        const result = applyUpdate(context, one);
        if (result.ok) ({ context } = result);
      }
      const key = ({ behavior: does, text, source }: (typeof start.rules)[number]): string =>
        `${does} ${text} ${source}`;
      const kept = new Set(context.rules.map(key));
      expect(start.rules.filter((rule) => rule.behavior !== 'allow' && !kept.has(key(rule)))).toEqual([]);
      expect(context.workingDirectories).toEqual([]);
    }),
  );
});
