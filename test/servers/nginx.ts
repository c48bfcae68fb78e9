/** The real nginx (Debian's `nginx-light`) before a server under test, with a certificate of its own. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { soon } from './pebble.js'

/** Where Debian has it, also for users whose shell does not look there. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

export const hasNginx = (): boolean => spawnSync('nginx', ['-v'], { env }).status === 0

export interface Proxy {
  close(): Promise<void>
}

/** A certificate for names, in a folder of its own. */
export interface Certificate {
  readonly folder: string
  /** The files, as words of a configuration. */
  readonly file: string
  readonly key: string
  readonly pem: string
}

export async function makeCertificate(names: readonly string[]): Promise<Certificate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-proxy-'))
  const [file, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const alternatives = names.map((name) => `DNS:${name}`).join(',')
  const about = ['-subj', '/CN=proxy', '-addext', `subjectAltName=${alternatives}`]
  const out = ['-keyout', key, '-out', file]
  execFileSync('openssl', ['req', '-x509', ...kind, ...about, ...out], { stdio: 'pipe' })
  return { folder, file, key, pem: await readFile(file, 'utf8') }
}

/** @param configuration what is in the block `http` @param port that it listens on then */
export async function startNginx(configuration: string, port: number): Promise<Proxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi']
  const text = [
    'daemon off;',
    'worker_processes 1;',
    // A worker of another user could not reach what is in the folders of the tests.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    configuration,
    '}',
  ]
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, text.join('\n'))
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  nginx.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(nginx, 'exit')
  const failed = ended.then(() => Promise.reject(new Error(`nginx ended: ${said}`)))
  await Promise.race([soon(() => connected(port)), failed])
  failed.catch(() => undefined)
  return {
    close: async () => {
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function connected(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
