import { isHarmlessVariable } from '../is-harmless-variable.ts';
import { isVariableName } from '../is-variable-name.ts';
import type { SettingKey } from '../setting-key.ts';
import { OBJECT, TEXTS } from '../shape.ts';
import { NONE, PLAIN } from './plain-row.ts';

/** How tools run, and how much of their results a model sees. */
export const TOOL_SETTINGS = [
  {
    key: 'env',
    shape: { kind: 'map', of: { kind: 'variable' }, isName: isVariableName },
    setBy: 'anybody',
    merge: 'deep',
    untrusted: { when: (value, name) => isHarmlessVariable(name, value), text: 'harmless variables' },
    needsTrustedRoot: true,
    use: 'start',
    purpose: 'Environment variables for commands, and for tools configured by variables.',
  },
  {
    key: 'keepProcesses',
    shape: TEXTS,
    setBy: 'anybody',
    merge: 'joined',
    untrusted: 'nothing',
    use: 'start',
    purpose: 'Programs that outlive the command that started them, such as build daemons.',
  },
  {
    key: 'bashOutputMaxChars',
    shape: { kind: 'number', least: 1, max: 150_000 },
    ...PLAIN,
    use: 'start',
    purpose: 'Maximum characters of command output. Overrides BASH_MAX_OUTPUT_LENGTH; default 30,000.',
  },
  {
    key: 'toolLoading',
    shape: { kind: 'one-of', words: ['auto', 'reference', 'bridge', 'append', 'off'] },
    ...PLAIN,
    use: 'start',
    purpose: 'How to load deferred tools: auto (default), reference, bridge, append or off.',
  },
  {
    key: 'maxToolUseConcurrency',
    shape: { kind: 'number', least: 1 },
    ...PLAIN,
    use: 'start',
    purpose: 'Maximum parallel calls. Overrides SLUICE_MAX_TOOL_USE_CONCURRENCY; default 10.',
  },
  {
    key: 'cascade',
    shape: { kind: 'one-of', words: ['effects', 'all-shell', 'none'] },
    ...PLAIN,
    use: 'start',
    purpose: 'Which later commands to cancel when one fails: effects (default), all-shell or none.',
  },
  {
    key: 'resultLimits',
    shape: { kind: 'map', of: { kind: 'number', least: 0 }, isName: (name) => name !== '' },
    ...PLAIN,
    merge: 'deep',
    use: 'start',
    purpose: 'Maximum characters of a result shown in full, by tool: { "Grep": 20000 }.',
  },
  {
    key: 'messageBudget',
    shape: { kind: 'number', least: 1 },
    ...PLAIN,
    use: 'start',
    purpose: 'Maximum characters of all results in one message; default 200,000.',
  },
  {
    key: 'defaultShell',
    shape: { kind: 'one-of', words: ['bash', 'powershell'] },
    default: 'bash',
    ...NONE,
    purpose: 'The shell for commands that the user types. Sluice supports only bash.',
  },
  {
    key: 'lsp',
    shape: OBJECT,
    setBy: 'anybody',
    merge: 'deep',
    untrusted: 'nothing',
    // A server is a program that the first question about code starts.
    needsTrustedRoot: true,
    use: 'start',
    purpose: 'Language servers by name, as in `.lsp.json`.',
  },
] as const satisfies readonly SettingKey[];
