import { displayInput } from '../../display/display-input.ts';
import { sanitize } from '../../display/sanitize.ts';
import type { CallInquiry } from '../../permission/ask/inquiry.ts';
import type { Ask } from '../../permission/ask/demands-of-ask.ts';
import { NO_SUGGESTIONS, suggestionsFor } from '../../policy/suggestions.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallPreview } from '../../data/call-preview.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { Call } from '../../engine/call.ts';
import { checkContext } from '../check-context.ts';
import { queryOf } from './policy-decision.ts';
import { declaredClaims } from '../declared-claims.ts';
import { tryOr } from '../../tool/predicates.ts';

/** Made after the files were read that the decision is about: if one changes before the call starts, it is asked again. */
export async function previewOf(engine: Engine, call: Call, tool: AnyTool): Promise<CallPreview | undefined> {
  if (tool.preview === undefined) return undefined;
  try {
    return await tool.preview(call.input, checkContext(engine, call));
  } catch {
    return undefined;
  }
}

/** What a person is asked about a call. */
export function requestFor(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  decision: Ask,
  requestId: string,
  batch: CallInquiry['batch'],
  changedFile = call.verdicts.changedFile,
): CallInquiry {
  const query = queryOf(engine, call, tool, declaredClaims(call, engine.session.cwd));
  const display = displayInput(call.json);
  // What a person can't see, they can't allow permanently.
  const suggestions =
    decision.by === 'default' && display.warnings.length === 0
      ? tryOr(
          () => suggestionsFor(tool, query, engine.permission.policy, engine.permission.state.current()),
          NO_SUGGESTIONS,
        )
      : NO_SUGGESTIONS;
  return {
    kind: tool.interaction ?? 'permission',
    requestId,
    callId: call.id,
    toolName: call.name,
    cwd: engine.session.cwd,
    input: call.json,
    display,
    summary: sanitize(tryOr(() => tool.summarize(call.input, { cwd: engine.session.cwd }), call.name)),
    reason: sanitize(reasonFor(changedFile, decision)),
    editable: tool.editable,
    ...partsOf(decision),
    askedBy: decision.by,
    matchedRule: decision.rule,
    blockedPath: decision.blockedPath,
    suggestedRules: suggestions.rules,
    suggestedDestination: suggestions.destination,
    risk: risk(call, tool),
    agentChain: engine.agent.chain,
    agentId: engine.agent.identity?.id,
    agentType: engine.agent.identity?.type,
    batch,
  };
}

/** A line of several commands shows which of them the question is about. */
function partsOf({ parts = [] }: Ask): Pick<CallInquiry, 'parts'> {
  const commands = parts.filter(({ kind }) => kind === 'command' || kind === 'redirection');
  if (commands.length < 2) return {};
  return {
    parts: commands.map(({ subject, behavior }) => ({
      text: sanitize(subject),
      isAllowed: behavior === 'allow',
    })),
  };
}

function reasonFor(changedFile: string | undefined, { reason }: Ask): string {
  return changedFile === undefined ? reason : `${changedFile} changed while you were deciding; ${reason}`;
}

function risk(call: Call, tool: AnyTool): 'low' | 'medium' | 'high' {
  if (!call.hasEffects) return 'low';
  const { input, cwd } = call;
  const isHigh = tryOr(() => tool.isHighRisk?.(input, { cwd }) ?? tool.isDestructive(input, { cwd }), true);
  return isHigh ? 'high' : 'medium';
}
