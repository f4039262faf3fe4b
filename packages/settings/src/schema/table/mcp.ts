import type { SettingKey } from '../setting-key.ts';
import { ANYTHING, BOOLEAN, SERVER_MATCHES, TEXT, TEXTS } from '../shape.ts';

const MCP = { setBy: 'anybody', use: 'start' } as const;

export const MCP_SETTINGS = [
  {
    key: 'mcp.credentialCommand',
    shape: TEXT,
    ...MCP,
    // It runs without a question, and what it prints is a secret.
    setBy: 'not-repository',
    merge: 'highest',
    untrusted: 'nothing',
    purpose: 'Command that prints the credentials of a remote MCP server.',
  },
  {
    key: 'enableAllProjectMcpServers',
    shape: BOOLEAN,
    default: false,
    ...MCP,
    merge: 'highest',
    untrusted: { only: [false] },
    // A server is a program that starts before the first question, as hooks do.
    needsTrustedRoot: true,
    wrong: false,
    purpose: "Allow every server in the project's .mcp.json to start.",
  },
  {
    key: 'enabledMcpjsonServers',
    shape: TEXTS,
    ...MCP,
    merge: 'joined',
    untrusted: 'nothing',
    needsTrustedRoot: true,
    purpose: 'Servers in .mcp.json that may start.',
  },
  {
    key: 'disabledMcpjsonServers',
    shape: TEXTS,
    ...MCP,
    merge: 'joined',
    untrusted: 'all',
    purpose: 'Servers in .mcp.json that may not start.',
  },
  {
    key: 'allowedMcpServers',
    shape: SERVER_MATCHES,
    ...MCP,
    lockedBy: 'allowManagedMcpServersOnly',
    merge: 'joined',
    untrusted: 'nothing',
    wrong: [],
    purpose: 'Allowlist of MCP servers; all others are blocked.',
  },
  {
    key: 'deniedMcpServers',
    shape: SERVER_MATCHES,
    ...MCP,
    merge: 'joined',
    untrusted: 'all',
    purpose: 'Denylist of MCP servers.',
  },
  {
    key: 'allowManagedMcpServersOnly',
    shape: BOOLEAN,
    default: false,
    ...MCP,
    setBy: 'managed',
    merge: { any: true },
    untrusted: 'nothing',
    wrong: true,
    purpose: 'Use only allowedMcpServers from a policy.',
  },
  {
    key: 'managedMcpServers',
    shape: ANYTHING,
    ...MCP,
    setBy: 'managed',
    merge: 'highest',
    untrusted: 'nothing',
    purpose: 'MCP servers provided by a policy.',
  },
] as const satisfies readonly SettingKey[];
