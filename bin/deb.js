/**
 * `npm run deb [-- FOLDER]`: makes a Debian package in a folder (`.` if left out) of what was built, and prints its path.
 * Needs `npm run build` before, and dpkg-deb.
 *
 * The Node that runs this goes into the package: binaries of packages fit one Node only, and Debian's own may be older than
 * Galley needs. Packages come from `node_modules` as they are, without those for development. Nothing is fetched,
 * neither here nor when the package is installed.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DEBIAN = path.join(ROOT, 'fixtures/operation/debian')
const SHIPPED = ['bin', 'dist', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
/** Sources and steps of the binary of SQLite. */
const UNNEEDED = /\/better-sqlite3\/(deps|src|build\/(?!Release(\/better_sqlite3\.node)?$))/
const COMMAND = '#!/bin/sh\nexec /usr/lib/galley/node /usr/lib/galley/bin/galley.js "$@"\n'

const run = (program, ...args) => execFileSync(program, args, { cwd: ROOT, encoding: 'utf8' })

const staging = mkdtempSync(path.join(tmpdir(), 'galley-deb-'))
try {
  if (!existsSync(path.join(ROOT, 'dist'))) throw new Error('Run npm run build first.')
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const architecture = run('dpkg', '--print-architecture').trim()
  const root = path.join(staging, 'root')
  chmodSync(staging, 0o755)
  copyProgram(path.join(root, 'usr/lib/galley'))
  copyFiles(root)
  writeControl(path.join(root, 'DEBIAN'), { version, architecture })
  const file = path.resolve(process.argv[2] ?? '.', `galley_${version}_${architecture}.deb`)
  run('dpkg-deb', '--root-owner-group', '-Zzstd', '-z3', '--build', root, file)
  console.log(file)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

function copyProgram(to) {
  mkdirSync(to, { recursive: true })
  for (const name of SHIPPED)
    cpSync(path.join(ROOT, name), path.join(to, name), { recursive: true })
  cpSync(process.execPath, path.join(to, 'node'))
  const modules = path.join(ROOT, 'node_modules')
  const listed = run('npm', 'ls', '--omit=dev', '--all', '--parseable').trim().split('\n')
  const from = realpathSync(modules)
  const filter = (source) => !UNNEEDED.test(source)
  // Those inside of others come with them.
  for (const name of listed.map((folder) => path.relative(modules, folder))) {
    if (name.startsWith('..') || name.includes('node_modules')) continue
    cpSync(path.join(from, name), path.join(to, 'node_modules', name), { recursive: true, filter })
  }
}

function copyFiles(root) {
  const write = (name, text, mode = 0o644) => {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text, { mode })
    chmodSync(file, mode)
  }
  const read = (name) => readFileSync(path.join(ROOT, name))
  write('usr/bin/galley', COMMAND, 0o755)
  write('usr/lib/systemd/system/galley.service', read('fixtures/operation/galley.service'))
  write('etc/galley/galley.yml', read('fixtures/operation/debian/galley.yml'), 0o640)
  write('usr/share/doc/galley/copyright', copyright())
}

/** The licence of Galley, and of the Node in the package, as that came with it. Packages have theirs in their folders. */
function copyright() {
  const beside = ['../LICENSE', '../share/doc/nodejs/LICENSE', '../share/doc/nodejs/copyright']
  const places = beside.map((name) => path.resolve(path.dirname(process.execPath), name))
  const found = places.find((place) => existsSync(place))
  const node = found ? readFileSync(found, 'utf8') : 'See https://github.com/nodejs/node.\n'
  return `${readFileSync(path.join(ROOT, 'LICENSE'), 'utf8')}\nNode.js ${process.version}:\n\n${node}`
}

function writeControl(folder, { version, architecture }) {
  mkdirSync(folder)
  const lines = [
    'Package: galley',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Galley <maintainers@galley.invalid>',
    'Section: web',
    'Priority: optional',
    'Depends: libc6, libstdc++6, adduser, procps, ca-certificates, git',
    'Description: self-hosted, file-first service for static websites kept in git',
    ' Editors write in a web admin or push with git; Galley builds the sites as',
    ' Jekyll would, and publishes them.',
  ]
  writeFileSync(path.join(folder, 'control'), `${lines.join('\n')}\n`)
  writeFileSync(path.join(folder, 'conffiles'), '/etc/galley/galley.yml\n')
  for (const name of ['postinst', 'prerm', 'postrm']) {
    cpSync(path.join(DEBIAN, name), path.join(folder, name))
    chmodSync(path.join(folder, name), 0o755)
  }
}
