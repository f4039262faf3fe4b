import { contextTokens, type AgentEvent } from '@sluice/agent';
import {
  disarm,
  inputLabel,
  OUTCOME_MARKS,
  callLabel,
  type AgentIdentity,
  type ToolPool,
} from '@sluice/core';

/** Lines of each agent that are kept. */
const MAX_LINES = 200;
/** A terminal draws a tab in as many cells as it likes. */
const TAB = '    ';
/** Agents that are kept; those that have said nothing for longest go first. */
const MAX_AGENTS = 200;

interface Activity {
  lines: string[];
  /** Text after the last line break. */
  open: string;
  /** Its latest call; once that has failed or was denied, with the mark of its outcome. */
  lastCall: string;
  lastCallId: string;
  tokens: number;
}

/** What the agents below the main one do: tokens, last call, and the end of what they said. */
export class AgentWatch {
  readonly #activities = new Map<string, Activity>();
  readonly #pool: ToolPool;
  readonly #cwd: string;

  constructor({ pool, cwd }: { readonly pool: ToolPool; readonly cwd: string }) {
    this.#pool = pool;
    this.#cwd = cwd;
  }

  heard({ id }: AgentIdentity, event: AgentEvent): void {
    const activity = this.#of(id);
    switch (event.type) {
      case 'model': {
        const { event: part } = event;
        if (part.type === 'block-delta' && part.delta.type === 'text') write(activity, part.delta.text);
        if (part.type !== 'block-stop') break;
        endLine(activity);
        if (part.block.type === 'tool_use') {
          activity.lastCall = inputLabel(this.#pool, part.block.name, part.block.input, this.#cwd);
          activity.lastCallId = part.block.id;
        }
        break;
      }
      case 'assistant':
        activity.tokens = contextTokens(event.usage);
        break;
      case 'engine': {
        const { event: part } = event;
        if (part.type !== 'tool-result' || part.parentCallId !== undefined) break;
        const label = callLabel(this.#pool, part, undefined, this.#cwd);
        const { mark } = OUTCOME_MARKS[part.outcome.code];
        push(activity, `  ${mark} ${label}`);
        if (part.callId === activity.lastCallId && part.outcome.code !== 'ok')
          activity.lastCall = `${mark} ${label}`;
        break;
      }
      case 'result':
        endLine(activity);
        break;
      default:
    }
  }

  /** What its last request held. Undefined: it has not been heard of in this program. */
  tokens(id: string): number | undefined {
    return this.#activities.get(id)?.tokens;
  }

  lastCall(id: string): string {
    return this.#activities.get(id)?.lastCall ?? '';
  }

  /** The end of what it has said and done. */
  lines(id: string): readonly string[] {
    const activity = this.#activities.get(id);
    if (activity === undefined) return [];
    return activity.open === '' ? activity.lines : [...activity.lines, activity.open];
  }

  #of(id: string): Activity {
    const activity = this.#activities.get(id) ?? noActivity();
    this.#activities.delete(id);
    this.#activities.set(id, activity);
    const [oldest] = this.#activities.keys();
    if (this.#activities.size > MAX_AGENTS && oldest !== undefined) this.#activities.delete(oldest);
    return activity;
  }
}

function noActivity(): Activity {
  return { lines: [], open: '', lastCall: '', lastCallId: '', tokens: 0 };
}

function write(activity: Activity, text: string): void {
  const lines = `${activity.open}${disarm(text.replaceAll('\r', '').replaceAll('\t', TAB))}`.split('\n');
  activity.open = lines.pop() ?? '';
  for (const line of lines) push(activity, line);
}

function endLine(activity: Activity): void {
  if (activity.open !== '') push(activity, activity.open);
  activity.open = '';
}

function push(activity: Activity, line: string): void {
  activity.lines.push(line);
  if (activity.lines.length > MAX_LINES) activity.lines = activity.lines.slice(-MAX_LINES / 2);
}
