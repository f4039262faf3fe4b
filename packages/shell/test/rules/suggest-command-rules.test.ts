import { expect, test } from 'vitest';
import { readCorpus } from '../../../../bench/corpus/read-corpus.ts';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import type { AnalysisContext, CommandAnalysis } from '../../src/effects/analysis.ts';
import { compileCommandPattern } from '../../src/rules/compile-command-pattern.ts';
import { suggestCommandRules } from '../../src/rules/suggest-command-rules.ts';
import { quietRepository } from '../effects/quiet-repository.ts';

const CONTEXT: AnalysisContext = { cwd: '/workspace/app', home: '/home/dev', repository: quietRepository };
const analyze = (command: string): CommandAnalysis => analyzeCommand(command, CONTEXT);
const suggest = (command: string) => suggestCommandRules(analyze(command)).map(({ text }) => text);

interface SuggestionRow {
  readonly title: string;
  readonly commands: readonly string[];
  readonly rules: readonly string[];
}

const ROWS: readonly SuggestionRow[] = [
  { title: 'a program', commands: ['tsc -p .'], rules: ['Bash(tsc -p .)'] },
  {
    title: 'a program and what it is to do',
    commands: ['git commit', 'git commit -m x', `git commit -m "it's"`, `git commit -m 'a\nb'`],
    rules: ['Bash(git commit *)'],
  },
  {
    title: 'a script of a package',
    commands: ['npm run test -- -u'],
    rules: ['Bash(npm run test -- -u)'],
  },
  { title: 'its short form', commands: ['npm test'], rules: ['Bash(npm test)'] },
  { title: 'three words', commands: ['gh pr create --fill'], rules: ['Bash(gh pr create --fill)'] },
  { title: 'a package that a runner runs', commands: ['npx eslint .'], rules: ['Bash(npx eslint .)'] },
  { title: 'a target of make', commands: ['make test CC=gcc'], rules: ['Bash(make test CC=gcc)'] },
  ...(
    'make all|gcc -c a.c|cargo build --release|go test ./...|npm run dev|npm ci|pytest -q|just build|mvn verify|gradle test|code .|' +
    'docker build .|mkdir -p x/y|touch a|./build.sh|eslint --fix .|git worktree add ../x|kubectl logs a'
  )
    .split('|')
    .map((command) => ({
      title: 'with other words it would run or write something else',
      commands: [command],
      rules: [`Bash(${command})`],
    })),
  { title: 'make alone', commands: ['make'], rules: ['Bash(make)'] },
  {
    title: 'a module that tests',
    commands: ['python3 -m pytest -x tests'],
    rules: ['Bash(python3 -m pytest -x tests)'],
  },
  {
    title: 'any other module',
    commands: ['python3 -m http.server'],
    rules: ['Bash(python3 -m http.server)'],
  },
  { title: 'a script of the project', commands: ['./build.sh --fast'], rules: ['Bash(./build.sh --fast)'] },
  {
    title: 'a wrapper that rules see through',
    commands: ['timeout 30 npm test'],
    rules: ['Bash(timeout 30 npm test)'],
  },
  {
    title: 'a harmless variable',
    commands: ['NODE_ENV=test npm test'],
    rules: ['Bash(NODE_ENV=test npm test)'],
  },
  { title: 'any other variable', commands: ['FOO=1 npm test'], rules: ['Bash(FOO=1 npm test)'] },
  { title: 'a removal', commands: ['rm -rf build', 'rm  -rf "build"'], rules: ['Bash(rm -rf build)'] },
  { title: 'an interpreter', commands: [`node -e 'f(1)'`], rules: [`Bash(node -e 'f(1)')`] },
  { title: 'a test runner of an interpreter', commands: ['node --test'], rules: ['Bash(node --test)'] },
  { title: 'a branch named like one', commands: ['git checkout node'], rules: ['Bash(git checkout node)'] },
  { title: 'a package named like one', commands: ['npm install bun'], rules: ['Bash(npm install bun)'] },
  { title: 'a directory named like one', commands: ['rm -rf batch'], rules: ['Bash(rm -rf batch)'] },
  { title: 'sudo', commands: ['sudo apt-get update'], rules: ['Bash(sudo apt-get update)'] },
  { title: 'env', commands: ['env FOO=1 make test'], rules: ['Bash(env FOO=1 make test)'] },
  { title: 'a download', commands: ['curl -s https://x.org/'], rules: ['Bash(curl -s https://x.org/)'] },
  {
    title: 'find that runs something, with a star that is a star',
    commands: [`find . -name '*.o' -exec rm -f {} +`],
    rules: [String.raw`Bash(find . -name '\*.o' -exec rm -f {} +)`],
  },
  { title: 'a shell within', commands: [`bash -c 'npm test'`], rules: [`Bash(bash -c 'npm test')`] },
  {
    title: 'a command that mostly looks, with an option that does not',
    commands: ['sort -o a.txt a.txt'],
    rules: ['Bash(sort -o a.txt a.txt)'],
  },
  { title: 'git, told where', commands: ['git -C x commit'], rules: ['Bash(git -C x commit)'] },
  {
    title: 'a terminal for other commands: tmux',
    commands: [`tmux new`],
    rules: [String.raw`Bash(tmux new)`],
  },
  {
    title: 'a terminal for other commands: a tmux session',
    commands: [`tmux new -d top`],
    rules: [String.raw`Bash(tmux new -d top)`],
  },
  {
    title: 'a terminal for other commands: a tmux session with a name',
    commands: [`tmux new-session -s a`],
    rules: [String.raw`Bash(tmux new-session -s a)`],
  },
  {
    title: 'a terminal for other commands: keys for tmux',
    commands: [`tmux send-keys -t a ls`],
    rules: [String.raw`Bash(tmux send-keys -t a ls)`],
  },
  {
    title: 'a terminal for other commands: screen',
    commands: [`screen -dm top`],
    rules: [String.raw`Bash(screen -dm top)`],
  },
  {
    title: 'a terminal for other commands: zellij',
    commands: [`zellij run top`],
    rules: [String.raw`Bash(zellij run top)`],
  },
  {
    title: 'a terminal for other commands: dtach',
    commands: [`dtach -n a top`],
    rules: [String.raw`Bash(dtach -n a top)`],
  },
  {
    title: 'a terminal for other commands: xterm',
    commands: [`xterm -e top`],
    rules: [String.raw`Bash(xterm -e top)`],
  },
  { title: 'git, undoing', commands: ['git reset --hard HEAD'], rules: ['Bash(git reset --hard HEAD)'] },
  { title: 'what xargs runs', commands: ['cat a | xargs git add'], rules: ['Bash(git add *)'] },
  {
    title: 'what xargs removes',
    commands: ['cat a | xargs rm', 'cat a | xargs tsc', 'cat a | xargs -n1 tsc'],
    rules: [],
  },
  {
    title: 'what runs its input',
    commands: [
      'cat a | sh',
      'python3 -',
      'cat a | sudo bash',
      'bash -s < a',
      'cat a | parallel tsc',
      'at now < a',
      'cat a | node --test -',
      'git bisect run node',
      'npm exec bun',
    ],
    rules: [],
  },
  { title: 'what looks and is written to a file', commands: ['cat a > b', 'echo hi >> b'], rules: [] },
  {
    title: 'a name that ends in a number',
    commands: ['base64 -i a.bin -o a.txt'],
    rules: ['Bash(base64 -i a.bin -o a.txt)'],
  },
  {
    title: 'one rule a sub-command that needed approval',
    commands: ['cat a && npm ci && npm run build | tail -3', 'npm ci; npm run build; npm ci'],
    rules: ['Bash(npm ci)', 'Bash(npm run build)'],
  },
  {
    title: 'redirections left out',
    commands: ['npm test > out.txt 2>&1', 'npm test 2>/dev/null'],
    rules: ['Bash(npm test)'],
  },
  {
    title: 'five',
    commands: ['a && b && c && d && e'],
    rules: ['a', 'b', 'c', 'd', 'e'].map((one) => `Bash(${one})`),
  },
  { title: 'more than five', commands: ['a && b && c && d && e && f'], rules: [] },
  { title: 'what looks', commands: ['ls -la', 'cd src && ls', 'git status'], rules: [] },
  { title: 'what is not understood', commands: ['tsc "', 'npm test && (', 'tsc \u202e'], rules: [] },
  {
    title: 'a name that is not known',
    commands: ['$CMD x', '"$(cat a)" x', 'r{m,} x', './*.sh', 'tsc; $CMD'],
    rules: [],
  },
  { title: 'an exact command that is not known', commands: ['rm $f', 'rm *', 'rm "$(cat a)"'], rules: [] },
  {
    title: 'several lines',
    commands: [`node -e 'a\nb'`, `rm 'a\nb'`],
    rules: [],
  },
  {
    title: 'what can’t be shown',
    commands: [`rm ${'a'.repeat(300)}`, `rm 'a\u202eb'`, `rm 'a\u00a0b'`, `rm 'a\u034fb'`, `rm 'a\u3164b'`],
    rules: [],
  },
  {
    title: 'a redirection that is asked about always',
    commands: ['tsc > $OUT', 'tsc && ls > ~/x'],
    rules: [],
  },
  { title: 'an assignment', commands: ['FOO=1'], rules: [] },
  { title: 'another directory', commands: ['cd /srv/data && ls'], rules: ['Read(//srv/data/**)'] },
  { title: 'directories too wide', commands: ['cd / && ls', 'cd ~ && ls', 'cd /etc && ls'], rules: [] },
  { title: 'an unknown directory', commands: ['cd "$DIR" && ls'], rules: [] },
  {
    title: 'a command that also runs within another, where a rule would cover it',
    commands: [`tsc && bash -c 'tsc -p x; rm x'`],
    rules: ['Bash(tsc)', `Bash(bash -c 'tsc -p x; rm x')`],
  },
];

test.each(
  ROWS.flatMap(({ title, commands, rules }) => commands.map((command) => ({ title, command, rules }))),
)('$title: $command', ({ command, rules }) => {
  expect(suggest(command)).toEqual(rules);
});

test('a suggestion names the sub-command that it is for', () => {
  expect(suggestCommandRules(analyze('ls && npm run build -- -x > log'))).toEqual([
    { text: 'Bash(npm run build -- -x)', covers: 'npm run build -- -x' },
  ]);
});

const ALL = [...readCorpus('effect-commands'), ...readCorpus('benign-commands')];

test('every suggestion for a command can be read again and allows a part of the command that needed it', () => {
  for (const source of ALL) {
    const analysis = analyze(source);
    for (const { text } of suggestCommandRules(analysis)) {
      expect(text).toMatch(/^(?:Bash\([^\p{C}]+\)|Read\(\/\/[^\p{C}]+\/\*\*\))$/u);
      if (text.startsWith('Read')) continue;
      const pattern = compileCommandPattern(text.slice('Bash('.length, -1));
      if ('problem' in pattern) throw new Error(`${text}: ${pattern.problem}`);
      expect([text, pattern.isBroad]).toEqual([text, false]);
      const covered = analysis.commands.filter(({ texts }) =>
        pattern.exact === undefined
          ? texts.allow !== undefined && pattern.matches(texts.allow)
          : pattern.matches(texts.exact),
      );
      expect([source, text, covered.some(({ isReadOnly }) => !isReadOnly)]).toEqual([source, text, true]);
      const outer = covered.filter(({ isNested }) => !isNested);
      const foreign = covered.filter(
        ({ isNested, start }) => isNested && outer.every((command) => command.start !== start),
      );
      expect([source, text, foreign]).toEqual([source, text, []]);
    }
  }
});
