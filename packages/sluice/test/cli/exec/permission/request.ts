import { displayInput, type JsonObject, type PermissionRequest } from '@sluice/core';

export function request(requestId: string, input: JsonObject = { command: requestId }): PermissionRequest {
  return {
    kind: 'permission',
    batch: { messageId: 'm', open: 1 },
    requestId,
    callId: requestId,
    toolName: 'Bash',
    input,
    display: displayInput(input),
    summary: requestId,
    reason: 'no rule allows it',
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: ['Bash(kept *)'],
    suggestedDestination: 'local',
    risk: 'medium',
    agentChain: [],
  };
}
