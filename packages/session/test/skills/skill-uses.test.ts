import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SkillUses } from '../../src/skills/skill-uses.ts';

function openUses() {
  const home = mkdtempSync(join(tmpdir(), 'sluice-uses-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { HOME: home, XDG_STATE_HOME: home };
  const uses = new SkillUses(env);
  uses.add('first');
  return { env, uses };
}

it('counts uses, and a file that has grown too long is cut to the last ones', () => {
  const { env, uses } = openUses();
  expect(new SkillUses(env).counts()).toEqual(new Map([['first', 1]]));
  const path = uses.path ?? '';
  writeFileSync(path, `"old"\n${'"often"\n'.repeat(100_000)}`);
  expect(new SkillUses(env).counts()).toEqual(new Map([['often', 1_000]]));
  uses.add('last');
  expect(statSync(path).size).toBeLessThan(20_000);
  expect(readFileSync(path, 'utf8')).toMatch(/^"often"\n[^]*"last"\n$/);
  expect(new SkillUses(env).counts()).toEqual(
    new Map([
      ['often', 999],
      ['last', 1],
    ]),
  );
});
