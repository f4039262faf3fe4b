import type { FileTouch } from '../file-touch.ts';
import type { ParsedArguments, Positional } from '../row.ts';
import { expandUrl, type ExpandedUrl } from './curl-globs.ts';
import { anyFile, anything, filledDirectory, implied, route, type Route } from './route.ts';
import { wholeTree } from './unpacked.ts';

const FLAGS =
  '--anyauth -a/--append --basic --ca-native --cert-status --compressed --compressed-ssh --create-dirs --crlf --digest -q/--disable ' +
  '--disable-eprt --disable-epsv --disallow-username-in-url --doh-cert-status --doh-insecure -f/--fail --fail-early ' +
  '--fail-with-body --false-start --form-escape --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc ' +
  '--ftp-ssl-control --ftp-ssl --ftp-ssl-reqd -G/--get -g/--globoff --haproxy-protocol -I/--head --http0.9 -0/--http1.0 ' +
  '--http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ignore-content-length -i/--include --show-headers ' +
  '-k/--insecure -4/--ipv4 -6/--ipv6 -j/--junk-session-cookies -l/--list-only -L/--location --location-trusted ' +
  '--mail-rcpt-allowfails -M/--manual --metalink --mptcp --negotiate -n/--netrc --netrc-optional -:/--next --no-alpn ' +
  '-N/--no-buffer --no-clobber --clobber --no-keepalive --keepalive --no-npn --no-progress-meter --progress-meter --no-sessionid ' +
  '--sessionid --ntlm --ntlm-wb -Z/--parallel --parallel-immediate --path-as-is --post301 --post302 --post303 ' +
  '-#/--progress-bar --proxy-anyauth --proxy-basic --proxy-ca-native --proxy-digest --proxy-http2 --proxy-insecure ' +
  '--proxy-negotiate --proxy-ntlm --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tlsv1 -p/--proxytunnel --raw ' +
  '-J/--remote-header-name -O/--remote-name --remote-name-all -R/--remote-time --remove-on-error --retry-all-errors ' +
  '--retry-connrefused --sasl-ir -S/--show-error -s/--silent --skip-existing --socks5-basic --socks5-gssapi --socks5-gssapi-nec ' +
  '--ssl --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort -2/--sslv2 -3/--sslv3 ' +
  '--styled-output --no-styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay --no-tcp-nodelay ' +
  '--tftp-no-options -1/--tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace-ids --trace-time -B/--use-ascii ' +
  '-v/--verbose -V/--version --xattr --no-fail --no-insecure --no-location --no-silent --no-verbose --no-compressed ' +
  '--no-include --no-show-error --no-globoff --buffer --alpn --npn';

const VALUES =
  '--aws-sigv4 --cert-type --ciphers --connect-timeout --connect-to -C/--continue-at --create-file-mode --curves -d/--data ' +
  '--data-ascii --data-binary --data-raw --data-urlencode --delegation --dns-interface --dns-ipv4-addr --dns-ipv6-addr ' +
  '--dns-servers --doh-url --engine --expect100-timeout -F/--form --form-string --ftp-account --ftp-alternative-to-user ' +
  '--ftp-method -P/--ftp-port --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --haproxy-clientip -H/--header --hostpubmd5 ' +
  '--hostpubsha256 --interface --ip-tos --ipfs-gateway --json --keepalive-time --keepalive-cnt --key-type --krb --limit-rate ' +
  '--local-port --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs -m/--max-time --noproxy ' +
  '--oauth2-bearer --output-dir --parallel-max --parallel-max-host --pass --preproxy --proto --proto-default --proto-redir ' +
  '-x/--proxy --proxy-cert-type --proxy-ciphers --proxy-header --proxy-key-type --proxy-pass --proxy-service-name ' +
  '--proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser -U/--proxy-user --proxy1.0 -Q/--quote -r/--range ' +
  '--rate -e/--referer -X/--request --request-target --resolve --retry --retry-delay --retry-max-time --sasl-authzid ' +
  '--service-name --signature-algorithms --socks4 --socks4a --socks5 --socks5-gssapi-service --socks5-hostname ' +
  '-Y/--speed-limit -y/--speed-time -t/--telnet-option --tftp-blksize -z/--time-cond --tls-earlydata --tls-max ' +
  '--tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace-config --url --url-query -u/--user -A/--user-agent --variable ' +
  '--vlan-priority -w/--write-out';

const READS =
  '-T/--upload-file -K/--config -E/--cert --key --cacert --capath --crlfile --egd-file --etag-compare --netrc-file -b/--cookie ' +
  '--pinnedpubkey --pubkey --knownhosts --random-file --proxy-cacert --proxy-capath --proxy-cert --proxy-crlfile --proxy-key ' +
  '--proxy-pinnedpubkey --unix-socket --abstract-unix-socket';

const WRITES =
  '-o/--output -c/--cookie-jar -D/--dump-header --stderr --trace --trace-ascii --libcurl --hsts --alt-svc --etag-save --ssl-sessions';

/** What curl opens. An option that is not listed, such as `--expand-output`, may name any file. */
export const curlRoutes: readonly (readonly [string, Route])[] = route('curl', {
  flags: FLAGS,
  values: VALUES,
  reads: READS,
  writes: WRITES,
  isComplete: true,
  more: curlTouches,
});

/** Options whose value may name a file: `@a`, `name=@a`, `name@a`. */
const SENDING =
  '-d --data-binary --data-ascii --data-urlencode --json -F -H --url-query --proxy-header --variable -w'.split(
    ' ',
  );

type Place = Pick<Positional, 'index'>;

function curlTouches(parsed: ParsedArguments): readonly FileTouch[] {
  const { given, positionals } = parsed;
  const place = positionals[0] ?? { index: 1 };
  const urls = urlsOf(parsed);
  const told = (given.get('-w') ?? []).flatMap((value): readonly FileTouch[] => [
    ...Array.from((value ?? '').matchAll(/%output\{(?:>>)?([^}]*)\}/gu), ([, path]) =>
      implied('write', path, place),
    ),
    // The text may come from anywhere, and name files to write.
    ...(/^@(?:-$|\/dev\/|\/proc\/)/u.test(value ?? '') ? anything() : []),
  ]);
  return [
    ...sentFiles(parsed, place),
    ...uploads(parsed, place),
    ...certificates(parsed, place),
    ...told,
    ...urls.flatMap((one) => localFiles(one, parsed)),
    ...outputs(parsed, urls, place),
    ...(mayBeSentElsewhere(parsed) ? [anyFile(0)] : []),
  ];
}

/** A redirection, or a list of addresses, that may lead to a local file. */
function mayBeSentElsewhere({ given }: ParsedArguments): boolean {
  const redirected = given.get('--proto-redir') ?? [];
  const listed = given.get('--url') ?? [];
  return (
    redirected.some((value) => value === undefined || /file|all/iu.test(value)) ||
    listed.some((value) => value?.startsWith('@') === true)
  );
}

function sentFiles({ given }: ParsedArguments, place: Place): readonly FileTouch[] {
  const plain = SENDING.flatMap((name) =>
    (given.get(name) ?? []).flatMap((value) => {
      const file = /^(?:[^@=]*=)?[@<]([^;]+)|^[^@=]+@([^;]+)/u.exec(value ?? '');
      return (file?.[1] ?? file?.[2])?.split(',') ?? [];
    }),
  );
  const parts = (given.get('-F') ?? []).flatMap((value) =>
    /[@<]/u.test(value ?? '')
      ? Array.from((value ?? '').matchAll(FORM_FILE), ([, quoted, bare]) => quoted ?? bare ?? '')
      : [],
  );
  return [...new Set([...plain, ...parts])].map((path) => implied('read', path, place));
}

/** In `a=@b,"c;d";headers=<e` each of the files, and other parts that are not. */
const FORM_FILE = /[@<,]\s*(?:"((?:[^"\\]|\\.)*)"|([^",;]+))/gsu;

/** A password may follow behind a colon. */
function certificates({ given }: ParsedArguments, place: Place): readonly FileTouch[] {
  return ['-E', '--proxy-cert'].flatMap((name) =>
    (given.get(name) ?? []).flatMap((value) => {
      const file = /^((?:[^:\\]|\\.)+):/su.exec(value ?? '')?.[1];
      return file === undefined ? [] : [implied('read', file.replaceAll(/\\(.)/gsu, '$1'), place)];
    }),
  );
}

function uploads({ given }: ParsedArguments, place: Place): readonly FileTouch[] {
  return (given.get('-T') ?? []).flatMap((value): readonly FileTouch[] => {
    if (value === undefined || !/[[{]/u.test(value)) return [];
    const found = expandUrl(value, given.has('-g'));
    if (found === undefined) return [anyFile(0)];
    return found.map(({ url }) => implied('read', url, place));
  });
}

/** One address as written, and what its patterns make of it; undefined: that isn't known. */
interface GivenUrl extends Place {
  readonly written: string;
  readonly isWhole: boolean;
  readonly expanded: readonly ExpandedUrl[] | undefined;
}

function urlsOf({ given, positionals }: ParsedArguments): readonly GivenUrl[] {
  const index = positionals[0]?.index ?? 1;
  const all = [
    ...positionals.map((one) => ({ value: one.value, prefix: one.prefix, index: one.index })),
    ...(given.get('--url') ?? []).map((value) => ({ value, prefix: '', index })),
  ];
  return all.map(({ value, prefix, index: at }) => ({
    written: value ?? prefix,
    isWhole: value !== undefined,
    expanded: value === undefined ? undefined : expandUrl(value, given.has('-g')),
    index: at,
  }));
}

/** The local files that an address stands for: read, and written by an upload. */
function localFiles(
  { written, isWhole, expanded, index }: GivenUrl,
  { given }: ParsedArguments,
): readonly FileTouch[] {
  const isFileByDefault = (given.get('--proto-default') ?? []).some(
    (value) => value === undefined || /^\s*file/iu.test(value),
  );
  if (expanded === undefined) {
    // `http://…` stays what it is, whatever follows.
    const mayBeLocal = isWhole
      ? !/^\s*(?!file:)[a-z][\w+.-]*:\/\//iu.test(written)
      : isFileByDefault || /^\s*f(?:i(?:l(?:e(?::|$)|$)|$)|$)/iu.test(written);
    return mayBeLocal ? anything() : [];
  }
  return expanded.flatMap(({ url }) => {
    const path = localPath(url, isFileByDefault);
    if (path === undefined) return [];
    const uploaded = given.has('-T') ? uploadedTo(path, given.get('-T') ?? [], { index }) : [];
    return [implied('read', path, { index }), ...uploaded];
  });
}

/** `file:///a`, `file://localhost/a` and `file:/%61` are `/a`. */
function localPath(url: string, isFileByDefault: boolean): string | undefined {
  const address = url.trim();
  const whole = isFileByDefault && !/^[a-z][\w+.-]*:/iu.test(address) ? `file://${address}` : address;
  const [, path] = /^file:(?:\/\/[^/?#]*)?([^?#]*)/iu.exec(whole) ?? [];
  if (path === undefined) return undefined;
  const decoded = path.replaceAll(/(?:%[\da-f]{2})+/giu, (text) =>
    Buffer.from(text.replaceAll('%', ''), 'hex').toString(),
  );
  return decoded.startsWith('/') ? decoded : `/${decoded}`;
}

/** An upload to a local path writes it, or a file of the same name in it. */
function uploadedTo(
  path: string,
  files: readonly (string | undefined)[],
  place: Place,
): readonly FileTouch[] {
  if (!path.endsWith('/')) return [implied('write', path, place)];
  return files.flatMap((file) =>
    file === undefined || /[{[]/u.test(file)
      ? filledDirectory({ value: path, index: place.index })
      : [implied('write', `${path}${file.slice(file.lastIndexOf('/') + 1)}`, place)],
  );
}

/** What comes in is kept under the names of `-o`, or under that of the address, in each of the directories. */
function outputs({ given }: ParsedArguments, urls: readonly GivenUrl[], place: Place): readonly FileTouch[] {
  const directories = given.get('--output-dir') ?? [];
  const names = (given.get('-o') ?? []).flatMap((name) => (name === undefined ? [] : numbered(name, urls)));
  const plain = [...new Set(names)].flatMap((name): readonly FileTouch[] =>
    name === undefined ? anything() : [implied('write', name, place)],
  );
  const moved = directories.flatMap((directory) =>
    names.flatMap((name) =>
      name === undefined || directory === undefined ? [] : [implied('write', `${directory}/${name}`, place)],
    ),
  );
  const isNamed = given.has('-O') || given.has('--remote-name-all');
  const places = directories.length === 0 ? [undefined] : directories;
  const isChosen = given.has('-J');
  const remote = isNamed
    ? places.flatMap((directory) => urls.flatMap((url) => remoteName(url, directory, isChosen)))
    : [];
  return [...plain, ...moved, ...remote];
}

/** `page_#1` stands for one name for each match of the first pattern. Undefined: for any. */
function numbered(name: string, urls: readonly GivenUrl[]): readonly (string | undefined)[] {
  if (!/#\d/u.test(name)) return [name];
  return urls.flatMap(({ expanded }): readonly (string | undefined)[] =>
    expanded === undefined
      ? [undefined]
      : expanded.map(({ parts }) =>
          name.replaceAll(/#(\d+)/gu, (whole, number: string) => parts[Number(number) - 1] ?? whole),
        ),
  );
}

/** The last part of an address, by which the file is called. The server may choose the name too. */
function remoteName(
  { written, expanded, index }: GivenUrl,
  directory: string | undefined,
  isChosen: boolean,
): readonly FileTouch[] {
  const all = expanded?.map(({ url }) => url) ?? [written];
  const filled = isChosen ? [wholeTree(directory ?? '.', index)] : [];
  const named = all.flatMap((url): readonly FileTouch[] => {
    const name = /^(?:\w+:\/\/)?[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/u.exec(url)?.[1];
    if (name === undefined) return filledDirectory({ value: directory, index });
    return [implied('write', directory === undefined ? name : `${directory}/${name}`, { index })];
  });
  return [...named, ...filled];
}
