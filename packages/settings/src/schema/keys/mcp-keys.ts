import type { SettingKey } from '../setting-key.ts';
import { ANYTHING, BOOLEAN, OBJECTS, TEXTS } from '../shape.ts';

const MCP = { setBy: 'anybody', use: 'start' } as const;

export const MCP_KEYS = [
  {
    key: 'enableAllProjectMcpServers',
    shape: BOOLEAN,
    default: false,
    ...MCP,
    merge: 'highest',
    untrusted: { only: [false] },
    wrong: false,
    purpose: "All servers of the project's .mcp.json may start.",
  },
  {
    key: 'enabledMcpjsonServers',
    shape: TEXTS,
    ...MCP,
    merge: 'joined',
    untrusted: 'nothing',
    purpose: 'Servers of .mcp.json that may start.',
  },
  {
    key: 'disabledMcpjsonServers',
    shape: TEXTS,
    ...MCP,
    merge: 'joined',
    untrusted: 'all',
    purpose: 'Servers of .mcp.json that may not start.',
  },
  {
    key: 'allowedMcpServers',
    shape: OBJECTS,
    ...MCP,
    lockedBy: 'allowManagedMcpServersOnly',
    merge: 'joined',
    untrusted: 'nothing',
    purpose: 'The only servers that may be used.',
  },
  {
    key: 'deniedMcpServers',
    shape: OBJECTS,
    ...MCP,
    merge: 'joined',
    untrusted: 'all',
    purpose: 'Servers that may not be used.',
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
    purpose: "Only a policy's allowedMcpServers count.",
  },
  {
    key: 'managedMcpServers',
    shape: ANYTHING,
    ...MCP,
    setBy: 'managed',
    merge: 'highest',
    untrusted: 'nothing',
    purpose: 'Servers that a policy brings.',
  },
] as const satisfies readonly SettingKey[];
