import {
  isCallInquiry,
  createMemoryStore,
  createRuntime,
  systemClock,
  type AnyTool,
  type Asker,
  type Hook,
  type JsonObject,
  type MemoryFiles,
  type InquiryAnswer,
  type CallInquiry,
  type PermissionState,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { builtInTools } from '@sluice/tools';
import { z } from 'zod';
import { CWD, policyOf } from './judge.ts';

export interface EngineOptions {
  readonly state: PermissionState;
  readonly files: MemoryFiles;
  readonly hooks?: readonly Hook[];
  /** Without an answer there is no one to ask. */
  readonly answer?: InquiryAnswer;
  /** Before an ask is answered. */
  readonly onAsk?: (request: CallInquiry) => void;
  /** Names of the agents around the call. */
  readonly agentChain?: readonly string[];
  /** Instead of the built-in tools. */
  readonly tools?: readonly AnyTool[];
}

export interface Ending {
  readonly code: string | undefined;
  readonly isAsked: boolean;
  /** The inputs that would have been worked on. */
  readonly worked: readonly unknown[];
}

/** One call through the engine, with the built-in tools' own say in permission and none of their work. */
export async function runInEngine(
  [name, input]: readonly [tool: string, input: JsonObject],
  { state, files, hooks = [], answer, onAsk, agentChain = [], tools }: EngineOptions,
): Promise<Ending> {
  const worked: unknown[] = [];
  let isAsked = false;
  const asker: Asker = {
    push(request, settle) {
      isAsked = true;
      if (isCallInquiry(request)) onAsk?.(request);
      if (answer !== undefined) settle(answer);
    },
    remove: () => {},
    update: () => {},
  };
  const runtime = createRuntime({
    tools: (tools ?? builtInTools({ processes: createProcessSession() })).map((tool) =>
      withoutWork(tool, worked),
    ),
    agentChain,
    cwd: CWD,
    hooks,
    permission: { policy: policyOf(files), state, ...(answer !== undefined && { asker }) },
    ports: { clock: systemClock, files, store: createMemoryStore() },
  });
  let code: string | undefined;
  for await (const event of runtime.run([{ id: 'c', name, input }])) {
    if (event.type === 'tool-result') ({ code } = event.outcome);
  }
  return { code, isAsked, worked };
}

function withoutWork(tool: AnyTool, worked: unknown[]): AnyTool {
  return {
    ...tool,
    inputSchema: z.looseObject({}),
    validateInput: () => ({ ok: true }),
    toModel: () => '',
    call: async (input: unknown) => {
      worked.push(input);
      return { data: '' };
    },
  };
}
