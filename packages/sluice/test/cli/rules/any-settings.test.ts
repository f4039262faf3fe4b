import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRules } from '../../../src/cli/rules/check/check-rules.ts';
import { settingsExpectations } from '../../../src/cli/rules/expectation/settings-expectations.ts';
import { listRules } from '../../../src/cli/rules/list/list-rules.ts';
import { openRules } from '../../../src/cli/rules/open-rules.ts';
import { createPlace } from './place.ts';

const rule = fc.oneof(
  fc.constantFrom('Bash(rm *)', 'Bash(', 'B*', 'Read(/etc/**)', 'Write(a)', 'mcp__a__b(x)', ' Bash (x) '),
  fc.string(),
  fc.jsonValue(),
);
const permissions = fc.dictionary(
  fc.constantFrom('allow', 'ask', 'deny', 'tests', 'defaultMode', 'additionalDirectories', '__proto__'),
  fc.oneof(fc.array(rule), fc.jsonValue()),
);
const settings = fc.oneof(
  fc.record({ permissions: fc.oneof(permissions, fc.jsonValue()), ignorePatterns: fc.array(rule) }),
  fc.jsonValue(),
);

it('whatever a settings file holds, each of its rules is listed once, and each finding is one line', () => {
  const place = createPlace();
  fc.assert(
    fc.property(settings, (content) => {
      place.write('home/.sluice/settings.json', content);
      const opened = openRules(place);
      const { findings, rules } = checkRules(opened);
      expect(listRules(opened)).toHaveLength(rules);
      for (const { text } of findings) expect(text).not.toMatch(/\p{Cc}/u);
      for (const { read } of settingsExpectations(opened.loaded.layers))
        expect(typeof read.ok).toBe('boolean');
    }),
    { numRuns: Math.min(200, Number(process.env['SLUICE_RUNS'] ?? 200)) },
  );
});
