import type { PermissionRule, RuleBehavior } from '@sluice/core';

/** In a hundred rules: commands by their beginning, files, hosts, tools of servers, and one that no index can find. */
const KINDS: readonly { readonly share: number; readonly text: (index: number) => string }[] = [
  { share: 30, text: (index) => `Bash(${PROGRAMS[index % PROGRAMS.length]} task-${index} *)` },
  { share: 20, text: (index) => `Bash(npm run script-${index}:*)` },
  { share: 8, text: (index) => `Bash(make target-${index})` },
  { share: 11, text: (index) => `Read(packages/package-${index}/**)` },
  { share: 8, text: (index) => `Edit(/src/module-${index}/*.ts)` },
  { share: 4, text: (index) => `Read(//srv/data-${index}/**)` },
  { share: 2, text: (index) => `Read(secret-${index}.json)` },
  { share: 10, text: (index) => `WebFetch(domain:host-${index}.example.com)` },
  { share: 6, text: (index) => `mcp__server-${index % 40}__tool_${index}` },
  { share: 1, text: (index) => `Bash(* --flag-${index})` },
];

const PROGRAMS = ['git', 'cargo', 'docker', 'kubectl', 'python', 'go', 'pnpm', 'terraform'];
const PERIOD = KINDS.reduce((sum, { share }) => sum + share, 0);

/** Of ten rules seven allow, one asks, two deny. */
const BEHAVIORS: readonly RuleBehavior[] = [
  'allow',
  'allow',
  'deny',
  'allow',
  'allow',
  'ask',
  'allow',
  'allow',
  'deny',
  'allow',
];

/** Rules as large installations have them: mostly commands, then files, hosts and tools. */
export function permissionRules(count: number, root: string): readonly PermissionRule[] {
  return Array.from({ length: count }, (_, index): PermissionRule => {
    const source = index % 3 === 0 ? 'user' : index % 3 === 1 ? 'project' : 'local';
    return {
      behavior: BEHAVIORS[index % BEHAVIORS.length] ?? 'deny',
      text: textOf(index, count),
      source,
      root,
    };
  });
}

/** The kinds are mixed evenly; a short list has one of most of them. */
function textOf(index: number, count: number): string {
  if (count < PERIOD) return KINDS[index % (KINDS.length - 1)]?.text(index) ?? '';
  let place = (index * 37) % PERIOD;
  for (const { share, text } of KINDS) {
    if (place < share) return text(index);
    place -= share;
  }
  return '';
}
