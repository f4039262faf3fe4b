/** Whether a line is what other programs take for an answer to a question: nobody means a model by it while one is open. */
export function isLikeAnswer(line: string): boolean {
  return /^(?:y|yes|n|no|ok|okay|a|always|allow|deny|\d+[.)])$/i.test(line);
}
