import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('finds a skill, and loads it for the model and for the user', async () => {
  const cwd = emptyDirectory();
  mkdirSync(join(cwd, '.claude/skills/greet'), { recursive: true });
  const text =
    '---\ndescription: Greets people\nargument-hint: [name]\neffort: high\n---\nSay hello to $1.\n';
  writeFileSync(join(cwd, '.claude/skills/greet/SKILL.md'), text);
  const call = { name: 'Skill', input: { skill: 'greet', args: 'Ada' } };
  const loaded = await scriptedPrint('Greet Ada.', [call, 'Hello, Ada.'], { cwd });
  expect(loaded.stdout).toBe('Hello, Ada.\n');
  expect(loaded.requests[0]).toContain('- greet: Greets people');
  expect(loaded.requests[1]).toContain('Say hello to Ada.');
  expect(loaded.requests.map((request) => request.includes('"reasoning_effort":"high"'))).toEqual([
    false,
    true,
  ]);
  const typed = await scriptedPrint('/greet Bob', ['Hello, Bob.'], { cwd });
  expect(typed.stdout).toBe('Hello, Bob.\n');
  expect(typed.requests[0]).toContain('Say hello to Bob.');

  const count = '---\ndescription: Counts\ncontext: fork\n---\nCount the files.\n';
  mkdirSync(join(cwd, '.claude/skills/count'));
  writeFileSync(join(cwd, '.claude/skills/count/SKILL.md'), count);
  const forked = await scriptedPrint('/count', ['Seven.', 'There are seven.'], { cwd });
  expect(forked.stdout).toBe('There are seven.\n');
  expect(forked.requests[0]).toContain('Count the files.');
  expect(forked.requests[1]).toContain('An agent has done /count.');

  mkdirSync(join(cwd, 'plug/commands'), { recursive: true });
  writeFileSync(join(cwd, 'plug/commands/hello.md'), 'Hello of the plugin, $ARGUMENTS.');
  const args = ['--plugin-dir', 'plug', '--fallback-model', 'openai/other'];
  const plugged = await scriptedPrint('/plug:hello Eve', ['Hello, Eve.'], { cwd, args });
  expect([plugged.stdout, plugged.stderr]).toEqual(['Hello, Eve.\n', '']);
  expect(plugged.requests[0]).toContain('Hello of the plugin, Eve.');

  writeFileSync(join(cwd, 'plug/commands/look.md'), 'Look: !`echo ran | tee ran`');
  const answer = { permissionDecision: 'deny', permissionDecisionReason: 'Not now.' };
  const says = { hookSpecificOutput: { hookEventName: 'PreSkillShellCommand', ...answer } };
  const hook = { type: 'command', command: `echo '${JSON.stringify(says)}'` };
  const settings = { hooks: { PreSkillShellCommand: [{ matcher: 'Bash', hooks: [hook] }] } };
  const guarded = ['--plugin-dir', 'plug', '--settings', JSON.stringify(settings), '--allow', 'Bash'];
  const kept = await scriptedPrint('/plug:look', ['Looked.'], { cwd, args: guarded });
  expect(kept.stderr).toContain('Not now.');
  expect([kept.requests.length, existsSync(join(cwd, 'ran'))]).toEqual([0, false]);
  const looked = await scriptedPrint('/plug:look', ['Looked.'], { cwd, args: [...args, '--allow', 'Bash'] });
  expect([looked.stdout, looked.stderr]).toEqual(['Looked.\n', '']);
  expect(looked.requests[0]).toContain('Look: ran');

  mkdirSync(join(cwd, '.claude/output-styles'));
  writeFileSync(join(cwd, '.claude/output-styles/pirate.md'), 'Talk like a pirate.');
  const style = (name: string) => ['--settings', JSON.stringify({ outputStyle: name })];
  const styled = await scriptedPrint('Hello.', ['Arr.'], { cwd, args: style('pirate') });
  expect([styled.stdout, styled.stderr]).toEqual(['Arr.\n', '']);
  expect(styled.requests[0]).toContain('Talk like a pirate.');
  const unknown = await scriptedPrint('Hello.', ['Hi.'], { cwd, args: style('parrot') });
  expect(unknown.stderr).toContain('There is no output style "parrot"');
});
