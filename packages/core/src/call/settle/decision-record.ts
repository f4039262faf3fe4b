import { describeCause } from '../../permission/describe/describe-cause.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';
import type { PermissionDecision } from '../../permission/decision.ts';
import type { JsonObject } from '../../data/json.ts';

/** A journal line is limited in size: beyond this, parts of a call are only counted. */
const MAX_PARTS = 40;
const MAX_SUBJECT = 300;

/** A decision with its trace, for the journal: the stage and cause of each part, the rule with file and line, the version. */
export function decisionRecord(decision: PermissionDecision): JsonObject {
  const { behavior, by, reason, rule, asked, version, parts = [] } = decision;
  return {
    behavior,
    by,
    reason: shortened(reason),
    rule: rule === undefined ? undefined : ruleRecord(rule),
    asked:
      asked === undefined
        ? undefined
        : {
            by: asked.by,
            reason: shortened(asked.reason),
            rule: asked.rule === undefined ? undefined : ruleRecord(asked.rule),
          },
    version,
    trace:
      parts.length > 0
        ? parts.slice(0, MAX_PARTS).map((part) => ({
            stage: part.stage,
            behavior: part.behavior,
            kind: part.kind,
            subject: shortened(part.subject),
            reason: shortened(describeCause(part.cause, part.subject)),
            rule: 'rule' in part.cause ? ruleRecord(part.cause.rule) : undefined,
          }))
        : undefined,
    untold: parts.length > MAX_PARTS ? parts.length - MAX_PARTS : undefined,
  };
}

function ruleRecord({ behavior, text, source, file, line }: PermissionRule): JsonObject {
  return {
    behavior,
    text: shortened(text),
    source,
    file,
    line,
  };
}

function shortened(text: string): string {
  return text.length <= MAX_SUBJECT ? text : `${text.slice(0, MAX_SUBJECT).toWellFormed()}…`;
}
