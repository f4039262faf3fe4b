const LOOK_UP =
  /^"?(?:\$\(|`)\s*(?:(?:readlink\s+-\w+|realpath)\s+"?(?:\$\(|`)?\s*)?(?:which|command\s+-v|type\s+-[pP]+)\s+["']?([\w.@+-]+)["']?\s*[)`"]*$/u;

/** The program whose place a word looks up: `"$(which rm)"`, `$(command -v rm)`. */
export function lookedUpProgram(written: string): string | undefined {
  return LOOK_UP.exec(written)?.[1];
}
