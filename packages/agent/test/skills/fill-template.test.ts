import { describe, expect, it } from 'vitest';
import { argumentWords } from '../../src/skills/argument-words.ts';
import { fillTemplate } from '../../src/skills/fill-template.ts';
import { typedCommands } from '../../src/skills/typed-commands.ts';

const FACTS = {
  sessionId: 'S1',
  effort: 'high',
  skillDirectory: '/skills/x',
  projectDirectory: '/project',
  plugin: undefined,
};

function filled(
  body: string,
  args: string,
  head: { hint?: string; names?: readonly string[]; plugin?: string } = {},
): string {
  const skill = { body, argumentHint: head.hint, argumentNames: head.names ?? [] };
  return fillTemplate(skill, args, {
    ...FACTS,
    plugin: head.plugin === undefined ? undefined : { root: head.plugin, data: '/the data' },
  })
    .map(({ kind, text }) => (kind === 'text' ? text : `{${kind}: ${text}}`))
    .join('');
}

describe('arguments of a command', () => {
  const config = { a: 1 };
  it.each<[string, readonly string[]]>([
    ['', []],
    ['one two', ['one', 'two']],
    ['"one two" three', ['one two', 'three']],
    [`'one "two"' x`, ['one "two"', 'x']],
    [String.raw`one\ two`, ['one two']],
    ['a|b > c; d & (e)', ['a|b', '>', 'c;', 'd', '&', '(e)']],
    ['*.ts ?x', ['*.ts', '?x']],
    ['#42 a#b', ['#42', 'a#b']],
    ['$HOME $5', ['$HOME', '$5']],
    ['${IFS}x ${a}b "${c}" ${d:-e}', ['${IFS}x', '${a}b', '${c}', '${d:-e}']],
    [String.raw`\$HOME '$x' a$`, ['$HOME', '$x', 'a$']],
    ["don't do this", ["don't", 'do', 'this']],
    ['say "hi', ['say', '"hi']],
    ['--name="test one"', ['--name=test one']],
    ['a\nb', ['a', 'b']],
    ['""', ['']],
    ['${X', ['${X']],
  ])('%j are %j', (args, words) => {
    expect(argumentWords(args)).toEqual(words);
  });

  it('keep variables that are not known as they are', () => {
    expect(argumentWords('${A} ${B}c $A', { A: 'one' })).toEqual(['one', '${B}c', 'one']);
  });

  it('stay objects where a variable is one', () => {
    const words = argumentWords('--config=$CONFIG --name="test" $CONFIG $OTHER', { CONFIG: config });
    expect(words).toEqual(['--config', config, '--name', 'test', config, '$OTHER']);
    expect(words[1]).toBe(config);
  });
});

it('objects that a program gives are JSON in a text, and one quoted word in a command', () => {
  const values = { CONFIG: { name: "it's" }, PLAIN: 'one two' };
  const skill = {
    body: 'All: $ARGUMENTS. Second: $ARGUMENTS[1]. !`run $ARGUMENTS`',
    argumentHint: undefined,
    argumentNames: [],
  };
  expect(fillTemplate(skill, '--config=$CONFIG $PLAIN', FACTS, values).map(({ text }) => text)).toEqual([
    `All: --config {"name":"it's"} one two. Second: {"name":"it's"}. `,
    String.raw`run --config '{"name":"it'\''s"}' 'one two'`,
  ]);
});

describe('the text of a skill', () => {
  it.each<[string, string, string, { hint?: string; names?: readonly string[]; plugin?: string }?]>([
    ['Do it.', '', 'Do it.'],
    ['Do it.', 'a  b', 'Do it.\n\nARGUMENTS: a  b'],
    ['Do $ARGUMENTS.', 'a "b c"', 'Do a "b c".'],
    ['Do $ARGUMENTS.', '', 'Do .'],
    ['All: $ARGUMENTS, second: $ARGUMENTS[1]', 'a "b c"', 'All: a "b c", second: b c'],
    ['$ARGUMENTS[5]', 'a', '$ARGUMENTS[5]\n\nARGUMENTS: a'],
    ['First $1, then $2', 'a b', 'First a, then b', { hint: '[x] [y]' }],
    ['From $0 to $1', 'a b', 'From a to b', { hint: '[x] [y]' }],
    ['Only $1', 'a b c', 'Only a\n\nARGUMENTS: b c', { hint: '[x]' }],
    ['Missing $3', 'a', 'Missing $3\n\nARGUMENTS: a', { hint: '[x]' }],
    ['It costs $5 and $1.50', 'a', 'It costs $5 and $1.50\n\nARGUMENTS: a'],
    ['$1.50 $1,000 $2k $3% $1', 'a', '$1.50 $1,000 $2k $3% a', { hint: '[x]' }],
    ['awk {print $1}', '', 'awk {print $1}'],
    [String.raw`\$1 and $1`, 'a', '$1 and a', { hint: '[x]' }],
    [String.raw`\$HOME \$1`, '', String.raw`\$HOME \$1`],
    ['$pr in $focus$other', '7 speed', '7 in speed$other', { names: ['pr', 'focus'] }],
    ['$pr in [$focus]', '7', '7 in []', { names: ['pr', 'focus'] }],
    [
      '${CLAUDE_SESSION_ID} ${SLUICE_SKILL_DIR} ${CLAUDE_PROJECT_DIR} ${CLAUDE_EFFORT}',
      '',
      'S1 /skills/x /project high',
    ],
    ['In ${CLAUDE_PLUGIN_ROOT}/x', '', 'In ${CLAUDE_PLUGIN_ROOT}/x'],
    ['In ${CLAUDE_PLUGIN_ROOT}/x', '', 'In /a plugin/x', { plugin: '/a plugin' }],
    ['In ${CLAUDE_PLUGIN_DATA}/x', '', 'In /the data/x', { plugin: '/a plugin' }],
    ['In ${CLAUDE_PLUGIN_DATA}', '', 'In ${CLAUDE_PLUGIN_DATA}'],
    ['!`${CLAUDE_PLUGIN_ROOT}/x`', '', "{command: '/a plugin'/x}", { plugin: '/a plugin' }],
    ['!`ls "${CLAUDE_SKILL_DIR}" $1`', 'a', '{command: ls "/skills/x" a}', { hint: '[x]' }],
    ['!`${CLAUDE_SKILL_DIR}/x ${Y:-$1}`', 'a', '{unsafe: /skills/x/x ${Y:-a}}', { hint: '[x]' }],
    ['$1 $1', '$2', '$2 $2', { hint: '[x]' }],
    ['$ARGUMENTS', '$ARGUMENTS !`rm x`', '$ARGUMENTS !`rm x`'],
    ['Now: !`git status`.', '', 'Now: {command: git status}.'],
    ['no!`git status` and a`b`', '', 'no!`git status` and a`b`'],
    ['```!\ngit log\ngit status\n```\nEnd', '', '{command: git log\ngit status}\nEnd'],
    ['!`git log $1`', `"x'; rm y"`, `{command: git log 'x'\\''; rm y'}`, { hint: '[x]' }],
    ['!`git log "$1"`', 'a"$(b)`c`\\d', '{command: git log "a\\"\\$(b)\\`c\\`\\\\d"}', { hint: '[x]' }],
    ["!`awk '{print $1}' $1`", 'f', "{command: awk '{print $1}' f}", { hint: '[x]' }],
    ['!`ls $ARGUMENTS`', '"a b" c', "{command: ls 'a b' c}"],
    ['!`git log $(git merge-base $1)`', 'a', '{unsafe: git log $(git merge-base a)}', { hint: '[x]' }],
    ['!`git log $(git rev-parse HEAD)`', '', '{command: git log $(git rev-parse HEAD)}'],
    ['!`bash -c "echo $1"`', 'a', '{unsafe: bash -c "echo a"}', { hint: '[x]' }],
    ['!`eval $1`', 'a', '{unsafe: eval a}', { hint: '[x]' }],
    ['```!\ncat <<X\n$1\nX\n```', '$(b)', "{unsafe: cat <<X\n'$(b)'\nX}", { hint: '[x]' }],
    [
      "```!\nls # don't\necho $1\n```",
      '$(b)',
      "{command: ls # don't\necho $1}\n\nARGUMENTS: $(b)",
      { hint: '[x]' },
    ],
    ['!`[[ $1 -eq 1 ]]`', 'a', '{unsafe: [[ a -eq 1 ]]}', { hint: '[x]' }],
  ])('%j with %j is %j', (body, args, expected, head) => {
    expect(filled(body, args, head)).toBe(expected);
  });
});

describe('a message', () => {
  const isKnown = (name: string): boolean => ['a', 'b', 'git:c'].includes(name);
  it.each([
    ['/a', ['a'], ''],
    ['/a one two ', ['a'], 'one two'],
    ['/a /b one', ['a', 'b'], 'one'],
    ['/a /x one', ['a'], '/x one'],
    ['/a\nmore', ['a'], 'more'],
    ['/git:c', ['git:c'], ''],
    ['/unknown x', ['unknown'], 'x'],
    ['/a /a /a /a /a /a /a', ['a', 'a', 'a', 'a', 'a', 'a'], '/a'],
  ])('%j names commands', (text, names, args) => {
    expect(typedCommands(text, isKnown)).toEqual({ names, args });
  });

  it.each(['a', '/usr/bin x', '//a', '/', '/ a', 'see /a', '/-x'])('%j names none', (text) => {
    expect(typedCommands(text, isKnown)).toBeUndefined();
  });
});
