import { defineTool, fail, type JsonSchema, type ToolResult } from '@sluice/core';
import type { WorkflowPort } from './workflow-port.ts';

interface WorkflowInput {
  readonly script?: string;
  readonly name?: string;
  readonly scriptPath?: string;
  readonly args?: unknown;
  readonly resumeFromRunId?: string;
  /** Ignored. */
  readonly description?: string;
  /** Ignored. */
  readonly title?: string;
}

interface WorkflowOutput {
  readonly status: 'async_launched';
  readonly taskId: string;
  readonly taskType: 'local_workflow';
  readonly workflowName: string;
  readonly runId: string;
  readonly summary: string;
  readonly scriptPath: string;
}

const inputSchema: JsonSchema<WorkflowInput> = {
  type: 'object',
  properties: {
    script: { type: 'string', minLength: 1, maxLength: 200_000, description: 'The script.' },
    name: { type: 'string', minLength: 1, description: 'A saved workflow.' },
    scriptPath: {
      type: 'string',
      minLength: 1,
      description: 'A file with a script. Wins over script and name.',
    },
    args: { description: 'Any JSON value: the script gets it as args.' },
    resumeFromRunId: {
      type: 'string',
      description:
        "An earlier run of this session: agents that ended in it, and are called in the same order with the same prompt and options, don't run again.",
    },
    description: { type: 'string', readOnly: true, description: 'Ignored.' },
    title: { type: 'string', readOnly: true, description: 'Ignored.' },
  },
  additionalProperties: false,
};

const DESCRIPTION = `Runs a script that starts many agents and combines their reports. It runs in the background; you are notified of its result.

Use it only if the user asked for a workflow, or for work that needs more than a handful of agents.

The script is plain JavaScript with await and return at the top level, without imports, files, network or timers:

export const meta = {name: "review", description: "Reviews each file", phases: ["Find", "Check"]}  // a literal
phase("Find")
const files = await agent("List the changed files.", {schema: {type: "object", properties: {files: {type: "array", items: {type: "string"}}}, required: ["files"]}})
const found = await pipeline(files?.files ?? [], (file) => agent(\`Review \${file}.\`), (report) => agent(\`Is this right? \${report}\`))
return found.filter((each) => each !== null)

- agent(prompt, {schema, label, model, agentType, isolation: "worktree", phase}): its report as text, or an object that matches the JSON schema; null if it failed or was stopped. It sees only its prompt.
- parallel([() => …, …]): runs all at once and returns their results. pipeline(items, ...steps): runs each item through all steps independently; a step gets (result, item, index). If a function throws, its result is null.
- phase(title), log(text): shown to the user. args: the call's args.
- Date.now() and Math.random() repeat when a run is resumed.`;

/** The `Workflow` tool: a script that opens agents. */
export function createWorkflowTool(port: WorkflowPort) {
  return defineTool<typeof inputSchema, WorkflowOutput>({
    name: 'Workflow',
    description: DESCRIPTION,
    searchHint: 'script that orchestrates many agents, workflow, fan out, pipeline',
    inputSchema,
    isDeferred: true,
    // The agents that it opens claim what their calls need.
    claims: () => [],
    actions: () => ({ actions: [{ type: 'named', name: 'workflow' }] }),
    decidedOn: (input, { cwd }) => {
      const path = port.fileOf(input, cwd);
      return path === undefined ? [] : [path];
    },
    isDestructive: () => false,
    maxResultSizeChars: Infinity,
    suggestRules: () => ['Workflow'],
    async validateInput(input, { cwd }) {
      if (input.script === undefined && input.name === undefined && input.scriptPath === undefined) {
        return { ok: false, code: 'no-script', message: 'Pass script, name or scriptPath.' };
      }
      const found = await port.find(input, cwd);
      return found.ok ? { ok: true } : found;
    },
    async checkPermissions(input, { cwd }) {
      const found = await port.find(input, cwd);
      if (!found.ok) return { behavior: 'passthrough' };
      const { name, description, phases } = found.workflow;
      const inPhases = phases.length === 0 ? '' : ` Phases: ${phases.join(', ')}.`;
      return {
        behavior: 'passthrough',
        message: `the workflow ${name} may start up to 1,000 agents (${description.trim().replace(/\.$/, '')}).${inPhases}`,
      };
    },
    async call(input, { callId, messageId, session }): Promise<ToolResult<WorkflowOutput>> {
      const found = await port.find(input, session.cwd);
      if (!found.ok) return fail(found.code, found.message);
      const { args, resumeFromRunId } = input;
      const result = await port.start(found.workflow, { args, resumeFromRunId, callId, messageId });
      if (!result.ok) return fail(result.code, result.message);
      const { taskId, runId, scriptPath, outputPath, known } = result.started;
      const { name } = found.workflow;
      const reused =
        resumeFromRunId === undefined ? '' : ` ${known} results of ${resumeFromRunId} can be reused.`;
      const summary = `The workflow ${name} runs in the background as ${taskId}. You are notified of its result. It writes to ${outputPath}.${reused} After a failure, correct a copy of ${scriptPath} and pass resumeFromRunId: ${runId}.`;
      return {
        data: {
          ...{ status: 'async_launched', taskId, taskType: 'local_workflow', workflowName: name, runId },
          ...{ summary, scriptPath },
        },
      };
    },
    toModel: ({ summary }) => summary,
    toClient: (output) => ({ ...output }),
    summarize: ({ name, scriptPath }) =>
      `Workflow${name === undefined && scriptPath === undefined ? '' : ` ${scriptPath ?? name ?? ''}`}`,
  });
}
