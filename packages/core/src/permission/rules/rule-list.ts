import type { Files } from '../../ports/files.ts';
import { createAnyCaseIndex, type AnyCaseIndex } from './any-case-index.ts';
import { createCommandIndex, type CommandIndex, type CommandRule } from './command-index.ts';
import { createDomainIndex, type DomainRule } from './domain-index.ts';
import { createLinkedFiles } from './linked-files.ts';
import { createNamedFiles } from './named-files.ts';
import { createNameIndex, type NameRule } from './name-rule.ts';
import { addTo, earlier, type Ordered } from './ordered.ts';
import { createParameterIndex, type ParameterRule } from './parameter-rule.ts';
import { createPathIndex, type PathIndex } from './path-index.ts';
import type { PathRule } from './path-rule.ts';
import type { Reading } from './reading.ts';
import { ruleKindOf } from './rule-kinds.ts';
import { createToolIndex, createToolNames, type ToolNames } from './tool-names.ts';

/** A rule with all its meanings. */
export interface ReadRule extends Ordered {
  readonly readings: readonly Reading[];
}

interface SpecifierRule extends Ordered {
  readonly specifier: string;
}

/** The rules of one of the lists allow, ask and deny. Names are canonical here. */
export interface RuleList {
  firstForTool(names: readonly string[]): Ordered | undefined;
  readonly parameters: ToolNames<ReturnType<typeof createParameterIndex>>;
  readonly paths: { readonly Read: PathIndex; readonly Edit: PathIndex };
  /** The same for deny and ask. */
  readonly pathsInAnyCase: { readonly Read: AnyCaseIndex; readonly Edit: AnyCaseIndex };
  /** For deny and ask, by another name of the file. */
  readonly namedFiles: Readonly<Record<'Read' | 'Edit', ReturnType<typeof createNamedFiles>>>;
  /** Of `Read` rules. */
  readonly linkedFiles: ReturnType<typeof createLinkedFiles>;
  readonly commands: ReadonlyMap<string, CommandIndex>;
  readonly domains: ReadonlyMap<string, ReturnType<typeof createDomainIndex>>;
  readonly names: ReadonlyMap<string, ReturnType<typeof createNameIndex>>;
  readonly specifiers: ReadonlyMap<string, readonly SpecifierRule[]>;
  /** The first rule with brackets that may apply to a call of such a tool, whatever the call is. */
  firstConcerning(names: readonly string[]): Ordered | undefined;
}

/** @param rules in order */
export function createRuleList(rules: readonly ReadRule[], files: Files): RuleList {
  const tools = new Map<string, Ordered>();
  const parameters = new Map<string, ParameterRule[]>();
  const paths = { Read: new Array<PathRule>(), Edit: new Array<PathRule>() };
  const commands = new Map<string, CommandRule[]>();
  const domains = new Map<string, DomainRule[]>();
  const names = new Map<string, NameRule[]>();
  const specifiers = new Map<string, SpecifierRule[]>();
  const concerning = new Map<string, Ordered>();
  let firstPath: Ordered | undefined;

  for (const { order, rule, readings } of rules) {
    for (const reading of readings) {
      const { tool } = reading;
      const placed = { order, rule };
      if (isConcern(reading, readings) && !concerning.has(tool)) concerning.set(tool, placed);
      switch (reading.kind) {
        case 'tool':
          if (!tools.has(tool)) tools.set(tool, placed);
          break;
        case 'parameter':
          addTo(parameters, tool, { ...placed, parameter: reading.parameter });
          break;
        case 'path':
          paths[reading.tool].push({ ...placed, patterns: reading.patterns });
          firstPath ??= placed;
          break;
        case 'command':
          addTo(commands, tool, { ...placed, pattern: reading.pattern });
          break;
        case 'domain':
          addTo(domains, tool, { ...placed, pattern: reading.pattern });
          break;
        case 'name':
          addTo(names, tool, { ...placed, name: reading.name, takesRest: reading.takesRest });
          break;
        case 'specifier':
          addTo(specifiers, tool, { ...placed, specifier: reading.specifier });
          break;
        default:
          reading satisfies never;
      }
    }
  }

  const indexes = { Read: createPathIndex(paths.Read, files), Edit: createPathIndex(paths.Edit, files) };

  return {
    firstForTool: createToolIndex(tools),
    parameters: createToolNames(mapValues(parameters, createParameterIndex)),
    paths: indexes,
    pathsInAnyCase: {
      Read: createAnyCaseIndex(paths.Read, indexes.Read, files),
      Edit: createAnyCaseIndex(paths.Edit, indexes.Edit, files),
    },
    namedFiles: {
      Read: createNamedFiles(paths.Read, files),
      Edit: createNamedFiles(paths.Edit, files),
    },
    linkedFiles: createLinkedFiles(paths.Read, files),
    commands: mapValues(commands, createCommandIndex),
    domains: mapValues(domains, createDomainIndex),
    names: mapValues(names, createNameIndex),
    specifiers,
    firstConcerning(asked) {
      let best: Ordered | undefined;
      for (const name of asked) {
        best = earlier(best, concerning.get(name));
        const pathRules = name === 'Read' || name === 'Edit' ? paths[name] : [];
        best = earlier(best, pathRules[0]);
        // Commands touch files, so rules for paths apply to them.
        if (ruleKindOf(name)?.brackets === 'command') best = earlier(best, firstPath);
      }
      return best;
    },
  };
}

/** A parameter is known even if a command is not; `Bash(run_in_background:true)` is about one, not about a command with that name. */
function isConcern(reading: Reading, readings: readonly Reading[]): boolean {
  if (reading.kind === 'tool' || reading.kind === 'parameter' || reading.kind === 'path') return false;
  const isParameter = readings.some(({ kind }) => kind === 'parameter');
  return !(isParameter && reading.kind === 'command' && reading.pattern.exact !== undefined);
}

function mapValues<A, B>(map: ReadonlyMap<string, A>, change: (value: A) => B): Map<string, B> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
