import { builtInPool } from './built-in-pool.ts';
import { toolFacts } from './tool-facts.ts';
import { toolTable } from './tool-table.ts';

/** The whole text of docs/tools.md. */
export async function toolTableMarkdown(): Promise<string> {
  const { tools } = builtInPool();
  const facts = await Promise.all(tools.map((tool) => toolFacts(tool, tools)));
  const [head = [], ...rows] = toolTable(facts);
  return `# The built-in tools

Made from the tools' declarations; \`sluice tools list\` prints the same. Each answer holds for every input, or says \`by
input\`. A tool whose limit is its own bounds its results itself; above any other limit a result goes to disk, and the
model sees a preview and the path.

${row(head)}
${row(head.map(() => '---'))}
${rows.map(row).join('\n')}
`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
