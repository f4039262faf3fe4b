import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings, setting } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const rule = fc.oneof(
  fc.constantFrom('Bash', 'Bash(a)', 'Read(', '', 'Edit(/x)'),
  fc.jsonValue({ maxDepth: 0 }),
);
const rules = fc.oneof(fc.array(rule, { maxLength: 4 }), fc.jsonValue({ maxDepth: 0 }));
const mode = fc.constantFrom('default', 'plan', 'auto', 'acceptEdits', 'dontAsk', 'none', 1);
const permissions = fc.record(
  { deny: rules, ask: rules, allow: rules, defaultMode: mode },
  { requiredKeys: [] },
);
const file = fc.option(permissions, { nil: undefined });

it('what is shown of rules and modes is what permission goes by', () => {
  fc.assert(
    fc.property(file, file, file, file, fc.boolean(), (managed, local, project, user, isTrusted) => {
      scratch.write('managed/managed-settings.json', { permissions: managed });
      scratch.write('project/.sluice/settings.local.json', { permissions: local });
      scratch.write('project/.claude/settings.json', { permissions: project });
      scratch.write('home/.sluice/settings.json', { permissions: user });
      scratch.write('home/.sluice/trust.json', { roots: isTrusted ? [scratch.project] : [] });
      const loaded = loadSettings(scratch.options);
      for (const behavior of ['deny', 'ask', 'allow']) {
        const counting = loaded.rules.filter((each) => each.behavior === behavior);
        const all = setting(loaded, `permissions.${behavior}`)?.origins ?? [];
        const origins = all.filter(({ steps }) => steps.length > 0);
        expect(origins.map(({ value, file: of, line }) => [value, of, line])).toEqual(
          counting.map(({ text, file: of, line }) => [text, of, line]),
        );
      }
      const [requested] = loaded.modes;
      const shown = setting(loaded, 'permissions.defaultMode');
      expect(shown?.value === 'manual' ? 'default' : shown?.value).toBe(requested?.mode ?? 'default');
      expect(shown?.origins[0]?.file).toBe(requested?.file);
    }),
    { numRuns: Math.min(300, Number(process.env['SLUICE_RUNS'] ?? 300)) },
  );
});
