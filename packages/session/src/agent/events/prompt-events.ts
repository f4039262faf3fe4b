import { present } from '@sluice/base';
import type { AgentHooks } from '@sluice/agent';
import { failureError } from '@sluice/core';
import type { DispatchedEvent, EventFields, EventVerdict, FireOptions, StopLoop } from '@sluice/hooks';
import type { SessionFacts } from '../../options/about-session.ts';
import type { AgentParts } from '../../runtime/local-runtime.ts';
import { taskSummaries } from './task-summaries.ts';

export interface PromptEventsOptions {
  readonly parts: Pick<AgentParts, 'dispatcher' | 'env' | 'tasks'>;
  readonly options: () => FireOptions;
  /** Receives what identifies the session: the user's message, once hooks have allowed it, or a title from them. */
  readonly note: (changes: { readonly prompt?: string; readonly title?: string }) => void;
  /** Facts about the session when it restarts after a compaction. */
  readonly about: () => Pick<SessionFacts, 'model' | 'title'>;
  /** The agent that another one opened: its end is `SubagentStop`. */
  readonly subagent:
    | Pick<EventFields['SubagentStop'], 'agent_id' | 'agent_type' | 'agent_transcript_path'>
    | undefined;
  /** Who writes the prompts: someone at a terminal, or a program. */
  readonly source: 'user' | 'sdk';
  /** The scheduled prompts of the session. */
  readonly crons: () => NonNullable<EventFields['Stop']['session_crons']>;
}

/** Fires the events of an agent's prompts. Hooks are looked up for each, since settings may change. */
export class PromptEvents implements AgentHooks {
  readonly #options: PromptEventsOptions;
  #stopLoop: StopLoop | undefined;
  /** Why a hook wants the work to end. */
  #stop: string | undefined;

  constructor(options: PromptEventsOptions) {
    this.#options = options;
  }

  async submitted(prompt: string, signal: AbortSignal): ReturnType<AgentHooks['submitted']> {
    const { source } = this.#options;
    const verdict = await this.#fire('UserPromptSubmit', { prompt, source }, signal);
    const title = verdict?.sessionTitle;
    if (verdict?.block === undefined) this.#options.note({ prompt, title });
    return {
      block: verdict?.block?.reason,
      stop: verdict?.stop?.reason,
      additionalContext: verdict?.additionalContext ?? [],
    };
  }

  async stopping(lastText: string, signal: AbortSignal): ReturnType<AgentHooks['stopping']> {
    if (!this.#has(this.#stopEvent)) return { goesOn: false, stop: undefined };
    const { options, parts, crons } = this.#options;
    this.#stopLoop ??= await this.#openStopLoop();
    const fields = {
      last_assistant_message: lastText,
      background_tasks: taskSummaries(parts.tasks.list()),
      session_crons: crons(),
    };
    const answer = await this.#stopLoop.ask(fields, { ...options(), signal });
    if (answer.goesOn) return { goesOn: true, feedback: answer.feedback };
    const capped = answer.isCapped
      ? `${this.#stopEvent} hooks continued it too many times in a row.`
      : undefined;
    return { goesOn: false, stop: answer.verdict.stop?.reason ?? capped };
  }

  async failed(failure: Parameters<AgentHooks['failed']>[0], lastText: string): Promise<void> {
    if (!this.#has('StopFailure')) return;
    await this.#fire('StopFailure', {
      error: failureError(failure.kind),
      error_details: failure.message,
      last_assistant_message: lastText,
    });
  }

  async compacting(
    trigger: 'auto' | 'manual',
    instructions: string | undefined,
    signal: AbortSignal,
  ): ReturnType<AgentHooks['compacting']> {
    const fields = { trigger, custom_instructions: instructions ?? null };
    const verdict = await this.#fire('PreCompact', fields, signal);
    this.#noteStop(verdict);
    return { block: verdict?.block?.reason, instructions: verdict?.additionalContext ?? [] };
  }

  async compacted(
    trigger: 'auto' | 'manual',
    summary: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const verdict = await this.#fire('PostCompact', { trigger, compact_summary: summary }, signal);
    const started = await this.#restarted('compact', signal);
    this.#noteStop(verdict);
    return [...(verdict?.additionalContext ?? []), ...started];
  }

  async cleared(signal: AbortSignal): Promise<readonly string[]> {
    await this.#fire('SessionEnd', { reason: 'clear' }, signal);
    return this.#restarted('clear', signal);
  }

  stopWanted(): string | undefined {
    const reason = this.#stop;
    this.#stop = undefined;
    return reason;
  }

  began(): void {
    this.#stopLoop?.reset();
  }

  async #restarted(source: 'compact' | 'clear', signal: AbortSignal): Promise<readonly string[]> {
    const { model, title } = this.#options.about();
    const started = await this.#fire('SessionStart', { source, model, session_title: title }, signal);
    this.#noteStop(started);
    if (started?.sessionTitle !== undefined) this.#options.note({ title: started.sessionTitle });
    return started?.additionalContext ?? [];
  }

  get #stopEvent(): 'Stop' | 'SubagentStop' {
    return this.#options.subagent === undefined ? 'Stop' : 'SubagentStop';
  }

  #has(event: DispatchedEvent): boolean {
    const { parts, subagent } = this.#options;
    return parts.dispatcher()?.has(event, subagent?.agent_id) === true;
  }

  #fire<Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
    signal?: AbortSignal,
  ): Promise<EventVerdict> | undefined {
    if (!this.#has(event)) return undefined;
    const { parts, options } = this.#options;
    return parts.dispatcher()?.fire(event, fields, { ...options(), ...present({ signal }) });
  }

  async #openStopLoop(): Promise<StopLoop> {
    const { createStopLoop } = await import('@sluice/hooks');
    const { dispatcher, env } = this.#options.parts;
    const current = {
      fire: <Event extends DispatchedEvent>(event: Event, fields: EventFields[Event], at: FireOptions) => {
        const hooks = dispatcher();
        if (hooks === undefined) throw new Error('Hooks are no longer available.');
        return hooks.fire(event, fields, at);
      },
    };
    return createStopLoop(current, env, this.#options.subagent);
  }

  #noteStop(verdict: EventVerdict | undefined): void {
    this.#stop ??= verdict?.stop?.reason;
  }
}
