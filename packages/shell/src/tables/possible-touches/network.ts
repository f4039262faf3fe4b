import type { FileTouch } from '../file-touch.ts';
import { anyFile, filledBy, filledDirectory, implied, route, type Route } from './route.ts';
import type { ParsedArguments, Positional } from '../row.ts';
import { reads } from './operands.ts';

/** What is fetched, sent and encrypted: output files, uploads, keys. */
export const networkRoutes: readonly (readonly [string, Route])[] = [
  ...route('curl', {
    flags: '-O/--remote-name --remote-name-all -J/--remote-header-name',
    values:
      '-A/--user-agent -d/--data -e/--referer -F/--form -H/--header -m/--max-time -r/--range -u/--user -w/--write-out ' +
      '-x/--proxy -X/--request -y -Y -z -C/--continue-at -P -Q -U --data-raw --data-binary --data-ascii --data-urlencode ' +
      '--json --form-string --url --url-query --proxy-header --variable --output-dir --retry --connect-timeout --resolve --limit-rate --proto --interface',
    reads:
      '-T/--upload-file -K/--config -E/--cert --key --cacert --capath --netrc-file -b/--cookie --pubkey --crlfile --unix-socket',
    writes:
      '-o/--output -c/--cookie-jar -D/--dump-header --stderr --trace --trace-ascii --libcurl --hsts --alt-svc --etag-save',
    more: curlTouches,
  }),
  ...route('wget wget2', {
    values:
      '-P/--directory-prefix -e/--execute -t/--tries -T/--timeout -w/--wait -U/--user-agent -B/--base -A/--accept -R/--reject ' +
      '-D -I -X -l/--level -Q --header --post-data --body-data --method --user --password --referer --limit-rate',
    reads:
      '-i/--input-file --post-file --body-file --load-cookies --ca-certificate --certificate --private-key --config',
    writes:
      '-O/--output-document -o/--output-file -a/--append-output --save-cookies --rejected-log --hsts-file --warc-file',
    more: ({ given, positionals }) =>
      given.has('-O') ? [] : remoteNames(positionals, given.get('-P')?.at(-1)),
  }),
  ...route('aria2c', {
    values: '-d/--dir -s -x -j',
    reads: '-i/--input-file --load-cookies --conf-path',
    writes: '-o/--out -l/--log --save-cookies --save-session',
    more: (parsed) => filledBy(parsed, '-d'),
  }),
  ...route('http https xh httpie', { values: '-a/--auth -p -s', writes: '-o/--output' }),
  ...route('yt-dlp youtube-dl gallery-dl', {
    values: '-f/--format -P/--paths -d/--destination',
    writes: '-o/--output',
    more: (parsed) => filledBy(parsed, '-P', '-d'),
  }),
  ...route('openssl', {
    values:
      '-subj -days -set_serial -newkey -pass -k -K -iv -S -name -md -nameopt -inform -outform -keyform -engine -curve',
    reads:
      '-in -inkey -key -cert -certfile -CA -CAkey -CAfile -config -conf -sigfile -signature -verify -prverify -sign -extfile ' +
      '-content -data -rand -certin -kfile -signkey -recip -signer -peerkey -paramfile -untrusted -chain',
    writes: '-out -keyout -writerand -CAserial -sess_out -pubout_file -keylogfile -noiv_out',
    syntax: 'words',
    operands: ({ positionals: [, ...files] }) => [['read', files]],
    more: ({ given }) =>
      ['-pass', '-passin', '-passout'].flatMap((name) =>
        (given.get(name) ?? []).flatMap((value) =>
          value?.startsWith('file:') === true ? [implied('read', value.slice(5), { index: 1 })] : [],
        ),
      ),
  }),
  ...route('gpg gpg2 gpgv', {
    flags: '-d/--decrypt -e/--encrypt -s/--sign -c/--symmetric',
    values: '-r/--recipient -u/--local-user --passphrase --passphrase-fd --homedir --cipher-algo --keyserver',
    reads: '--passphrase-file --keyring',
    writes: '-o/--output --logger-file --status-file',
    operands: reads,
  }),
  ...route('age rage', {
    values: '-r/--recipient',
    reads: '-i/--identity -R',
    writes: '-o/--output',
    operands: reads,
  }),
  ...route('ssh-keygen', {
    values: '-b -t -N -C -P -I -n -s -V -z -O -Y',
    writes: '-f',
    reads: '-R',
    operands: reads,
  }),
  ...route('ssh', { values: '-p -l -o -L -R -D -b', reads: '-i -F', writes: '-E' }),
  ...route('sftp', {
    values: '-B -c -D -J -l -o -P -R -S -s -X',
    reads: '-b -i -F',
    // What it is told on its input.
    more: ({ positionals: [, target] }) => [anyFile(0), ...filledDirectory(target)],
  }),
  ...route('nc ncat netcat socat', {
    operands: () => [],
    more: ({ positionals }) =>
      positionals.flatMap((one) => {
        const file = /^(?:open|file|creat|create|gopen|pipe):([^,]+)/iu.exec(one.value ?? '')?.[1];
        return file === undefined ? [] : [implied('write', file, one)];
      }),
  }),
  ...route('tcpdump tshark', { values: '-i -c -s -Y -f', reads: '-r -F', writes: '-w' }),
  ...route('crontab at batch', { values: '-u -q -t', reads: '-f', operands: reads }),
  ...route('logger mail mailx mutt sendmail', {
    values: '-t -p -s -r',
    reads: '-f -a/-A',
    operands: () => [],
  }),
];

/** Options whose value may name a file: `@a`, `name=@a`, `name@a`. */
const SENDING =
  '-d --data-binary --data-ascii --data-urlencode --json -F -H --url-query --proxy-header --variable -w'.split(
    ' ',
  );

function curlTouches({ given, positionals }: ParsedArguments): readonly FileTouch[] {
  const place = positionals[0] ?? { index: 1 };
  const local = [
    ...positionals,
    ...(given.get('--url') ?? []).map((value) => ({ value, index: place.index })),
  ];
  const sent = SENDING.flatMap((name) =>
    (given.get(name) ?? []).flatMap((value) => {
      const file = /^(?:[^@=]*=)?[@<]([^;]+)|^[^@=]+@([^;]+)/u.exec(value ?? '');
      const named = file?.[1] ?? file?.[2];
      return (named?.split(',') ?? []).map((path) => implied('read', path, place));
    }),
  );
  // `{a,b}` are several files; a pattern such as `[1-3]` is any.
  const uploaded = (given.get('-T') ?? []).flatMap((value) => {
    const [, before = '', inner, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/u.exec(value ?? '') ?? [];
    return (inner?.split(',') ?? []).map((one) => implied('read', `${before}${one}${after}`, place));
  });
  const addressed = local.flatMap(({ value, index }) => {
    const path = localPath(value);
    return path === undefined || !given.has('-T') ? [] : uploadedTo(path, given.get('-T') ?? [], { index });
  });
  const told = (given.get('-w') ?? []).flatMap((value) =>
    Array.from((value ?? '').matchAll(/%output\{(?:>>)?([^}]*)\}/gu), ([, path]) =>
      implied('write', path, place),
    ),
  );
  const opened = local.flatMap(({ value, index }) => {
    const path = localPath(value);
    return path === undefined ? [] : [implied('read', path, { index })];
  });
  const directory = given.get('--output-dir')?.at(-1);
  const isNamed = given.has('-O') || given.has('--remote-name-all');
  const output = directory === undefined ? [] : (given.get('-o') ?? []);
  const moved = output.flatMap((name) =>
    name === undefined ? [] : [implied('write', `${directory}/${name}`, place)],
  );
  return [
    ...sent,
    ...uploaded,
    ...addressed,
    ...told,
    ...opened,
    ...moved,
    ...(isNamed ? remoteNames(positionals, directory) : []),
  ];
}

/** `file:///a` and `file://localhost/a` are `/a`. */
function localPath(address: string | undefined): string | undefined {
  return /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(\/.*)$/iu.exec(address ?? '')?.[1];
}

/** An upload to a local path writes it, or a file of the same name in it. */
function uploadedTo(
  path: string,
  files: readonly (string | undefined)[],
  place: { readonly index: number },
): readonly FileTouch[] {
  if (!path.endsWith('/')) return [implied('write', path, place)];
  return files.flatMap((file) =>
    file === undefined || /[{[]/u.test(file)
      ? filledDirectory({ value: path, index: place.index })
      : [implied('write', `${path}${file.slice(file.lastIndexOf('/') + 1)}`, place)],
  );
}

/** The last part of an address, by which the file is called. */
function remoteNames(
  positionals: readonly Positional[],
  directory: string | undefined,
): readonly FileTouch[] {
  return positionals.flatMap((one) => {
    const name = /^(?:\w+:\/\/)?[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/u.exec(one.value ?? one.prefix)?.[1];
    if (name === undefined) return filledDirectory({ value: directory, index: one.index });
    return [implied('write', directory === undefined ? name : `${directory}/${name}`, one)];
  });
}
