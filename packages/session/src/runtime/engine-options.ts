import { present } from '@sluice/base';
import { systemClock, type RuntimeOptions } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { checkImage, taskNotes } from '@sluice/tools';
import { engineSettings } from './engine-settings.ts';
import { askerOf } from '../permission/can-use-tool.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import { ENGINE_OPTION_NAMES, type AgentEngineOptions } from '../options/local-options.ts';

/** Completes an engine's options with the tools, ports and policy of its session. */
export function engineOptions(options: AgentEngineOptions, parts: SessionParts): RuntimeOptions {
  const { cwd, resumedWorktree, session, sessionId, permission, tasks, pool, files, env, tell } = parts;
  const { canUseTool, attachesTexts = true, attachments = () => [], classifier } = options;
  const asker = options.asker ?? (canUseTool && askerOf(canUseTool));
  const isResumed = session.resume !== undefined;
  const given = ENGINE_OPTION_NAMES.flatMap((name) =>
    options[name] === undefined ? [] : [[name, options[name]] as const],
  );
  return {
    ...Object.fromEntries(given),
    ...engineSettings(options, permission.loaded, env, tell),
    ...present({ sessionId }),
    cwd: resumedWorktree?.directory ?? cwd,
    messages: options.messages,
    root: options.root,
    loadHint: options.loadHint,
    // The first server may come while the session runs.
    arrival: (toolName) => parts.mcp?.arrival(toolName),
    whyMissing: (toolName) => parts.mcp?.whyMissing(toolName) ?? parts.search.whyMissing(toolName),
    parentMessageId: options.parentMessageId,
    tools: pool,
    attachments: () => [
      ...attachments(),
      ...(attachesTexts ? taskNotes(tasks.takeFinished()) : []).map((text) => ({
        text,
        speaker: 'task' as const,
      })),
    ],
    permission: {
      policy: permission.policy,
      state: permission.state,
      classifier: classifier ?? permission.classifier,
      asker: asker !== undefined && !permission.loaded.deniesInsteadOfPrompting ? asker : undefined,
      wrapAsker: (given) => (permission.loaded.deniesInsteadOfPrompting ? undefined : given),
      onUpdate(update) {
        void permission.save(update).then((problem) => {
          if (problem !== undefined) tell(problem);
        });
      },
    },
    ports: {
      clock: systemClock,
      files,
      store: session.store,
      validator: createAjvValidator(),
      checkImage,
      journal: session.journal,
    },
    resume: session.resume,
    questions: isResumed ? session.questions : undefined,
    isJournalDamaged: isResumed && session.setAside + session.lostLines > 0,
    lostLines: isResumed ? session.lostLines : 0,
  };
}
