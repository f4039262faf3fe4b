export type { AgentFileServers, PluginServers } from './server-files.ts';
export { isOwnScope } from './configured-server.ts';
export type { ConfiguredServer } from './configured-server.ts';
export type { FindServersOptions, FoundServers } from './find-servers.ts';
export { clientServer } from './client-server.ts';
export { findServers, withClientServers } from './find-servers.ts';
export type {
  ClientChannel,
  RemoteServer,
  ServerConnection,
  ServerEntry,
  StdioServer,
} from './server-entry.ts';
export { projectServersFile, userServersFile, watchedServerFiles } from './server-files.ts';
export { entryHash } from './entry-hash.ts';
export { approvalsFile, entryChanges, readApprovals, saveApproval } from './approvals.ts';
export { redactForms } from '../redact-secrets.ts';
export { alikeProblem } from './alike-problem.ts';
export { toolPolicies, type ToolPolicy } from './tool-policies.ts';
export { nameProblem } from './name-problem.ts';
export { entryNotices, entryProblem } from './entry-problem.ts';
