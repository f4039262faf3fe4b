import { errorText } from '@sluice/base';
import type { Pattern, Program, Statement, ModuleDeclaration } from 'acorn';

export type RewrittenCode =
  /** A script that evaluates to a promise of the value of its last expression. `columnOf`: where in the given code a place of it is, from 1. */
  | {
      readonly ok: true;
      readonly code: string;
      readonly columnOf: (line: number, column: number) => number;
    }
  /** A clause. */
  | { readonly ok: false; readonly message: string };

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes a script of code with `await` at the top level whose names stay: declarations at the top level become global variables, and the
 * rest runs in an async function. `const` loses its protection by that.
 */
export async function rewriteRepl(code: string): Promise<RewrittenCode> {
  const { parse } = await import('acorn');
  let program: Program;
  try {
    program = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      allowHashBang: false,
    });
  } catch (error) {
    return { ok: false, message: errorText(error) };
  }
  const edits: Edit[] = [];
  const functions: string[] = [];
  for (const statement of program.body) {
    if (statement.type === 'FunctionDeclaration') functions.push(statement.id.name);
    else edits.push(...editsOf(statement, code));
  }
  const last = program.body.at(-1);
  if (last?.type === 'ExpressionStatement') {
    const { start, end } = last;
    edits.push(
      { start, end: start, text: 'return (' },
      { start: code[end - 1] === ';' ? end - 1 : end, end, text: ');' },
    );
  }
  const hoisted = functions.map((name) => `globalThis.${name} = ${name};`).join(' ');
  let script = `(async () => { ${hoisted} `;
  let at = 0;
  const kept: Kept[] = [];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    kept.push({ source: at, script: script.length });
    script += code.slice(at, start) + text;
    at = end;
  }
  kept.push({ source: at, script: script.length });
  script += code.slice(at);
  return {
    ok: true,
    code: `${script}\n})()`,
    columnOf: (line, column) => columnOf({ code, script, kept }, line, column),
  };
}

/** Where a piece of code that stays as it is begins, in the given code and in the script. */
interface Kept {
  readonly source: number;
  readonly script: number;
}

function columnOf(
  { code, script, kept }: { readonly code: string; readonly script: string; readonly kept: readonly Kept[] },
  line: number,
  column: number,
): number {
  const lineStart = (text: string): number =>
    text.split('\n', line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const at = lineStart(script) + column - 1;
  const piece = kept.findLast((one) => one.script <= at);
  const source = piece === undefined ? 0 : piece.source + at - piece.script;
  return Math.max(1, source - lineStart(code) + 1);
}

function editsOf(statement: Statement | ModuleDeclaration, code: string): readonly Edit[] {
  if (statement.type === 'ClassDeclaration') {
    const { start, end, id } = statement;
    return [
      { start, end: start, text: `globalThis.${id.name} = ` },
      { start: end, end, text: ';' },
    ];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  const { kind, declarations, start, end } = statement;
  if (kind === 'using' || kind === 'await using') return [];
  const parts = declarations.map(({ id, init }) => {
    const names = namesIn(id).map((name) => `globalThis.${name} = undefined`);
    // A declared variable without a value keeps what it had.
    if (init === null || init === undefined) {
      const [name = ''] = namesIn(id);
      return kind === 'var' ? `globalThis.${name} = globalThis.${name}` : names.join(', ');
    }
    const value = code.slice(init.start, init.end);
    if (id.type === 'Identifier') return `globalThis.${id.name} = (0, {${id.name}: ${value}}).${id.name}`;
    // So that the pattern's names are globals when it is taken apart.
    return [...names, `${code.slice(id.start, id.end)} = ${value}`].join(', ');
  });
  return [{ start, end, text: `(${parts.join(', ')});` }];
}

function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        namesIn(each.type === 'Property' ? each.value : each.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each === null ? [] : namesIn(each)));
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'MemberExpression':
      return [];
    default:
      return pattern satisfies never;
  }
}
