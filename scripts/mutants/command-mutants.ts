import type { Mutant } from './mutant.ts';

const NETWORK = 'packages/process/src/sandbox/network';
const NETWORK_TESTS = 'packages/process/test/sandbox/network';
const SANDBOX_TEST = 'packages/process/test/sandbox/sandbox-arguments.test.ts';
const ALLOWED = 'packages/tools/src/bash/sandbox/allowed-by-sandbox.ts';
const EXEC_SANDBOX_TEST = 'packages/sluice/test/cli/exec/sandbox.process.test.ts';
const SESSION_PERMISSION = 'packages/core/src/permission/session-permission.ts';
const RELIABILITY_B_TEST = 'packages/sluice/test/cli/permission/reliability-b.test.ts';

/** Where commands run, for how long, and what stands when a session goes on. */
export const COMMAND_MUTANTS: readonly Mutant[] = [
  {
    name: 'sandbox-keeps-capabilities',
    breaks: 'A command of root in the sandbox keeps all its capabilities.',
    promise: 3,
    file: 'packages/process/src/sandbox/sandbox-arguments.ts',
    find: "...['--cap-drop', 'ALL',",
    replace: "...['--cap-add', 'ALL',",
    test: SANDBOX_TEST,
  },
  {
    name: 'sandbox-lets-sockets-through',
    breaks: 'A command in the sandbox reaches services of the machine by unix sockets.',
    promise: 3,
    file: 'packages/process/src/sandbox/seccomp-filter.ts',
    find: 'instruction(answer, hasUnixSockets ? ALLOW : refuse(EPERM)),',
    replace: 'instruction(answer, ALLOW),',
    test: 'packages/process/test/sandbox/seccomp-filter.test.ts',
  },
  {
    name: 'denied-host-let-through',
    breaks: 'A host that is denied is let through to a command in the sandbox where a list allows it too.',
    promise: 3,
    file: `${NETWORK}/compile-host-list.ts`,
    find: '!isDenied(host, port) && open.some(',
    replace: 'open.some(',
    test: `${NETWORK_TESTS}/compile-host-list.test.ts`,
  },
  {
    name: 'private-address-let-through',
    breaks: 'A listed name that has the address of this machine or its network leads there.',
    promise: 3,
    file: `${NETWORK}/connect-to-host.ts`,
    find: 'isIP(address) !== 0 && isOpen(address)',
    replace: 'isIP(address) !== 0',
    test: `${NETWORK_TESTS}/reach-listed.test.ts`,
  },
  {
    name: 'second-request-unjudged',
    breaks: 'The list of hosts is asked for the first request of a command alone.',
    promise: 3,
    file: `${NETWORK}/reach-listed.ts`,
    find: 'const { rules, upstream, onRefused } = options;',
    replace:
      'const { upstream, onRefused } = options;\n  let count = 0;\n  const rules = { ...options.rules, isListed: (host: string, port: number) => count++ > 0 || options.rules.isListed(host, port), isOpen: () => true };',
    test: `${NETWORK_TESTS}/reach-listed.test.ts`,
    title: 'is judged again',
  },
  {
    name: 'sandbox-approves-reading-elsewhere',
    breaks: 'The sandbox approves a command that reads outside of the working directories.',
    promise: 3,
    file: ALLOWED,
    find: 'return workspace.some((directory) => isInside(realPath, directory));',
    replace: 'return workspace.some((directory) => isInside(realPath, directory) || realPath !== "");',
    test: EXEC_SANDBOX_TEST,
    title: 'is not enough where it reads elsewhere',
  },
  {
    name: 'sandbox-approval-runs-plainly',
    breaks: 'A command that was approved for the sandbox’s sake runs without it.',
    promise: 3,
    file: 'packages/tools/src/bash/sandbox/sandbox-request.ts',
    find: 'policy.failsIfUnavailable || policy.autoAllows',
    replace: 'policy.failsIfUnavailable',
    test: EXEC_SANDBOX_TEST,
    title: 'runs nothing plainly',
  },
  {
    name: 'untrusted-sandbox-approves',
    breaks: 'A repository that nobody trusts gets permission by turning the sandbox on.',
    promise: 3,
    file: 'packages/settings/src/sandbox/sandbox-settings.ts',
    find: "&& isTrusted(partsOf('enabled'), loaded)",
    replace: "&& (isTrusted(partsOf('enabled'), loaded) || true)",
    test: 'packages/settings/test/sandbox/sandbox-settings.test.ts',
  },
  {
    name: 'cancelled-command-goes-on',
    breaks: 'A command that is cancelled while its call waits goes on in the background.',
    promise: 5,
    file: 'packages/tools/src/bash/run/wait-in-foreground.ts',
    find: "signal.addEventListener('abort', onAbort);",
    replace: "signal.addEventListener('aborted', onAbort);",
    test: 'packages/tools/test/bash/run/wait-in-foreground.test.ts',
  },
  {
    name: 'stopped-task-told-twice',
    breaks: 'A task that somebody stopped is told of once more as finished.',
    promise: 2,
    file: 'packages/tools/src/tasks/create-task-registry.ts',
    find: '        entry.isReported = true;\n        entry.work?.end(by);',
    replace: '        entry.work?.end(by);',
    test: 'packages/tools/test/tasks/create-task-registry.test.ts',
  },
  {
    name: 'denial-lost-on-resume',
    breaks: 'What the first command line denied is allowed when the session goes on.',
    promise: 3,
    file: SESSION_PERMISSION,
    find: "rule.source === 'session' || rule.behavior !== 'allow'",
    replace: "rule.source === 'session'",
    test: RELIABILITY_B_TEST,
    title: '41',
  },
  {
    name: 'bypass-back-on-resume',
    breaks: 'A session goes on in bypassPermissions though nobody enabled it.',
    promise: 3,
    file: SESSION_PERMISSION,
    find: "(mode === 'bypassPermissions' && !start.isBypassAvailable)",
    replace: "(mode === 'bypassPermissions' && start.isBypassAvailable && mode !== 'bypassPermissions')",
    test: RELIABILITY_B_TEST,
    title: '41',
  },
  {
    name: 'images-without-bound',
    breaks: 'The images of one message have no bound together.',
    promise: 4,
    file: 'packages/core/src/result/image-budget.ts',
    find: 'count < MAX_MESSAGE_IMAGES && chars + size <= MAX_MESSAGE_IMAGE_CHARS',
    replace: 'count < Infinity',
    test: 'packages/core/test/result/image-budget.test.ts',
  },
];
