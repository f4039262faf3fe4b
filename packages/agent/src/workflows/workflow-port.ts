/** What a call of the Workflow tool names. */
export interface WorkflowRequest {
  readonly script?: string | undefined;
  readonly name?: string | undefined;
  /** A path, from the working directory if it is relative. Wins over `script`, which wins over `name`. */
  readonly scriptPath?: string | undefined;
}

/** A workflow that could run. */
export interface FoundWorkflow {
  readonly name: string;
  readonly description: string;
  /** Titles of its phases. */
  readonly phases: readonly string[];
  /** As it was written. */
  readonly source: string;
  /** What the interpreter runs. */
  readonly code: string;
}

export interface StartWorkflow {
  /** Any JSON value. */
  readonly args: unknown;
  readonly resumeFromRunId: string | undefined;
  readonly callId: string;
  readonly messageId: string;
}

export interface StartedWorkflow {
  readonly taskId: string;
  readonly runId: string;
  /** Absolute: a copy of the script. */
  readonly scriptPath: string;
  /** Absolute: grows while it runs. */
  readonly outputPath: string;
  /** Agents of an earlier run whose answers it can use. */
  readonly known: number;
}

type Refused = { readonly ok: false; readonly code: string; readonly message: string };

/** What the Workflow tool needs from its session. */
export interface WorkflowPort {
  /** @param cwd absolute */
  find(
    request: WorkflowRequest,
    cwd: string,
  ): Promise<{ readonly ok: true; readonly workflow: FoundWorkflow } | Refused>;
  /** Absolute: the file that the script is in. Undefined: the call holds it, or there is none. */
  fileOf(request: WorkflowRequest, cwd: string): string | undefined;
  start(
    workflow: FoundWorkflow,
    options: StartWorkflow,
  ): Promise<{ readonly ok: true; readonly started: StartedWorkflow } | Refused>;
}
