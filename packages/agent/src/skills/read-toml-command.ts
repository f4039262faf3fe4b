const KEY =
  /^(description|prompt)[ \t]*=[ \t]*(?:"""\r?\n?([\s\S]*?)"""|'''\r?\n?([\s\S]*?)'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/gm;

/** A command file of Gemini CLI, as Markdown with frontmatter. Undefined: it has no prompt. */
export function readTomlCommand(toml: string): string | undefined {
  const values = new Map<string, string>();
  for (const [, key = '', block, literalBlock, basic, literal] of toml.matchAll(KEY)) {
    const raw = literalBlock ?? literal;
    values.set(key, raw ?? unescaped(block ?? basic ?? ''));
  }
  const prompt = values.get('prompt');
  if (prompt === undefined) return undefined;
  const description = values.get('description');
  const body = prompt
    .replaceAll('{{args}}', '$ARGUMENTS')
    .replaceAll(/(^|\s)!\{([^{}\n`]+)\}/g, '$1!`$2`')
    .replaceAll(/@\{([^{}\n]+)\}/g, '@$1');
  const head = description === undefined ? '' : `---\ndescription: ${JSON.stringify(description)}\n---\n`;
  return head + body;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:\r?\n[ \t]*|(.))/g, (_, char: string | undefined) =>
    char === undefined ? '' : (ESCAPES[char] ?? `\\${char}`),
  );
}
