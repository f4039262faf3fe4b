import { createRuntime } from '@sluice/core';
import type { SessionParts } from '../parts/session-parts.ts';
import { engineOptions } from './engine-options.ts';
import type { AgentEngineOptions } from '../options/local-options.ts';
import { localRuntime, type LocalRuntime } from './local-runtime.ts';
import { withEvents } from './with-events.ts';

/** One agent's engine in a session that has begun. */
export function openRuntime(parts: SessionParts, options: AgentEngineOptions): LocalRuntime {
  const { announcements, hooks, events } = parts;
  const engine = { ...engineOptions(options, parts), announcements };
  const runtime = createRuntime(withEvents(engine, hooks, events, options.attachesTexts));
  if (parts.telemetry !== undefined)
    parts.telemetry.follow(runtime.subscribe({ whenSlow: 'latest' }), undefined);
  return localRuntime(runtime, parts);
}
