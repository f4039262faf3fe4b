import { isHarmlessVariable } from '../../environment/is-harmless-variable.ts';
import { isVariableName } from '../../environment/is-variable-name.ts';
import type { SettingKey } from '../setting-key.ts';
import { ANYTHING, BOOLEAN, TEXT, TEXTS } from '../shape.ts';

const PLAIN = { setBy: 'anybody', merge: 'highest', untrusted: 'nothing' } as const;
const NONE = { ...PLAIN, use: 'none' } as const;
const WORKTREES = { ...PLAIN, use: { later: 'worktrees' } } as const;

export const TOOL_KEYS: readonly SettingKey[] = [
  {
    key: 'env',
    shape: { kind: 'map', of: { kind: 'variable' }, isName: isVariableName },
    setBy: 'anybody',
    merge: 'deep',
    untrusted: { when: (value, name) => isHarmlessVariable(name, value), text: 'harmless variables' },
    needsTrustedRoot: true,
    use: 'start',
    purpose: 'Variables of commands, and of the tools that are set by variables.',
  },
  {
    key: 'keepProcesses',
    shape: TEXTS,
    setBy: 'anybody',
    merge: 'joined',
    untrusted: 'nothing',
    use: 'start',
    purpose: 'Programs that do not end with the command that started them, such as build daemons.',
  },
  {
    key: 'bashOutputMaxChars',
    shape: { kind: 'number', least: 1, most: 150_000 },
    ...PLAIN,
    use: 'start',
    purpose: "Characters of a command's output shown in full, above BASH_MAX_OUTPUT_LENGTH; else 30,000.",
  },
  {
    key: 'defaultShell',
    shape: { kind: 'one-of', words: ['bash', 'powershell'] },
    default: 'bash',
    ...NONE,
    purpose: 'The shell of commands that a person types; Sluice has bash only.',
  },
  {
    key: 'cleanupPeriodDays',
    shape: { kind: 'number', least: 0 },
    default: 30,
    ...NONE,
    purpose: 'How long sessions are kept; Sluice removes none.',
  },
  {
    key: 'fileCheckpointingEnabled',
    shape: BOOLEAN,
    default: true,
    ...NONE,
    purpose: 'What files held is kept before edits; Sluice does so with the journal.',
  },
  {
    key: 'askUserQuestionTimeout',
    shape: TEXT,
    ...PLAIN,
    use: { later: 'questions to a person' },
    purpose: 'How long a question waits: 60s, 5m or 10m.',
  },
  {
    key: 'dialogExpiry',
    shape: ANYTHING,
    ...PLAIN,
    use: { later: 'questions to a person' },
    purpose: 'How long a dialog waits.',
  },
  {
    key: 'plansDirectory',
    shape: TEXT,
    ...PLAIN,
    use: { later: 'plans' },
    purpose: 'Where plans are written.',
  },
  {
    key: 'skipWebFetchPreflight',
    shape: BOOLEAN,
    default: false,
    ...PLAIN,
    wrong: false,
    use: { later: 'fetching pages' },
    purpose: 'Pages are fetched without a look at their host first.',
  },
  {
    key: 'disableSkillShellExecution',
    shape: BOOLEAN,
    default: false,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: { only: [true] },
    wrong: true,
    use: { later: 'skills' },
    purpose: 'Skills run no commands.',
  },
  {
    key: 'worktree.baseRef',
    shape: TEXT,
    ...WORKTREES,
    purpose: 'Where new worktrees branch off.',
  },
  {
    key: 'worktree.symlinkDirectories',
    shape: TEXTS,
    ...WORKTREES,
    merge: 'joined',
    purpose: 'Directories that worktrees share by links.',
  },
  {
    key: 'worktree.sparsePaths',
    shape: TEXTS,
    ...WORKTREES,
    merge: 'joined',
    purpose: 'What a worktree checks out.',
  },
  {
    key: 'worktree.bgIsolation',
    shape: TEXT,
    ...WORKTREES,
    purpose: 'How background agents are kept apart.',
  },
  { key: 'model', shape: TEXT, ...NONE, purpose: 'The model; Sluice calls none.' },
  {
    key: 'fallbackModel',
    shape: ANYTHING,
    ...NONE,
    purpose: 'Other models where the first is overloaded.',
  },
  { key: 'availableModels', shape: TEXTS, ...NONE, purpose: 'Models to choose from.' },
  { key: 'effortLevel', shape: TEXT, ...NONE, purpose: 'How much a model thinks.' },
  { key: 'outputStyle', shape: TEXT, ...NONE, purpose: 'How a model writes.' },
  {
    key: 'respectGitignore',
    shape: BOOLEAN,
    default: true,
    ...NONE,
    purpose: 'Whether completion of @ leaves out ignored files.',
  },
];
