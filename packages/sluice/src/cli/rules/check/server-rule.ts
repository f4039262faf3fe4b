import { nearestName } from '@sluice/base';
import { parseRule, type PermissionRule, type RuleProblem } from '@sluice/core';

type Problem = Pick<RuleProblem, 'code' | 'message'>;

/** The tools for resources, whose rules say nothing in brackets but `server:NAME` and `uri:URI`. */
const RESOURCE_TOOLS: ReadonlySet<string> = new Set([
  'ListMcpResourcesTool',
  'ReadMcpResourceTool',
  'ReadMcpResourceDirTool',
]);

/**
 * What is wrong with a rule about MCP servers that matches nothing as it is written, or nearly has the name of a server. A server that isn't
 * configured is not a mistake: another directory may have it.
 * @param servers names of the servers that are configured
 */
export function serverRuleProblem(rule: PermissionRule, servers: readonly string[]): RuleProblem | undefined {
  const parsed = parseRule(rule.text);
  if (!parsed.ok) return undefined;
  const { toolName, specifier } = parsed.parts;
  const problem = RESOURCE_TOOLS.has(toolName)
    ? resourceProblem(toolName, specifier, rule)
    : nameProblem(toolName, servers);
  return problem && { ...problem, rule, isIgnored: false };
}

function resourceProblem(
  toolName: string,
  specifier: string | undefined,
  { behavior }: PermissionRule,
): Problem | undefined {
  if (specifier === undefined || (behavior !== 'allow' && /^\w+:./su.test(specifier))) return undefined;
  const fix =
    behavior === 'allow'
      ? `write ${toolName}`
      : `write ${toolName}(server:${specifier}), or mcp__${specifier} for all of that server`;
  return neverMatches(`${toolName} takes no name in brackets, so this rule never matches; ${fix}`);
}

function nameProblem(toolName: string, servers: readonly string[]): Problem | undefined {
  const single = /^mcp_(?=[^_*])(.+)$/i.exec(toolName)?.[1];
  if (single !== undefined) {
    const right = `mcp__${single}`;
    const found = nameProblem(right, servers)?.message.split('write ').at(-1);
    return neverMatches(
      `names of MCP tools begin with "mcp__", so this rule never matches; write ${found ?? right}`,
    );
  }
  if (!/^mcp__[^_]/i.test(toolName)) return undefined;
  const name = spelled(`mcp__${toolName.slice('mcp__'.length)}`);
  const [, server = '', rest = ''] = /^mcp__(.+?)((?:__.*)?)$/.exec(name) ?? [];
  if (server.includes('*')) return undefined;
  const known = servers.map(spelled);
  const isKnown = known.includes(server);
  const sameLetters = known.find((one) => one.toLowerCase() === server.toLowerCase());
  const near = isKnown ? server : (sameLetters ?? nearestName(server, known));
  const tail = rest === '__' ? '' : rest;
  if (rest === '__')
    return neverMatches(`it names no tool, so this rule never matches; write mcp__${near ?? server}`);
  if (isKnown) {
    if (toolName.startsWith('mcp__')) return undefined;
    return {
      code: 'wrong-case',
      message: `names are case-sensitive, so this rule never matches; write ${name}`,
    };
  }
  if (near === undefined) return undefined;
  const what = `no MCP server ${JSON.stringify(server)} is configured here`;
  return sameLetters === undefined
    ? { code: 'near-miss', message: `${what}; to mean ${JSON.stringify(near)}, write mcp__${near}${tail}` }
    : {
        code: 'wrong-case',
        message: `${what}; names are case-sensitive: write mcp__${near}${tail}`,
      };
}

function neverMatches(message: string): Problem {
  return { code: 'never-matches', message };
}

/** As names of MCP tools have it. */
function spelled(text: string): string {
  return text.replaceAll(/[^\w*-]/g, '_');
}
