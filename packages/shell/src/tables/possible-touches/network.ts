import { pathWords } from '../path-words.ts';
import { curlRoutes } from './curl.ts';
import { anyFile, filledBy, filledDirectory, implied, route, type Route } from './route.ts';
import { reads } from './operands.ts';
import { wgetRoutes } from './wget.ts';

/** What is fetched, sent and encrypted: output files, uploads, keys. */
export const networkRoutes: readonly (readonly [string, Route])[] = [
  ...curlRoutes,
  ...wgetRoutes,
  ...route('aria2c', {
    values: '-d/--dir -s -x -j',
    reads: '-i/--input-file --load-cookies --conf-path',
    writes: '-o/--out -l/--log --save-cookies --save-session',
    more: (parsed) => filledBy(parsed, '-d'),
  }),
  ...route('http https xh httpie', {
    values: '-a/--auth -p -s',
    writes: '-o/--output',
    more: (_parsed, argv) => pathWords(argv),
  }),
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
    values:
      '-r/--recipient -u/--local-user --passphrase --passphrase-fd --homedir --cipher-algo --keyserver --status-fd --logger-fd --attribute-fd',
    reads: '--passphrase-file --keyring',
    writes: '-o/--output --logger-file --log-file --status-file --attribute-file',
    operands: reads,
    more: (parsed) => filledBy(parsed, '--homedir'),
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
