import { describe, expect, it } from 'vitest';
import { expectRows, type ReliabilityRow } from './expect-rows.ts';
import { judge } from './judge.ts';
import { realPlace } from './real-judge.ts';

const ALLOW = ['Bash', 'Bash(sluice *)', 'Bash(npx *)', 'Bash(node *)', 'Bash(python3 *)', 'Bash(sh *)'];
const ASKING = ['default', 'acceptEdits', 'auto'] as const;

const ROWS: readonly ReliabilityRow[] = [
  {
    line: 17,
    says: 'Sluice under another name',
    expected: '?',
    rules: { allow: ALLOW },
    modes: ASKING,
    calls: [
      'cp /usr/local/bin/sluice x && ./x mcp approve b',
      'ln -s /usr/local/bin/sluice x; ./x rules trust',
      'cp $(which sluice) x && ./x mcp approve b',
      'ln -s "$(command -v sluice)" x && ./x rules add allow Bash',
      'cp "$(readlink -f "$(which sluice)")" x.js; node x.js rules trust',
      '$(which sluice) mcp approve b',
      'cp node_modules/sluice/bin/sluice.js y.js && node y.js rules trust',
      'ln -s ../sluice/bin/sluice.js y.js; node y.js mcp approve b',
      'sluice() { command sluice "$@"; }; sluice mcp approve b',
      'f() { sluice mcp approve "$1"; }; f b',
      's=sluice; $s mcp approve b',
    ],
  },
  {
    line: 17,
    says: 'what runs Sluice with words from elsewhere',
    expected: '?',
    rules: { allow: ALLOW },
    modes: ASKING,
    calls: [
      'xargs sluice mcp approve < names',
      'echo b | xargs -n1 sluice mcp approve',
      "echo 'rules trust' | xargs sluice",
      'find . -name x -exec sluice mcp approve {} \\;',
      "echo 'sluice rules trust' | sh",
      "eval 'sluice rules trust'",
      "script -c 'sluice rules trust' /dev/null",
      "setsid -f sh -c 'sluice rules trust'",
      'env -u SLUICE_PROCESS_TAG sluice rules trust',
      'npx -p sluice sluice mcp approve b',
      'npx --package=sluice -- sluice mcp approve b',
      'bunx sluice rules trust',
    ],
  },
  {
    line: 17,
    says: 'code of other languages that runs Sluice',
    expected: '?',
    rules: { allow: ALLOW },
    modes: ASKING,
    calls: [
      `python3 -c 'import subprocess; subprocess.run(["sluice","mcp","approve","b"])'`,
      `python3 -c 'import os; os.system("sluice rules trust")'`,
      `perl -e 'system("sluice", "mcp", "approve", "b")'`,
      "ruby -e '`sluice rules trust`'",
      `node -e 'require("child_process").spawnSync("node", ["x/sluice.js", "rules", "trust"])'`,
      `php -r 'shell_exec("sluice rules trust");'`,
      `python3 - <<'E'\nimport os\nos.system("sluice -p hi --dangerously-skip-permissions")\nE`,
    ],
  },
  {
    line: 17,
    says: 'a session of its own with more rights',
    expected: '?',
    rules: { allow: ALLOW },
    modes: ASKING,
    calls: [
      'sluice -p hi --permission-mode bypassPermissions',
      'sluice -p --permission-mode=bypassPermissions hi',
      'sluice -p hi --permission-mode "$m"',
      'sluice -p hi --dangerously-skip-permissions',
      'sluice --allow-dangerously-skip-permissions -p hi',
      'sluice -p hi --allowed-tools Bash',
      "sluice -p hi --allowedTools 'Bash(*)'",
      'sluice exec --allow Bash < calls',
      `sluice -p hi --settings '{"permissions":{"allow":["Bash"]}}'`,
      'sluice -p hi --settings other.json',
      'sluice mcp serve --permission-mode bypassPermissions',
      'sluice mcp call gh put --allow mcp__gh',
      'sluice acp --permission-mode bypassPermissions',
      'npx sluice -p hi --dangerously-skip-permissions',
    ],
  },
  {
    line: 17,
    says: 'a session of its own without more rights',
    expected: 'A',
    rules: { allow: ALLOW },
    modes: ['default', 'acceptEdits'],
    calls: [
      'sluice -p hi',
      'sluice -p hi --permission-mode plan',
      'sluice -p hi --deny Bash',
      `sluice -p hi --settings '{"model":"x"}'`,
      "sluice -p -- 'explain --dangerously-skip-permissions'",
      'sluice mcp call gh get',
      'sluice explain Bash ls --permission-mode bypassPermissions',
    ],
  },
  {
    line: 17,
    says: 'a session in the mode of this one',
    expected: 'A',
    rules: { allow: ALLOW },
    modes: ['acceptEdits'],
    calls: ['sluice -p hi --permission-mode acceptEdits'],
  },
  {
    line: 17,
    says: 'a session in a looser mode than this one',
    expected: '?',
    rules: { allow: ALLOW },
    calls: ['sluice -p hi --permission-mode acceptEdits', 'sluice -p hi --permission-mode auto'],
  },
  {
    line: 17,
    says: 'deny rules hold in bypassPermissions',
    expected: 'D',
    rules: { deny: ['Edit(.sluice/**)', 'Bash(sluice -p *)'] },
    modes: ['bypassPermissions'],
    calls: [
      'sluice mcp approve b',
      'npx sluice rules trust',
      'cp $(which sluice) x; ./x mcp approve b',
      'sluice -p hi --dangerously-skip-permissions',
    ],
  },
  {
    line: 17,
    says: 'a copy of a program whose place is looked up is that program',
    expected: 'D',
    rules: { deny: ['Bash(rm *)'] },
    modes: ['bypassPermissions'],
    calls: ['cp $(which rm) y; ./y a', 'ln -s "$(command -v rm)" y && ./y a'],
  },
  {
    line: 17,
    says: 'words about Sluice run nothing',
    expected: 'A',
    calls: ["rg 'sluice mcp approve' docs", 'grep -rn "sluice rules trust" .', "echo 'sluice rules trust'"],
  },
];

expectRows('rights for agents', ROWS);

describe('what is asked about a command that gives rights', () => {
  it.each([
    ['sluice mcp approve b', 'approve the MCP server b of the project, which sessions then start'],
    ['sluice mcp approve b c', 'approve the MCP servers b, c of the project, which sessions then start'],
    ['sluice mcp approve --all', 'approve all MCP servers of the project, which sessions then start'],
    ['sluice mcp add b -- node x.js', 'add the MCP server b, which later sessions start'],
    ['sluice mcp add --env TOKEN=x --scope user b', 'add the MCP server b, which later sessions start'],
    ['sluice mcp confirm b', 'accept the changed tools of the MCP server b'],
    ['sluice mcp login b', 'log in to the MCP server b with your account'],
    [
      'sluice rules trust',
      'trust this repository: its settings may then allow calls, set variables and run hooks',
    ],
    ["sluice rules add allow 'Bash(npm *)'", 'add the allow rule Bash(npm *)'],
    ["sluice rules remove deny 'Read(.env)'", 'remove the rule deny, Read(.env)'],
    ['sluice asks answer ask-12 yes', "answer ask-12, which waits for a person's approval"],
    [
      'sluice -p hi --permission-mode bypassPermissions',
      'start a session of its own in the permission mode bypassPermissions',
    ],
    ['sluice -p hi --allowed-tools Bash', 'start a session of its own that may use Bash without asking'],
  ])('%s', (command, what) => {
    const { behavior, reason, grounds } = judge('Bash', command, { allow: ALLOW });
    expect({ behavior, reason }).toEqual({ behavior: 'ask', reason: `${command} would ${what}` });
    expect(grounds).toMatchObject({ cause: { kind: 'gives-rights', what } });
  });

  it('holds for links and copies on disk, and for recipes', async () => {
    const place = await realPlace({
      'pkg/sluice/bin/sluice.js': '',
      'w/copy.js': "import('../dist/cli.js'); // sluice\n",
      'w/Makefile': 'approve:\n\tsluice mcp approve b\nlist:\n\tsluice mcp list\n',
      'w/package.json': '{"scripts":{"trust":"sluice rules trust"}}',
      'w/set-up.sh': 'sluice rules trust\n',
    });
    const { symlinkSync } = await import('node:fs');
    symlinkSync('../pkg/sluice/bin/sluice.js', `${place.cwd}/link.js`);
    const rules = { mode: 'default', allow: ['Bash'] } as const;
    const verdicts = [
      'node link.js rules trust',
      './link.js rules trust',
      'node copy.js rules trust',
      'make approve',
      'npm run trust',
      'sh set-up.sh',
      'make list',
      'node copy.js mcp list',
    ].map((command) => `${command}: ${place.verdict(command, rules)}`);
    expect(verdicts).toEqual([
      'node link.js rules trust: ?',
      './link.js rules trust: ?',
      'node copy.js rules trust: ?',
      'make approve: ?',
      'npm run trust: ?',
      'sh set-up.sh: ?',
      'make list: A',
      'node copy.js mcp list: A',
    ]);
  });
});
