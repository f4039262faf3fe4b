import type { RuleParts } from '../data/permission-rule.ts';

export type ParsedRule =
  | { readonly ok: true; readonly parts: RuleParts }
  | { readonly ok: false; readonly problem: string };

const NAME = /^[A-Za-z0-9_*-]+$/;

/** Parses `Tool(specifier)`; for anything else, says what is wrong and how to fix it. */
export function parseRule(text: string): ParsedRule {
  const trimmed = text.trim();
  if (trimmed === '') return wrong('it is empty; a rule is Tool or Tool(specifier)');
  const open = trimmed.indexOf('(');
  const toolName = canonical((open === -1 ? trimmed : trimmed.slice(0, open)).trimEnd());
  if (open === -1 && trimmed.includes(')')) return wrong('it has a closing bracket without an opening one');
  if (!NAME.test(toolName)) {
    return wrong(`${JSON.stringify(toolName)} is not the name of a tool (letters, digits, "_", "-" and "*")`);
  }
  if (open === -1) return { ok: true, parts: { toolName, specifier: undefined } };
  if (!trimmed.endsWith(')')) return wrong('its closing bracket is missing at the end');
  const specifier = trimmed.slice(open + 1, -1).trim();
  if (specifier === '') return wrong(`the brackets are empty; write ${toolName} alone for every use of it`);
  if (/\p{Cc}/u.test(specifier)) return wrong('it contains a control character or a line break');
  return { ok: true, parts: { toolName, specifier: specifier === '*' ? undefined : specifier } };
}

/** Servers' names may contain anything; in the names of their tools, everything except letters, digits, `_` and `-` is `_`. */
function canonical(name: string): string {
  return name.startsWith('mcp__') ? name.replaceAll(/[^\w*-]/g, '_') : name;
}

function wrong(problem: string): ParsedRule {
  return { ok: false, problem };
}
