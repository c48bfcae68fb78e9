/**
 * The package for Debian, and what the page on operation says, word for word: from a machine without Galley to a site with a
 * certificate (Debian's pebble). Needs `npm run build` before.
 */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { hasPebble, makeCertificate } from '../servers/pebble.js'
import { canHavePrivateRoot, inPrivateRoot } from './private-root.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(path.join(ROOT, 'src/cli/README.md'), 'utf8')

/** The first block of a kind in a section of the page that has a word. */
function blockOf(section: string, kind: string, word: string): string {
  const [, text = ''] = PAGE.split(`### ${section}\n`)
  const blocks = [...text.matchAll(/```(\w+)\n(.*?)```/gs)]
  const found = blocks.find(([, of, block = '']) => of === kind && block.includes(word))
  expect(found, `${section}: ${word}`).not.to.equal(undefined)
  return found?.[2] ?? ''
}

/** For the shell: tries again until it works; at last, says why it does not. */
const SOON = `soon() {
  for _ in $(seq 600); do if "$@"; then return; fi; sleep 0.2; done
  tail -n 20 /tmp/*.log; echo "never: $*"; return 1
}`

const DOCKERFILE = readFileSync(path.join(ROOT, 'fixtures/operation/Dockerfile'), 'utf8')

/** The steps of the Dockerfile for a shell, as Docker takes them, with `/mnt` for the folder of the build. */
function stepsOf(dockerfile: string): string[] {
  const lines = dockerfile.replaceAll('\\\n', '').split('\n')
  const quoted = (words: string) =>
    z
      .array(z.string())
      .parse(JSON.parse(words))
      .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
      .join(' ')
  let user = ''
  const shell: Readonly<Record<string, (rest: string) => string>> = {
    FROM: (image) => `grep -q '^ID=${image.replace(/:.*/, '')}$' /etc/os-release`,
    COPY: (files) => `(cd /mnt && cp ${files})`,
    RUN: (command) => `sh -ec '${command}'`,
    USER: (name) => ((user = `runuser -u ${name} -- `), ''),
    CMD: (words) => `cd / && ${user}${quoted(words)} > /tmp/galley.log 2>&1 & soon healthy`,
    HEALTHCHECK: (words) => `healthy() { ${quoted(words.replace(/^CMD /, ''))}; }`,
  }
  return lines.flatMap((line) => {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return shell[word]?.(rest) ?? []
  })
}

describe('The package for Debian', () => {
  const shared = mkdtempSync(path.join(tmpdir(), 'galley-debian-'))
  let deb = ''

  before(() => {
    const made = execFileSync('npm', ['run', '--silent', 'deb', '--', shared], { cwd: ROOT })
    deb = made.toString().trim()
  })

  after(() => rmSync(shared, { recursive: true, force: true }))

  it('is what the page names, and fetches nothing when it is installed', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
    expect(path.basename(deb)).to.match(new RegExp(`^galley_${version}_\\w+\\.deb$`))
    expect(blockOf('Install', 'sh', 'apt-get')).to.include(`./galley_${version}_`)
    const info = execFileSync('dpkg-deb', ['--info', deb]).toString()
    expect(info)
      .to.match(/^ Package: galley$/m)
      .and.match(/^ Depends: .*\badduser\b/m)
    const control = path.join(shared, 'control')
    execFileSync('dpkg-deb', ['--control', deb, control])
    for (const name of ['postinst', 'prerm', 'postrm']) {
      const script = readFileSync(path.join(control, name), 'utf8')
      expect(script, name).not.to.match(/curl|wget|npm|apt|https?:/)
    }
    expect(readFileSync(path.join(control, 'conffiles'), 'utf8')).to.equal(
      '/etc/galley/galley.yml\n',
    )
  })

  it('has what is needed to run, and nothing else', () => {
    const lines = execFileSync('dpkg-deb', ['--contents', deb], { maxBuffer: 1 << 26 }).toString()
    const files = new Map(lines.split('\n').map((line) => [line.split(/\s+/)[5] ?? '', line]))
    for (const [name, mode] of [
      ['./usr/bin/galley', '-rwxr-xr-x root/root'],
      ['./usr/lib/galley/node', '-rwxr-xr-x root/root'],
      ['./usr/lib/systemd/system/galley.service', '-rw-r--r-- root/root'],
      ['./etc/galley/galley.yml', '-rw-r----- root/root'],
    ] as const) {
      expect(files.get(name), name).to.include(mode)
    }
    const own = /^\.\/usr\/lib\/galley\/node_modules\/([^/]+)\/$/
    const packages = [...files.keys()].flatMap((name) => own.exec(name)?.[1] ?? [])
    expect(packages).to.include.members(['better-sqlite3', 'koa', 'sharp'])
    expect(packages).not.to.include.members(['mocha'])
    expect(packages).not.to.include.members(['typescript'])
  })

  it('leads from a machine without Galley to a site with a certificate, by the page', async function () {
    if (!canHavePrivateRoot() || !hasPebble()) this.skip()
    makeCertificate(shared)
    const pebble = {
      listenAddress: '127.0.0.1:14000',
      managementListenAddress: '127.0.0.1:15000',
      certificate: '/mnt/cert.pem',
      privateKey: '/mnt/key.pem',
      httpPort: 80,
      tlsPort: 1,
    }
    writeFileSync(path.join(shared, 'pebble.json'), JSON.stringify({ pebble }))
    const settings = blockOf('HTTPS without a proxy', 'yaml', 'https: true')
    writeFileSync(
      path.join(shared, 'galley.yml'),
      `${settings}acme_directory: https://127.0.0.1:14000/dir\n`,
    )
    const [, capability = ''] = /^AmbientCapabilities=CAP_(\w+)$/m.exec(
      blockOf('HTTPS without a proxy', 'ini', 'AmbientCapabilities'),
    ) ?? ['']
    const { code, output } = await inPrivateRoot(
      shared,
      `${SOON}
! command -v node && ! command -v galley
cd /mnt
${blockOf('Install', 'sh', 'apt-get').replace(/galley_\S+\.deb/, path.basename(deb))}
[ "$(stat -c '%U %G %a' /etc/galley/galley.yml)" = 'root galley 640' ]
[ "$(stat -c '%U %G %a' /var/lib/galley)" = 'galley galley 750' ]
cat galley.yml > /etc/galley/galley.yml

# The world outside: names, and an authority.
echo '127.0.0.1 galley.example.org sites.example.org blog.example.org' >> /etc/hosts
pebble-challtestsrv -dns01 127.0.0.1:8053 -management 127.0.0.1:8055 -http01 '' -https01 '' -tlsalpn01 '' \\
  -defaultIPv4 127.0.0.1 -defaultIPv6 '' > /tmp/names.log 2>&1 &
PEBBLE_VA_NOSLEEP=1 pebble -config /mnt/pebble.json -dnsserver 127.0.0.1:8053 > /tmp/pebble.log 2>&1 &
soon curl -sk https://127.0.0.1:15000/roots/0 -o /tmp/root.pem

# What systemd does with the unit.
command=$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/galley.service)
install -m 644 /mnt/cert.pem /etc/ssl/own.pem
NODE_EXTRA_CA_CERTS=/etc/ssl/own.pem setpriv --reuid galley --regid galley --clear-groups \\
  --inh-caps '-all,+${capability.toLowerCase()}' --ambient-caps '-all,+${capability.toLowerCase()}' --bounding-set '-all,+${capability.toLowerCase()}' \\
  --no-new-privs $command > /tmp/galley.log 2>&1 &
server=$!
soon curl -sf http://127.0.0.1:4000/readyz

as_galley='runuser -u galley -- galley'
$as_galley site create --title Blog --domain blog.example.org --data /var/lib/galley
$as_galley publish blog.example.org --data /var/lib/galley
soon sh -c 'curl -sf --cacert /tmp/root.pem https://blog.example.org/ | grep -q Blog'
soon curl -sf --cacert /tmp/root.pem https://galley.example.org/healthz
$as_galley doctor --data /var/lib/galley

# ExecReload=
sh -c "MAINPID=$server; $(sed -n 's/^ExecReload=//p' /usr/lib/systemd/system/galley.service)"
soon grep -q 'the settings were read again' /tmp/galley.log
kill $server
wait $server

# The settings and the sites stay, and a package that is installed anew finds them.
dpkg --remove galley
[ -d /var/lib/galley ] && ! command -v galley
grep -q 'https: true' /etc/galley/galley.yml
dpkg --install ./${path.basename(deb)} && galley --version
dpkg --purge galley
[ ! -e /etc/galley/galley.yml ] && [ -d /var/lib/galley/repositories -o -d /var/lib/galley/sites ]
echo 'came to the end'
`,
    )
    expect(code, output).to.equal(0)
    expect(output).to.include('came to the end')
  })

  it('is installed by the steps of the Dockerfile, and answers', async function () {
    if (!canHavePrivateRoot()) this.skip()
    const { code, output } = await inPrivateRoot(
      shared,
      `${SOON}
rm -f /etc/apt/sources.list.d/* /etc/apt/sources.list
${stepsOf(DOCKERFILE).join('\n')}
curl -sf http://127.0.0.1:4000/healthz
[ "$(stat -c %U /var/lib/galley/galley.db)" = galley ]
[ -z "$(ls /tmp/*.deb 2>/dev/null)" ]
echo 'came to the end'
`,
    )
    expect(code, output).to.equal(0)
    expect(output).to.include('came to the end')
  })
})
