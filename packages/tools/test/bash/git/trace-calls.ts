/** A system call that strace has seen. */
export interface SystemCall {
  readonly pid: string;
  readonly name: string;
  /** As strace writes them. */
  readonly args: string;
  readonly hasSucceeded: boolean;
  /** Of a call that opens: the path that the kernel gives the descriptor. */
  readonly opened: string | undefined;
  readonly result: string;
}

/** The calls in `strace -f -y` output, those that were interrupted put together. */
export function traceCalls(text: string): readonly SystemCall[] {
  const begun = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of text.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = / ?<unfinished \.\.\.>$/;
    if (unfinished.test(rest)) {
      begun.set(pid, rest.replace(unfinished, ''));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const whole = resumed === undefined ? rest : `${begun.get(pid) ?? ''}${resumed}`;
    const parsed = /^(\w+)\((.*)\) += (.*)$/.exec(whole);
    if (parsed === null) continue;
    const [, name = '', args = '', result = ''] = parsed;
    const opened = /^\d+<(.*)>$/.exec(result)?.[1];
    calls.push({
      pid,
      name,
      args,
      result,
      hasSucceeded: !result.startsWith('-1') && !result.startsWith('?'),
      opened: opened === undefined ? undefined : unescape(opened),
    });
  }
  return calls;
}

/** The strings among the arguments of a call. */
export function stringsIn(args: string): readonly string[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => unescape(text));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f' };

function unescape(text: string): string {
  return text.replaceAll(/\\(?:([0-7]{1,3})|(.))/g, (_, octal: string | undefined, one: string | undefined) =>
    octal === undefined ? (ESCAPES[one ?? ''] ?? one ?? '') : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
