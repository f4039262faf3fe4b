import { randomBytes, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type {
  FoundWorkflow,
  StartedWorkflow,
  StartWorkflow,
  SubAgentPort,
  WorkflowPort,
  WorkflowRequest,
} from '@sluice/agent';
import { errorText } from '@sluice/base';
import type { EndedWork, TaskRegistry } from '@sluice/tools';
import { OutputFile } from '../directory/output-file.ts';
import { readRun, RunJournal, SCRIPT, type RecordedRun, type RunStart } from './run-journal.ts';
import { WorkflowFiles, type WorkflowFilesContext } from './workflow-files.ts';

export interface WorkflowsOptions extends WorkflowFilesContext {
  /** Absolute: the session's. */
  readonly directory: string;
  /** Absolute. */
  readonly resultsDirectory: string;
  readonly tasks: TaskRegistry;
  readonly agents: Pick<SubAgentPort, 'spawn'>;
  readonly tell: (text: string) => void;
}

const RUN_ID = /^wf_[0-9a-f]{16}$/;
const MAX_RUNNING = 16;

type Result<Value> = ({ readonly ok: true } & Value) | Refused;
interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

/** Runs the workflows of a session as background tasks. */
export class Workflows implements WorkflowPort {
  readonly #options: WorkflowsOptions;
  readonly files: WorkflowFiles;

  constructor(options: WorkflowsOptions) {
    this.#options = options;
    this.files = new WorkflowFiles(options);
  }

  find(request: WorkflowRequest, cwd: string): Promise<Result<{ readonly workflow: FoundWorkflow }>> {
    return this.files.find(request, cwd);
  }

  fileOf(request: WorkflowRequest, cwd: string): string | undefined {
    return this.files.fileOf(request, cwd);
  }

  async start(
    workflow: FoundWorkflow,
    { args = null, resumeFromRunId, callId, messageId }: StartWorkflow,
  ): Promise<Result<{ readonly started: StartedWorkflow }>> {
    const { directory, resultsDirectory, tasks, agents, tell } = this.#options;
    const earlier = this.#earlier(resumeFromRunId);
    if (earlier?.ok === false) return earlier;
    const release = tasks.reserve();
    if (release === undefined)
      return refuse('too-many-tasks', 'Too many background tasks are running. Stop one with TaskStop.');
    const start: RunStart = earlier?.run.start ?? { startedAt: Date.now(), seed: randomInt(2 ** 32) };
    const runId = `wf_${randomBytes(8).toString('hex')}`;
    const place = join(directory, 'workflows', runId);
    let journal: RunJournal;
    try {
      journal = new RunJournal(place, workflow.source, start);
    } catch (error) {
      release();
      return refuse('not-stored', `The workflow can't be stored in ${place}: ${errorText(error)}`);
    }
    const stopper = new AbortController();
    const outputPath = join(resultsDirectory, `workflow-${runId}.md`);
    const output = new OutputFile(outputPath, tell);
    output.open();
    output.add(`# ${workflow.name}\n`);
    const { WorkflowRun } = await import('./workflow-run.ts');
    const run = new WorkflowRun({
      ...{ workflow, args, start, journal, agents, callId, messageId },
      earlier: earlier?.run,
      signal: stopper.signal,
      maxRunning: Math.min(MAX_RUNNING, 2 * availableParallelism()),
      untilRoom: () => untilAgentEnds(tasks, stopper.signal),
      write: (line) => output.add(line),
      now: Date.now,
    });
    release();
    const task = tasks.adopt({
      type: 'workflow',
      command: `${workflow.name}: ${workflow.description}`,
      outputPath,
      ended: run.work().then((ended) => resumable(ended, runId)),
      callId,
      end: () => stopper.abort(),
    });
    return {
      ok: true,
      started: {
        ...{ taskId: task.id, runId, outputPath },
        scriptPath: join(place, SCRIPT),
        known: earlier?.run.answers.length ?? 0,
      },
    };
  }

  #earlier(id: string | undefined): Result<{ readonly run: RecordedRun }> | undefined {
    if (id === undefined) return undefined;
    const run = RUN_ID.test(id) ? readRun(join(this.#options.directory, 'workflows', id)) : undefined;
    return run === undefined
      ? refuse(
          'unknown-run',
          `This session has no workflow run ${JSON.stringify(id)}. Leave out resumeFromRunId.`,
        )
      : { ok: true, run };
  }
}

function refuse(code: string, message: string): Refused {
  return { ok: false, code, message };
}

/** Says how to continue with a run that did not complete. */
function resumable({ end, notes }: EndedWork, runId: string): EndedWork {
  if (end.status === 'completed') return { end, notes };
  return { end, notes: [...notes, `To continue with it: Workflow with resumeFromRunId: ${runId}.`] };
}

/** Settles with the end of any agent, or when the run is stopped. */
async function untilAgentEnds(tasks: Pick<TaskRegistry, 'watch'>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unwatch = tasks.watch(({ type, status }) => {
    if (type === 'agent' && status.status !== 'running') resolve();
  });
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  unwatch();
}
