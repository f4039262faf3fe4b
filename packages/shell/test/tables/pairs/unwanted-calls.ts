import { startedPrograms } from '../../../src/tables/started-programs.ts';
import type { Traced } from './traced-run.ts';

const NAME_SERVER = /^connect\(\d+, \{sa_family=AF_INET6?, sin6?_port=htons\(53\)/;

/** Calls that a program makes and that change nothing, by its name. */
const OWN: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    // Reports wrong options to the system's log.
    pidof: /^connect\(.*"\/dev\/log"|^openat\(.*"\/dev\/console"/,
    // A directory is opened in a way that only fails.
    shasum: /^openat\(.*O_RDWR.*EISDIR/,
    // The names of the machine itself and of addresses that it is connected to; the command says none of them.
    hostname: NAME_SERVER,
    netstat: NAME_SERVER,
    lsof: NAME_SERVER,
    who: NAME_SERVER,
    w: NAME_SERVER,
    last: NAME_SERVER,
    // Reading the kernel's buffer; 5 and above change it.
    dmesg: /^syslog\((?:3|10) /,
  }),
);

/** Sockets of the machine itself: who may be asked for names, and what reports on it. */
const LOCAL = /\bAF_(?:UNIX|NETLINK)\b|\bnlmsg_len=/;
const NAME_SERVICE = /"\/var\/run\/nscd\/socket"/;

/** What a command did that one that only reads doesn't, as strace writes it. */
export function unwantedCalls(path: string, calls: Traced['calls'], reportsOnMachine: boolean): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const helpers = [name, ...startedPrograms(name)];
  return calls.filter((call) => {
    // The driver's own, when time ran out.
    if (/^kill\(-\d+, SIGKILL\b/.test(call) || OWN.get(name)?.test(call) === true) return false;
    if (/^open(?:at)?\(.*"\/dev\/(?:null|tty)"/.test(call)) return false;
    const program = /^execve\("(?:[^"]*\/)?([^"/]+)"/.exec(call)?.[1];
    if (program !== undefined) return !helpers.includes(program);
    return !NAME_SERVICE.test(call) && !(reportsOnMachine && LOCAL.test(call));
  });
}
