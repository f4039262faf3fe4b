import { displayInput, type PermissionRequest } from '@sluice/core';

export function request(requestId: string, input: unknown = { command: requestId }): PermissionRequest {
  return {
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
