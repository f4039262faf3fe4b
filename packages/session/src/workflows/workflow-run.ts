import { createHash } from 'node:crypto';
import { Turns } from '@sluice/base';
import type { AgentReport, FoundWorkflow, SpawnRequest, SubAgentPort } from '@sluice/agent';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { ScriptHeap, type ScriptEnd } from '@sluice/host';
import type { EndedWork } from '@sluice/tools';
import { Replay } from './replay.ts';
import type { RecordedRun, RunJournal, RunStart } from './run-journal.ts';
import { WORKFLOW_PRELUDE } from './workflow-prelude.ts';

interface WorkflowRunOptions {
  readonly workflow: FoundWorkflow;
  readonly args: unknown;
  readonly start: RunStart;
  readonly journal: RunJournal;
  readonly earlier: RecordedRun | undefined;
  readonly agents: Pick<SubAgentPort, 'spawn'>;
  readonly callId: string;
  readonly messageId: string;
  readonly signal: AbortSignal;
  /** Agents at work at once. */
  readonly maxRunning: number;
  /** Settles when another agent of the session has ended. */
  readonly untilRoom: () => Promise<void>;
  /** Writes a line to the run's output. */
  readonly write: (line: string) => void;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Agents of one run. */
const MAX_AGENTS = 1_000;

interface AgentRequest {
  readonly prompt: string;
  readonly options: JsonObject;
}

/** One run of a workflow's script. */
export class WorkflowRun {
  readonly #options: WorkflowRunOptions;
  readonly #replay: Replay;
  readonly #turns: Turns;
  #count = 0;
  #opened = 0;
  #tokens = 0;
  #toolUses = 0;
  /** Why agents gave no answer. */
  readonly #failures: string[] = [];

  constructor(options: WorkflowRunOptions) {
    this.#options = options;
    this.#replay = new Replay(options.earlier ?? { calls: new Map(), answers: [] });
    this.#turns = new Turns(options.maxRunning);
  }

  /** Runs the script to its end, and ends its agents. Never rejects. */
  async work(): Promise<EndedWork> {
    const { workflow, args, start, signal, write } = this.#options;
    const startedAt = performance.now();
    const heap = new ScriptHeap({
      prelude: WORKFLOW_PRELUDE,
      init: JSON.stringify({ args, ...start }),
      onCall: async (_, json) => JSON.stringify(await this.#answer(json)),
      onSay: (channel, text) => write(channel === 'phase' ? `\n## ${text}\n` : `${text}\n`),
      onIdle: () => this.#replay.idle(),
    });
    let end: ScriptEnd;
    try {
      end = await heap.run(workflow.code, 'workflow.js', signal);
    } finally {
      await heap.close();
    }
    return this.#ended(end, performance.now() - startedAt);
  }

  async #answer(json: string): Promise<{ readonly time: number; readonly value: unknown }> {
    const { journal, now } = this.#options;
    this.#count += 1;
    const at = this.#count;
    if (at > MAX_AGENTS)
      throw new Error(`A workflow may start ${MAX_AGENTS} agents; this call would exceed that.`);
    const request = readRequest(JSON.parse(json));
    const key = keyOf(request);
    journal.called(at, key);
    const recorded = await this.#replay.answerTo(at, key);
    if (recorded !== undefined) {
      journal.answered(recorded);
      return recorded;
    }
    const found = await this.#turns.run(() => this.#open(at, request));
    const answer = { at, time: now(), value: found ?? null };
    // One that failed is opened again when the run is resumed.
    if (found !== undefined) journal.answered(answer);
    return answer;
  }

  /** What an agent answers. Undefined: it failed or was stopped. */
  async #open(at: number, { prompt, options }: AgentRequest): Promise<unknown> {
    const { agents, callId, messageId, signal, untilRoom, write } = this.#options;
    const label = text(options['label']) ?? `${this.#options.workflow.name} ${at}`;
    const request: SpawnRequest = {
      description: label,
      prompt,
      type: text(options['agentType']),
      model: text(options['model']),
      effort: undefined,
      isBackground: false,
      name: undefined,
      isolation: text(options['isolation']),
      schema: isJsonObject(options['schema']) ? options['schema'] : undefined,
      isOfWorkflow: true,
    };
    for (;;) {
      signal.throwIfAborted();
      const spawned = await agents.spawn(request, {
        ...{ callId, messageId, agentId: undefined, signal },
        idle: (wait) => wait,
        progress: () => {},
      });
      if (spawned.status === 'ended') return this.#take(label, spawned.report, request.schema !== undefined);
      if (spawned.status === 'launched') throw new Error(`${label} runs in the background.`);
      if (spawned.code !== 'too-many-agents') throw new Error(spawned.message);
      write(`${label} waits: ${spawned.message}\n`);
      await untilRoom();
    }
  }

  #take(label: string, report: AgentReport, hasSchema: boolean): unknown {
    const { outcome, reason, output, totalTokens, toolUses } = report;
    this.#opened += 1;
    this.#tokens += totalTokens;
    this.#toolUses += toolUses;
    const why = reason === undefined ? '' : `: ${reason}`;
    const tree = report.worktree === undefined ? '' : ` Its worktree: ${report.worktree.path}.`;
    this.#options.write(`${label} (${report.agentId}) ${outcome}${why}.${tree}\n`);
    const answer = outcome !== 'completed' ? undefined : hasSchema ? output?.value : report.text;
    if (answer === undefined)
      this.#failures.push(
        `${label} ${outcome === 'completed' ? 'gave no answer that matches its schema' : `${outcome}${why}`}`,
      );
    return answer;
  }

  #ended(end: ScriptEnd, durationMs: number): EndedWork {
    const { write, earlier } = this.#options;
    const { taken } = this.#replay;
    const notes = [
      `It started ${this.#opened} agent${this.#opened === 1 ? '' : 's'}.`,
      ...failureNotes(this.#failures),
      ...(earlier === undefined ? [] : [`${taken} results came from the earlier run.`]),
    ];
    if (end.ok) {
      const value: unknown = JSON.parse(end.json);
      const said = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
      write(`\n${said}\n`);
      const usage = { totalTokens: this.#tokens, toolUses: this.#toolUses, durationMs };
      return { end: { status: 'completed', text: said, usage }, notes };
    }
    if (end.kind === 'stopped') return { end: { status: 'stopped' }, notes };
    const reason = REASONS[end.kind] ?? end.message;
    write(`\nFailed: ${reason}\n`);
    return { end: { status: 'failed', reason }, notes };
  }
}

/** Of how many the reason is told. */
const MAX_FAILURES = 10;

function failureNotes(failures: readonly string[]): readonly string[] {
  if (failures.length === 0) return [];
  const rest = failures.length > MAX_FAILURES ? `; and ${failures.length - MAX_FAILURES} more` : '';
  return [`agent() returned null for: ${failures.slice(0, MAX_FAILURES).join('; ')}${rest}.`];
}

const REASONS: Partial<Readonly<Record<Extract<ScriptEnd, { ok: false }>['kind'], string>>> = {
  interrupted: 'its script computed for 10 seconds without waiting for an agent',
  memory: 'its script needs more than 64 MiB of memory',
  stuck: 'its script waits for a promise that never settles',
};

function readRequest(value: unknown): AgentRequest {
  if (!isJsonObject(value) || typeof value['prompt'] !== 'string') throw new Error('agent() needs a prompt.');
  const options = isJsonObject(value['options']) ? value['options'] : {};
  for (const name of ['label', 'model', 'agentType', 'isolation', 'phase'])
    if (options[name] !== undefined && options[name] !== null && typeof options[name] !== 'string')
      throw new Error(`agent(): ${name} must be a text.`);
  const { schema } = options;
  if (schema !== undefined && schema !== null && (!isJsonObject(schema) || schema['type'] !== 'object'))
    throw new Error('agent(): schema must be a JSON schema with type: "object" at its root.');
  return { prompt: value['prompt'], options };
}

/** What must be the same for an earlier answer to count; labels and phases may change. */
function keyOf({ prompt, options }: AgentRequest): string {
  const { schema = null, model = null, agentType = null, isolation = null } = options;
  return createHash('sha256')
    .update(JSON.stringify([prompt, schema, model, agentType, isolation]))
    .digest('hex');
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
