import { present } from '@sluice/base';
import type { RunEvent } from '@sluice/core';
import type { BackgroundTask } from '@sluice/tools';
import { shownToClients } from '../../shown-to-clients.ts';
import type { Summary } from '../tally.ts';
import { outcomeFields } from './outcome-fields.ts';
import { NOTHING, type Shown, type View } from './view.ts';

interface JsonlViewOptions {
  /** Also write progress, and every status change of a call. */
  readonly showsProgress: boolean;
  /** The clock's time at the start of the run; times are milliseconds since then. */
  readonly startedAt: number;
  /** Converts a time of that clock to milliseconds since 1970. */
  readonly wallTimeAt: (time: number) => number;
}

/** Writes a run as JSON lines. */
export function createJsonlView({ showsProgress, startedAt, wallTimeAt }: JsonlViewOptions): View {
  /** `id` is unique within the run and increases. */
  const progressLine = (event: RunEvent, fields: object): Shown =>
    showsProgress
      ? line({
          ...fields,
          id: event.sequence,
          time_ms: milliseconds(event.time - startedAt),
          timestamp: new Date(wallTimeAt(event.time)).toISOString(),
        })
      : NOTHING;
  return {
    show(event) {
      switch (event.type) {
        case 'tool-result':
          return line(toolResult(event));
        case 'message':
          return line(userMessage(event));
        case 'discarded':
          return line({
            type: 'discarded',
            tool_use_ids: event.handedOut,
            note: event.note,
          });
        case 'error':
        case 'notice':
          return line(remark(event));
        case 'call-state':
          return progressLine(event, {
            type: `call-${event.status}`,
            ...identity(event),
            attempt: event.attempt > 1 ? event.attempt : undefined,
          });
        case 'progress':
          return progressLine(event, {
            type: 'progress',
            ...identity(event),
            data: event.data,
            dropped: event.dropped,
          });
        case 'hook':
          return progressLine(event, hookLine(event));
        case 'hook-summary':
          return progressLine(event, hookSummaryLine(event));
        case 'permission-request':
          return line(permissionRequest(event));
        case 'permission-withdrawn':
          return line({
            type: 'permission_withdrawn',
            request_id: event.requestId,
            tool_use_id: event.callId,
          });
        case 'in-progress':
          return NOTHING;
        default:
          return event satisfies never;
      }
    },
    showTask: (task) => line(taskLine(task)),
    close: (summary) => line(summaryLine(summary)),
  };
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

/** The block that the model gets, plus what programs need. A call that didn't execute has no duration. */
function toolResult({ result, outcome, record, metadata, isDiscarded }: EventOf<'tool-result'>): object {
  return {
    ...result,
    ...outcomeFields(outcome),
    duration_ms: record.executingMs > 0 ? milliseconds(record.executingMs) : undefined,
    metadata,
    ...present({ discarded: isDiscarded ? true : undefined }),
  };
}

/** Ready to send: what hooks, tools and tasks add follows the results, where model APIs accept it, and is marked. */
function userMessage(event: EventOf<'message'>): object {
  const added = event.spoken.filter(({ toolName }) => toolName !== undefined);
  return {
    type: 'user',
    message: event.message,
    new_messages:
      added.length > 0
        ? added.map(({ text, toolName }) => ({ role: 'user', content: text, name: toolName }))
        : undefined,
    stop: event.stop,
  };
}

function permissionRequest({ request }: EventOf<'permission-request'>): object {
  const { matchedRule: rule } = request;
  const { display, suggestedRules } = shownToClients(request);
  return {
    type: 'permission_request',
    request_id: request.requestId,
    kind: request.kind === 'permission' ? undefined : request.kind,
    tool_use_id: request.callId,
    name: request.toolName,
    input: request.input,
    display: display.text,
    warnings: display.warnings,
    summary: request.summary,
    reason: request.reason,
    asked_by: request.askedBy,
    matched_rule:
      rule === undefined
        ? undefined
        : {
            text: rule.text,
            behavior: rule.behavior,
            source: rule.source,
            file: rule.file,
            line: rule.line,
          },
    blocked_path: request.blockedPath,
    suggested_rules: suggestedRules,
    suggested_destination: request.suggestedDestination,
    risk: request.risk,
    agent_chain: request.agentChain.length > 0 ? request.agentChain : undefined,
    agent_id: request.agentId,
    agent_type: request.agentType,
  };
}

function remark(event: EventOf<'error' | 'notice'>): object {
  return {
    type: event.type,
    code: event.code,
    message: event.message,
    tool_use_id: event.callId,
    line: event.type === 'error' ? event.line : undefined,
  };
}

function hookLine(event: EventOf<'hook'>): object {
  const progress = event.status === 'progress' ? event : undefined;
  const end = event.status === 'ended' ? event : undefined;
  return {
    type: `hook-${event.status}`,
    event: event.event,
    hook: event.hook,
    place: event.place,
    tool_use_id: event.callId,
    name: event.toolName,
    status_message: event.status === 'started' ? event.statusMessage : undefined,
    elapsed_ms: progress && milliseconds(progress.elapsedMs),
    stdout: progress?.stdout,
    stderr: progress?.stderr,
    outcome: end?.outcome,
    duration_ms: end && milliseconds(end.durationMs),
    said: end?.said,
    terminal_sequence: end?.terminalSequence,
  };
}

function hookSummaryLine(event: EventOf<'hook-summary'>): object {
  return {
    type: 'hook-summary',
    event: event.event,
    count: event.count,
    infos: event.infos,
    errors: event.errors,
    prevented_continuation: event.preventedContinuation,
    reason: event.reason,
  };
}

function identity(event: EventOf<'call-state' | 'progress'>): object {
  return {
    tool_use_id: event.callId,
    name: event.toolName,
    parent_tool_use_id: event.parentCallId,
  };
}

function taskLine({ id, type, command, outputPath, callId, status }: BackgroundTask): object {
  return {
    type: 'task',
    task_id: id,
    tool_use_id: callId,
    status: status.status,
    exit_code: status.status === 'exited' ? status.code : undefined,
    signal: status.status === 'signalled' ? status.signal : undefined,
    task_type: type,
    command,
    output_path: outputPath,
  };
}

function summaryLine(summary: Summary): object {
  return {
    type: 'summary',
    calls: summary.calls,
    outcomes: summary.outcomes,
    discarded: summary.discarded > 0 ? summary.discarded : undefined,
    wall_ms: milliseconds(summary.wallMs),
    call_ms: milliseconds(summary.callMs),
    peak_concurrency: summary.peakConcurrency,
    messages: summary.messages,
    errors: summary.errors,
    ended_tasks: summary.endedTasks.length > 0 ? summary.endedTasks : undefined,
    kept_results: summary.keptResults,
  };
}

function line(value: object): Shown {
  return { out: `${JSON.stringify(value)}\n`, err: '' };
}

/** Whole microseconds: further digits are noise. */
function milliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
