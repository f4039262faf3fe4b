const TAKING = new Set([
  '--allowedTools',
  '--allowed-tools',
  '--disallowedTools',
  '--disallowed-tools',
  '--tools',
]);

/** `Name`, `mcp__server__tool` or `Name(…)`: a prompt is rarely a single word of this form. */
const RULE = /^(?:[A-Z][A-Za-z]*|mcp__[\w-]+\*?)(?:\(.*\))?$/s;

/**
 * Converts several rules after one flag, as other programs accept them, to one flag each. Anything that doesn't look
 * like a rule is unchanged.
 */
export function spreadRules(args: readonly string[]): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const spread: string[] = [];
  let flag: string | undefined;
  let isFirst = false;
  for (const argument of args.slice(0, end)) {
    if (TAKING.has(argument)) {
      flag = argument;
      isFirst = true;
    } else if (isFirst) isFirst = false;
    else if (flag !== undefined && RULE.test(argument)) spread.push(flag);
    else flag = undefined;
    spread.push(argument);
  }
  return [...spread, ...args.slice(end)];
}
