/** Names by which other products, and older files, call tools. Lower case. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['task', 'Agent'],
  ['multiedit', 'Edit'],
  ['ls', 'Glob'],
  ['bashoutput', 'TaskOutput'],
  ['killshell', 'TaskStop'],
  ['killbash', 'TaskStop'],
  ['notebookread', 'Read'],
  ['todoread', 'TodoWrite'],
  // Gemini CLI
  ['read_file', 'Read'],
  ['read_many_files', 'Read'],
  ['write_file', 'Write'],
  ['replace', 'Edit'],
  ['run_shell_command', 'Bash'],
  ['grep_search', 'Grep'],
  ['search_file_content', 'Grep'],
  ['list_directory', 'Glob'],
  ['web_fetch', 'WebFetch'],
  ['google_web_search', 'WebSearch'],
  ['write_todos', 'TodoWrite'],
  ['activate_skill', 'Skill'],
]);

/** Gives the names of tools in files their real form: they are known in any case of letters, and by older names. */
export function toolNamer(known: Iterable<string>): (rule: string) => string {
  const canonical = new Map([...known].map((name) => [name.toLowerCase(), name]));
  return (rule) => {
    const at = rule.indexOf('(');
    const [name, rest] = at === -1 ? [rule, ''] : [rule.slice(0, at), rule.slice(at)];
    const lower = name.toLowerCase();
    return `${canonical.get(lower) ?? OTHER_NAMES.get(lower) ?? name}${rest}`;
  };
}
