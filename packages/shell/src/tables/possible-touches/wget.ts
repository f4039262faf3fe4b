import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import type { ParsedArguments, Positional } from '../row.ts';
import { ANY_NAME, anything, filledDirectory, implied, route, type Route } from './route.ts';
import { wholeTree } from './unpacked.ts';

const FLAGS =
  '-V/--version -h/--help -b/--background -d/--debug -q/--quiet -v/--verbose --no-verbose -F/--force-html --no-config ' +
  '--retry-connrefused --no-clobber --no-netrc -c/--continue --no-continue --show-progress -N/--timestamping --no-timestamping ' +
  '--no-if-modified-since --no-use-server-timestamps -S/--server-response --spider --random-wait --no-proxy --no-dns-cache ' +
  '--ignore-case -4/--inet4-only -6/--inet6-only --ask-password --no-iri --iri --unlink --xattr --no-directories ' +
  '-x/--force-directories --no-host-directories --protocol-directories --no-cache --cache -E/--adjust-extension --html-extension ' +
  '--ignore-length --save-headers --no-http-keep-alive --no-cookies --keep-session-cookies --content-disposition ' +
  '--content-on-error --auth-no-challenge --https-only --no-check-certificate --check-certificate --no-hsts --hsts ' +
  '--no-remove-listing --no-glob --no-passive-ftp --passive-ftp --preserve-permissions --retr-symlinks --ftps-implicit ' +
  '--ftps-resume-ssl --ftps-clear-data-connection --ftps-fallback-to-ftp --warc-cdx --no-warc-compression --no-warc-digests ' +
  '--no-warc-keep-log -r/--recursive --delete-after -k/--convert-links --convert-file-only -K/--backup-converted -m/--mirror ' +
  '-p/--page-requisites --strict-comments --follow-ftp -H/--span-hosts -L/--relative --trust-server-names --no-parent';

const VALUES =
  '-e/--execute -n -B/--base -t/--tries --retry-on-http-error --start-pos --report-speed -T/--timeout --dns-timeout ' +
  '--connect-timeout --read-timeout --progress -w/--wait --waitretry -Q/--quota --bind-address --limit-rate --restrict-file-names ' +
  '--prefer-family --user --password --use-askpass --local-encoding --remote-encoding -P/--directory-prefix --cut-dirs --http-user ' +
  '--http-password --default-page --header --compression --max-redirect --proxy-user --proxy-password --referer ' +
  '-U/--user-agent --post-data --method --body-data --secure-protocol --certificate-type --private-key-type --ciphers ' +
  '--ftp-user --ftp-password --warc-header --warc-max-size --warc-tempdir -l/--level -A/--accept -R/--reject --accept-regex ' +
  '--reject-regex --regex-type -D/--domains --exclude-domains --follow-tags --ignore-tags -I/--include-directories ' +
  '-X/--exclude-directories';

const READS =
  '-i/--input-file --input-metalink --config --post-file --body-file --load-cookies --ca-certificate --ca-directory --crl-file ' +
  '--certificate --private-key --pinnedpubkey --egd-file --random-file --warc-dedup';

const WRITES =
  '-O/--output-document -o/--output-file -a/--append-output --save-cookies --rejected-log --hsts-file --warc-file';

/** What wget opens. An option or a command that is not listed may name any file. */
export const wgetRoutes: readonly (readonly [string, Route])[] = route('wget wget2', {
  flags: FLAGS,
  values: VALUES,
  reads: READS,
  writes: WRITES,
  isComplete: true,
  more: wgetTouches,
});

/** Commands of its configuration that say how it loads, never which file it opens. */
const HARMLESS_COMMANDS = new Set(
  (
    'accept acceptregex adjustextension askpassword authnochallenge background backupconverted base bindaddress cache ' +
    'checkcertificate ciphers compression connecttimeout continue contentonerror convertlinks cookies debug dnscache ' +
    'dnstimeout domains dotbytes dotsinline dotspacing dotstyle excludedirectories excludedomains followftp followtags ftppassword ' +
    'ftpproxy ftpuser glob header hsts htmlextension httpkeepalive httppassword httpproxy httpsonly httpsproxy httpuser ' +
    'ifmodifiedsince ignorecase ignorelength ignoretags includedirectories inet4only inet6only iri keepsessioncookies level ' +
    'limitrate localencoding maxredirect method netrc noclobber noconfig noparent noproxy numtries passiveftp password postdata ' +
    'preferfamily preservepermissions progress proxypassword proxyuser quiet quota randomwait readtimeout referer regextype ' +
    'reject rejectregex relativeonly remoteencoding removelisting retrsymlinks retryconnrefused retryonhttperror robots ' +
    'saveheaders secureprotocol serverresponse showprogress spanhosts spider startpos strictcomments timeout timestamping ' +
    'tries unlink useproxy user useragent useservertimestamps verbose wait waitretry xattr'
  ).split(' '),
);

const READING_COMMANDS = new Set(
  (
    'bodyfile cacertificate cadirectory certificate crlfile egdfile input inputmetalink loadcookies pinnedpubkey postfile ' +
    'privatekey randomfile warcdedup'
  ).split(' '),
);
const WRITING_COMMANDS = new Set(
  'outputdocument logfile savecookies rejectedlog hstsfile warcfile'.split(' '),
);
/** They choose the directory, or how files are called in it. */
const PLACING_COMMANDS = new Set(
  (
    'dirprefix dirstruct adddirstruct addhostdir nohostdirectories cutdirs recursive mirror pagerequisites ' +
    'contentdisposition trustservernames protocoldirectories defaultpage reclevel restrictfilenames'
  ).split(' '),
);

/** `Dir-Prefix = x`, as `-e` or a line of `.wgetrc` has it. */
interface Command {
  readonly name: string;
  readonly value: string;
}

function commandsOf({ given }: ParsedArguments): readonly (Command | undefined)[] {
  return (given.get('-e') ?? []).map((text) => {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/su.exec(text ?? '') ?? [];
    return name === undefined || value === undefined
      ? undefined
      : { name: name.toLowerCase().replaceAll(/[-_]/gu, ''), value };
  });
}

/** The command that asks for a password, among `-e use_askpass=…`. */
export function askpassIn(text: string): readonly (string | undefined)[] {
  const [, name = '', value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/su.exec(text) ?? [];
  return name.toLowerCase().replaceAll(/[-_]/gu, '') === 'useaskpass' ? [value] : [];
}

function wgetTouches(parsed: ParsedArguments): readonly FileTouch[] {
  const { given, positionals } = parsed;
  const place = positionals[0] ?? { index: 1 };
  const commands = commandsOf(parsed);
  const told = commands.flatMap((command): readonly FileTouch[] => {
    if (command === undefined) return anything();
    const { name, value } = command;
    if (READING_COMMANDS.has(name)) return [implied('read', value, place)];
    if (WRITING_COMMANDS.has(name)) return [implied('write', value, place)];
    return HARMLESS_COMMANDS.has(name) || PLACING_COMMANDS.has(name) || name === 'useaskpass'
      ? []
      : anything();
  });
  const warc = (given.get('--warc-file') ?? []).flatMap((name) =>
    ['.warc', '.warc.gz', '.cdx', '-meta.warc.gz', '-00000.warc.gz'].map((ending) =>
      implied('write', name === undefined ? undefined : name + ending, place),
    ),
  );
  const temporary = (given.get('--warc-tempdir') ?? []).flatMap((value) =>
    filledDirectory({ value, index: place.index }),
  );
  const log = given.has('-b') && !given.has('-o') ? [implied('write', 'wget-log', place)] : [];
  return [...told, ...warc, ...temporary, ...log, ...loadedFiles(parsed, commands)];
}

/** Letters behind `-n`: `-nH`, `-nd`. */
const hasLetter = ({ given }: ParsedArguments, letter: string): boolean =>
  (given.get('-n') ?? []).some((value) => value?.includes(letter) === true);

/** What it loads is kept in a directory, or in directories like those of the server. */
function loadedFiles(
  parsed: ParsedArguments,
  commands: readonly (Command | undefined)[],
): readonly FileTouch[] {
  const { given, positionals } = parsed;
  const placing = new Map(
    commands.flatMap((one) =>
      one !== undefined && PLACING_COMMANDS.has(one.name) ? [[one.name, one.value] as const] : [],
    ),
  );
  if (given.has('-O')) return [];
  const prefixes = [
    ...(given.get('-P') ?? []),
    ...commands.flatMap((one) => (one?.name === 'dirprefix' ? [one.value] : [])),
  ];
  const directories = prefixes.length === 0 ? ['.'] : prefixes;
  const others = [...placing.keys()].some((name) => name !== 'dirprefix');
  const isTree = others || TREES.some((name) => given.has(name));
  const isFlat = hasLetter(parsed, 'd') || given.has('--no-directories');
  const hasNoHost =
    others ||
    hasLetter(parsed, 'H') ||
    given.has('--no-host-directories') ||
    given.has('--protocol-directories') ||
    given.has('-H');
  return directories.flatMap((directory) =>
    directory === undefined
      ? [{ access: 'write', path: undefined, isTree: true, argument: 0 } as const]
      : positionals.flatMap((url): readonly FileTouch[] => {
          if (isTree && !isFlat) {
            const host = hasNoHost ? undefined : hostOf(url);
            return writtenTree(host === undefined ? directory : posix.join(directory, host), url);
          }
          const isChosen = isFlat || CHOSEN.some((name) => given.has(name));
          const filled = isChosen ? [wholeTree(directory, url.index)] : [];
          return [...loadedFile(url, directory), ...filled];
        }),
  );
}

const TREES = '-r -m -p -x'.split(' ');
const CHOSEN = '--content-disposition --trust-server-names --default-page'.split(' ');

function hostOf({ value }: Positional): string | undefined {
  const host = /^(?:\w+:\/\/)?(?:[^/@]*@)?([\w.-]+)/u.exec(value ?? '')?.[1];
  return host === '..' || host === '.' ? undefined : host?.toLowerCase();
}

function writtenTree(directory: string, { index }: Positional): readonly FileTouch[] {
  return [
    { access: 'write', path: directory, isTree: true, argument: index },
    implied('write', `${directory}/${ANY_NAME}`, { index }),
  ];
}

/** The last part of an address, decoded where that keeps it one name. */
function loadedFile(url: Positional, directory: string): readonly FileTouch[] {
  const name = /^(?:\w+:\/\/)?[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/u.exec(url.value ?? url.prefix)?.[1];
  if (name === undefined) return directory === '.' ? [] : filledDirectory({ ...url, value: directory });
  const decoded = name.replaceAll(/(?:%[\da-f]{2})+/giu, (text) =>
    Buffer.from(text.replaceAll('%', ''), 'hex').toString(),
  );
  return [...new Set([name, ...(decoded.includes('/') ? [] : [decoded])])].map((one) =>
    implied('write', directory === '.' ? one : `${directory}/${one}`, url),
  );
}
