/** Debian's `pebble`: a real certificate authority for tests, which validates by HTTP, and a name server for it. */

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import dns from 'node:dns'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import acme from 'acme-client'
import { freePort } from '../bench/free-port.js'

export interface Pebble {
  /** URL of the ACME directory. */
  readonly directory: string
  /** The port that it asks for challenges. */
  readonly challengePort: number
  /** File with the certificate of the authority's own server, for `NODE_EXTRA_CA_CERTS`. */
  readonly trusted: string
  /** What its certificates are signed by; PEM. */
  root(): Promise<string>
  /** Tells the authority, and nobody else, another address of a host name. */
  resolve(host: string, address: string): Promise<void>
  /** Ends the authority; a new one at the same place knows no account and has another root. */
  restart(): Promise<void>
  /** Ends the authority alone. */
  end(): Promise<void>
  close(): Promise<void>
}

export function hasPebble(): boolean {
  return spawnSync('pebble', ['-h']).error === undefined
}

/** Every host name is 127.0.0.1 for it. This process trusts it until it is closed. */
export async function startPebble(): Promise<Pebble> {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-pebble-'))
  const trusted = path.join(folder, 'cert.pem')
  makeCertificate(folder)
  const [port, management, names, told] = await freePorts(4)
  const challengePort = await freePort()
  const config = path.join(folder, 'pebble.json')
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: trusted,
    privateKey: path.join(folder, 'key.pem'),
    httpPort: challengePort,
    tlsPort: 1,
  }
  writeFileSync(config, JSON.stringify({ pebble }))
  const listening = ['-dns01', `127.0.0.1:${names}`, '-management', `127.0.0.1:${told}`]
  const idle = ['-http01', '', '-https01', '', '-tlsalpn01', '']
  const addresses = ['-defaultIPv4', '127.0.0.1', '-defaultIPv6', '']
  const answers = spawn('pebble-challtestsrv', [...listening, ...idle, ...addresses])
  const agent = new Agent({ ca: readFileSync(trusted) })
  const { httpsAgent } = acme.axios.defaults
  acme.axios.defaults.httpsAgent = agent
  const read = (url: string) => readBy(agent, url)
  const directory = `https://127.0.0.1:${port}/dir`
  const start = async () => {
    const args = ['-config', config, '-dnsserver', `127.0.0.1:${names}`]
    const child = spawn('pebble', args, { env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' } })
    child.stdout.resume()
    child.stderr.resume()
    await soon(() => read(directory))
    return child
  }
  let child = await start()
  return {
    directory,
    challengePort,
    trusted,
    root: () => read(`https://127.0.0.1:${management}/roots/0`),
    resolve: async (host, address) => {
      const body = JSON.stringify({ host: `${host}.`, addresses: [address] })
      for (const what of ['clear-a', 'add-a']) {
        await soon(() => fetch(`http://127.0.0.1:${told}/${what}`, { method: 'POST', body }))
      }
    },
    restart: async () => {
      await end(child)
      child = await start()
    },
    end: () => end(child),
    close: async () => {
      acme.axios.defaults.httpsAgent = httpsAgent
      await Promise.all([end(child), end(answers)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Until it is called again, this process finds the host names that end with `.test` at 127.0.0.1, others as before. */
export function findTestNames(elsewhere: Readonly<Record<string, string>> = {}): () => void {
  const { lookup } = dns
  const ofTests = (name: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [
      name.endsWith('.test') ? (elsewhere[name] ?? '127.0.0.1') : name,
      ...rest,
    ])
  Object.assign(dns, { lookup: ofTests })
  return () => void Object.assign(dns, { lookup })
}

/** Asks again until it works. */
export async function soon<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries === 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Writes `cert.pem` and `key.pem` for a server on this machine. */
export function makeCertificate(folder: string): void {
  const names = 'subjectAltName=IP:127.0.0.1'
  const made = ['-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=pebble', '-addext', names]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...made]
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
}

function readBy(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    }).on('error', reject)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
