import { options, setOf, type Names, type RunnerOptions } from './options.ts';

/** A program that runs the command in its arguments. */
export interface RunnerRow extends RunnerOptions {
  /** Rules with wildcards never cover it: it says too little about what runs. */
  readonly isHidden: boolean;
  /** How many words stand between the options and the command. */
  readonly operands: number;
  /** `NAME=value` may come before the command. */
  readonly takesAssignments: boolean;
  /** The words of the command are one text to a shell. */
  readonly joins: boolean;
  /** With one of these options they are too. */
  readonly joinsWith: Names;
  /** Options whose value is a text to a shell. */
  readonly scripts: Names;
  /** Such a text is more of its own arguments. */
  readonly splits: boolean;
  /** The command runs where the runner does, when no option is given. */
  readonly staysHere: boolean;
  /** With one of these options, no word comes before the command. */
  readonly withoutOperand: Names;
  /** Where the command begins is not told by the row: any word may be it. */
  readonly isAnywhere: boolean;
}

const NO_NAMES = setOf('');

const row = (names: string, more: Partial<RunnerRow> = {}): [string, RunnerRow][] =>
  names.split('|').map((name) => [
    name,
    {
      ...options(''),
      isHidden: true,
      operands: 0,
      takesAssignments: false,
      joins: false,
      joinsWith: NO_NAMES,
      scripts: NO_NAMES,
      splits: false,
      staysHere: true,
      withoutOperand: NO_NAMES,
      isAnywhere: false,
      ...more,
    },
  ]);

const open = { isHidden: false, staysHere: false };
/** Where the line itself is, and not at the top of a project. */
const openHere = { isHidden: false };
const anywhere = { isAnywhere: true, staysHere: false };
const openAnywhere = { ...anywhere, isHidden: false };

/** By name, or name and sub-command. An option that isn't listed makes every word after it a possible command. */
export const runnerRows: ReadonlyMap<string, RunnerRow> = new Map([
  ...row('sudo', {
    ...options(
      '-A --askpass -b --background -B --bell -E -H --set-home -i --login -k --reset-timestamp -K --remove-timestamp ' +
        '-n --non-interactive -N --no-update -P --preserve-groups -s --shell -S --stdin -e --edit -l --list ' +
        '-V --version -v --validate --help',
      '-a --auth-type -c --login-class -C --close-from -D --chdir -g --group -h --host -p --prompt -R --chroot ' +
        '-r --role -t --type -T --command-timeout -u --user -U --other-user',
      '--preserve-env',
    ),
    takesAssignments: true,
  }),
  ...row('doas', options('-n -s -L', '-u -C')),
  ...row('pkexec', options('--disable-internal-agent --keep-cwd', '--user')),
  ...row('env', {
    ...options(
      '-i --ignore-environment - -0 --null -v --debug --list-signal-handling --help --version',
      '-u --unset -C --chdir -a --argv0 -S --split-string',
      '--block-signal --default-signal --ignore-signal',
    ),
    scripts: setOf('-S --split-string'),
    splits: true,
    takesAssignments: true,
  }),
  ...row('watch', {
    ...options(
      '-t --no-title -b --beep -e --errexit -g --chgexit -c --color -C --no-color -x --exec -w --no-wrap ' +
        '-p --precise -r --no-rerun -f --follow --help --version',
      '-n --interval -q --equexit -s --shotsdir',
      '-d --differences',
    ),
    joins: true,
  }),
  ...row('ionice', options('-t --ignore', '-c --class -n --classdata -p --pid -P -u')),
  ...row('setsid', options('-c --ctty -f --fork -w --wait')),
  ...row('flock', {
    ...options(
      '-s --shared -x -e --exclusive -u --unlock -n --nb --nonblock -o --close -F --no-fork --verbose',
      '-w --wait --timeout -E --conflict-exit-code',
    ),
    operands: 1,
    scripts: setOf('-c --command'),
  }),
  ...row('chroot', { ...options('--skip-chdir', '--userspec --groups'), operands: 1, staysHere: false }),
  ...row('nsenter', {
    ...options(
      '-a --all -m --mount -u --uts -i --ipc -n --net -p --pid -C --cgroup -U --user -T --time -r --root -w --wd -F',
      '-t --target -S --setuid -G --setgid',
    ),
    staysHere: false,
  }),
  ...row('unshare', {
    ...options(
      '-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time -f --fork -r --map-root-user ' +
        '-c --map-current-user --mount-proc --kill-child',
      '-R --root -w --wd -S --setuid -G --setgid --propagation --map-user --map-group',
    ),
  }),
  ...row('script', {
    ...options(
      '-a --append -e --return -f --flush -q --quiet --force',
      '-c --command -E -I -O -B -T -m -o -t',
    ),
    operands: 1,
    scripts: setOf('-c --command'),
  }),
  ...row('strace|ltrace', {
    ...options(
      '-f -ff -c -C -q -qq -r -t -tt -ttt -T -v -x -xx -y -yy -i -n -d -w -z -Z --follow-forks',
      '-e -o -p -s -u -a -E -P -O -S -b -I -X -U -l -A -D',
    ),
  }),
  ...row('taskset', { ...options('-a --all-tasks -c --cpu-list'), operands: 1 }),
  ...row('chrt', { ...options('-b -f -i -o -r -R -v -m'), operands: 1 }),
  ...row('exec', options('-c -l', '-a')),
  ...row(
    'busybox|toybox|coreutils|fakeroot|unbuffer|chronic|torsocks|proxychains|caffeinate|nocorrect|coproc',
  ),
  ...row(
    'setpriv|prlimit|numactl|systemd-run|systemd-inhibit|valgrind|rlwrap|xvfb-run|cgexec|dbus-run-session',
  ),
  ...row('su|runuser', {
    ...options(
      '- -l --login -m -p --preserve-environment -f --fast',
      '-c --command -s --shell -g -G -u --user',
    ),
    operands: 1,
    scripts: setOf('-c --command --session-command'),
    withoutOperand: setOf('-u --user'),
  }),
  ...row('sg|newgrp', {
    ...options('-', '-c --command'),
    operands: 1,
    joins: true,
    scripts: setOf('-c --command'),
  }),
  ...row('choom|uclampset|switch_root|ifne|lckdo|zrun|dbus-launch|gpg-agent|xinit|startx|sulogin', anywhere),
  ...row('scriptlive|agetty|getty', {
    ...anywhere,
    scripts: setOf('-c --command -l --login-program'),
  }),
  ...row('setarch|linux32|linux64|i386|i486|i586|i686|x86_64|uname26|sparc32|ppc32|mips32|arm32', anywhere),
  ...row('runcon|aa-exec|capsh|chpst|setuidgid|envuidgid|envdir|softlimit|setlock|pgrphack|fghack', {
    ...anywhere,
    scripts: setOf('-c'),
  }),
  ...row('gosu|su-exec|run0|start-stop-daemon|daemonize|daemon|tini|dumb-init|catatonit|ssh-agent', anywhere),
  ...row('bwrap|firejail|proot|fakechroot|schroot|nsjail|minijail0|systemd-nspawn|ip netns exec', anywhere),
  ...row(
    'faketime|cpulimit|trickle|tsocks|proxychains4|eatmydata|systemd-cat|logsave|annotate-output',
    anywhere,
  ),
  ...row('ld.so|ld-linux.so.2|ld-linux-x86-64.so.2|ld-linux-aarch64.so.1|ld-linux-armhf.so.3', anywhere),
  ...row(
    'ld-musl-x86_64.so.1|ld-musl-aarch64.so.1|qemu-x86_64|qemu-aarch64|qemu-i386|qemu-arm|wine',
    anywhere,
  ),
  ...row('perf stat|perf record|perf trace|rr record|uftrace record|heaptrack|catchsegv|sotruss', {
    ...anywhere,
    isHidden: false,
  }),
  ...row('mispipe|pee', { ...anywhere, isHidden: false, joins: true }),
  ...row('hyperfine|entr|nodemon|watchexec|tmux|screen|dtach|abduco|xterm|expect|sem|lldb|gdbserver', {
    ...anywhere,
    isHidden: false,
    joins: true,
    scripts: setOf('-c -e -x --exec --prepare --setup --cleanup --conclude'),
  }),
  ...row('pwsh|powershell|nu|elvish|xonsh|osh|yash|posh|loksh|oksh', {
    ...open,
    ...options('-NoProfile -l -i', '-c --command -Command -e'),
    scripts: setOf('-c --command -Command -e'),
  }),
  // Of the built-in, only the text that it runs again and again.
  ...row('mapfile|readarray', {
    ...options('-t', '-d -n -O -s -u -C -c'),
    operands: 1,
    scripts: setOf('-C'),
  }),
  ...row('parallel', {
    ...options(
      '-k --keep-order -0 --null -u --ungroup -X -m --bar --halt',
      '-j --jobs -n -N -L -d -a --arg-file',
    ),
    joins: true,
  }),
  ...row('ssh', {
    ...open,
    ...options(
      '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -tt -V -v -vv -vvv -X -x -Y -y',
      '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w',
    ),
    operands: 1,
    joins: true,
  }),
  ...row('gdb', { ...open, ...options('--args -q -batch --batch', '-ex -x') }),
  ...row('npx|npm exec|npm exe|npm x|bunx|pnpx', {
    ...openHere,
    ...options('-y --yes -q --quiet --no-install --no', '-p --package -c --call -w --workspace'),
    scripts: setOf('-c --call'),
  }),
  ...row('pnpm exec|pnpm dlx', { ...open, joinsWith: setOf('-c --shell-mode') }),
  ...row('yarn exec|yarn dlx|bun x|pdm run|hatch run|devbox run', open),
  ...row('bun exec', { ...open, joins: true }),
  ...row('bundle exec|poetry run|pipenv run|uv run|uvx|rye run', openHere),
  ...row('mise exec|mise x|rbenv exec|pyenv exec|asdf exec|conda run', openHere),
  ...row('shx', openHere),
  ...row('npm explore', { ...openHere, operands: 1 }),
  ...row('direnv exec', { ...open, operands: 1 }),
  ...row('cmake -E env', { ...options('', '--modify', '--unset'), takesAssignments: true }),
  ...row('cmake -E time'),
  ...row('cmake -E chdir', { operands: 1, staysHere: false }),
  ...row('docker exec|podman exec|docker run|podman run|docker compose exec|docker compose run', {
    ...open,
    ...options(
      '-i --interactive -t --tty -it -ti -d --detach --rm --privileged --init --read-only',
      '-u --user -e --env -w --workdir --env-file --name -v --volume --mount -p --publish --network --entrypoint --platform',
    ),
    operands: 1,
  }),
  ...row('kubectl exec', {
    ...open,
    ...options('-i --stdin -t --tty -it -ti -q', '-c --container -n --namespace --context'),
    operands: 1,
  }),
  ...row('nix run|nix shell|nix develop|guix shell|guix environment|machinectl shell', openAnywhere),
  ...row('tox exec|nvm exec|volta run|fnm exec|rustup run|opam exec|stack exec|cabal exec', openAnywhere),
  ...row('lerna exec|nx exec|pixi run|micromamba run|mamba run|rtx exec|rtx x|chef exec', openAnywhere),
  ...row('lxc exec|incus exec|multipass exec|toolbox run|distrobox enter|doppler run|op run', openAnywhere),
  ...row('dotenvx run|foreman run|aws-vault exec|chamber exec', openAnywhere),
  ...row('nix-shell', {
    ...open,
    ...options('--pure', '--run --command -p'),
    scripts: setOf('--run --command'),
  }),
]);
