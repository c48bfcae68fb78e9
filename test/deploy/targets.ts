/**
 * Places on the real servers that can be reached through a proxy, for the tests of faults.
 */
import { createReadStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cloudStore } from '../../src/deploy/swift/cloudstore.js'
import type { Deployer } from '../../src/deploy/files/deployer.js'
import type { OpenStore } from '../../src/deploy/files/file-store.js'
import { filesDeployer } from '../../src/deploy/files/files-deployer.js'
import { ftpStore } from '../../src/deploy/ftp/ftp.js'
import { objectStore } from '../../src/deploy/s3/objectstore.js'
import type { Outgoing } from '../../src/deploy/network/outgoing.js'
import { sftpStore } from '../../src/deploy/sftp/sftp.js'
import { isInstalled, type RunningServer, sharedServer } from '../servers/start.js'
import { hashOf, readFolder } from './files/file-places.js'
import { makeGitPlace } from './githost/git-places.js'
import { localOutgoing, session } from './settings.js'
import { makeContainer, swiftServer } from './swift/swift-places.js'

/** How to reach a place: the server's own port and all patience unless told otherwise. */
export interface Reach {
  readonly port?: number
  /** An address of loopback where the server can be reached, too. */
  readonly host?: string
  readonly attempts?: number
  /** Instead of the right password. */
  readonly secret?: string
  /** Milliseconds. */
  readonly timeout?: number
}

export interface FaultyPlace {
  /** Port of the server itself. */
  readonly port: number
  /** Ports of the server besides that one, for data. */
  readonly dataPorts: readonly number[]
  /** What is there once the server has ended what it was doing on connections that are cut. */
  readonly contents: () => Promise<Map<string, string>>
  /** SHA-256 of a file there, however large. */
  readonly hash: (path: string) => Promise<string>
  readonly deployer: (reach?: Reach) => Deployer
}

/** A place that holds files. */
export interface StorePlace extends FaultyPlace {
  readonly open: (reach?: Reach) => OpenStore
}

export interface Target<Place> {
  readonly title: string
  readonly isInstalled: () => Promise<boolean>
  readonly makePlace: () => Promise<Place>
}

let places = 0

/** Opens a store of the place at a port of a host. */
type OpenAt = (where: Where, outgoing: Outgoing) => OpenStore

interface Where {
  readonly host: string
  readonly port: number
  readonly secret: string
}

interface Found {
  readonly port: number
  readonly secret: string
  readonly dataPorts?: readonly number[]
  readonly contents: () => Promise<Map<string, string>>
  readonly hash: (path: string) => Promise<string>
}

function placeOf(
  { port, secret, dataPorts = [], contents, hash }: Found,
  openAt: OpenAt,
): StorePlace {
  const open = (reach: Reach = {}) =>
    openAt(
      { host: reach.host ?? '127.0.0.1', port: reach.port ?? port, secret: reach.secret ?? secret },
      { ...localOutgoing, timeout: reach.timeout ?? localOutgoing.timeout },
    )
  return {
    port,
    dataPorts,
    contents,
    hash,
    open,
    deployer: (reach = {}) =>
      filesDeployer(open(reach), session('web-secret', reach.attempts ?? 4)),
  }
}

/** What is in a folder that a server keeps on this machine's disk. */
function lookAt(server: RunningServer, root: string): Pick<Found, 'contents' | 'hash'> {
  return {
    async contents() {
      await server.sessionsEnd()
      return readFolder(root)
    },
    hash: (path) => hashOf(createReadStream(join(root, path))),
  }
}

const dataPortCount = 24
/** ProFTPD takes nobody in for 0.2 s whenever a connection has ended: places take turns. */
const ftpServers = 6

async function ftpPlace(security: 'none' | 'explicit'): Promise<StorePlace> {
  const env = { FTP_DATA_PORTS: String(dataPortCount), FTP_TURN: String(places % ftpServers) }
  const server = await sharedServer('ftp', { env })
  const path = `faults-${(places += 1)}`
  const root = join(server.text('root'), path)
  await mkdir(root)
  const username = server.text('user')
  const ca = await readFile(server.text('ca'), 'utf8')
  const first = server.number('firstDataPort')
  const found = {
    port: server.number('port'),
    secret: server.text('password'),
    dataPorts: Array.from({ length: dataPortCount }, (_unused, index) => first + index),
    ...lookAt(server, root),
  }
  return placeOf(found, ({ host, port, secret }, outgoing) => {
    const account = { port, path, security, username, password: secret }
    if (security === 'none') return ftpStore({ host, ...account }, outgoing)
    // The certificate names localhost, wherever on loopback that is.
    const resolve = async () => [{ address: host, family: 4 }]
    return ftpStore({ host: 'localhost', ...account }, { ...outgoing, ca, resolve })
  })
}

async function sftpPlace(): Promise<StorePlace> {
  const server = await sharedServer('sftp')
  const root = join(server.text('root'), `faults-${(places += 1)}`)
  await mkdir(root)
  const username = server.text('user')
  const secret = server.text('password')
  const found = { port: server.number('port'), secret, ...lookAt(server, root) }
  return placeOf(found, ({ host, port, secret: password }, outgoing) =>
    sftpStore({ host, port, path: root, username, password }, outgoing),
  )
}

async function s3Place(): Promise<StorePlace> {
  const server = await swiftServer()
  const container = await makeContainer(server)
  const account = {
    accessKey: server.text('accessKeyId'),
    bucket: container.name,
    prefix: '',
    region: server.text('region'),
    acl: '',
  }
  const secret = server.text('secretAccessKey')
  const found = {
    port: server.number('port'),
    secret,
    contents: container.contents,
    hash: container.hash,
  }
  return placeOf(found, ({ host, port, secret: secretKey }, outgoing) => {
    const endpoint = `http://${host}:${port}`
    return objectStore({ ...account, secretKey, endpoint }, outgoing, () => new Date())
  })
}

async function swiftPlace(): Promise<StorePlace> {
  const server = await swiftServer()
  const container = await makeContainer(server)
  const account = {
    username: server.text('user'),
    container: container.name,
    prefix: '',
    region: '',
  }
  const secret = server.text('key')
  const found = {
    port: server.number('port'),
    secret,
    contents: container.contents,
    hash: container.hash,
  }
  return placeOf(found, ({ host, port, secret: apiKey }, outgoing) =>
    cloudStore({ ...account, apiKey, authUrl: `http://${host}:${port}/auth/v1.0` }, outgoing),
  )
}

async function gitPlace(): Promise<FaultyPlace> {
  const { port, account, contents, hash, sessionsEnd, deployerOf, pushWith } = await makeGitPlace()
  return {
    port,
    dataPorts: [],
    async contents() {
      await sessionsEnd()
      return contents()
    },
    hash,
    deployer({ host, port: other = port, secret, attempts = 4, ...reach } = {}) {
      const url = new URL(account.url)
      url.hostname = host ?? url.hostname
      url.port = String(other)
      const own = { ...account, url: url.href, token: secret ?? account.token }
      const timeout = reach.timeout ?? localOutgoing.timeout
      return deployerOf(own, pushWith({ ...localOutgoing, timeout }), { attempts, delay: 20 })
    },
  }
}

/** The kinds of target that hold files. */
export const storeTargets: readonly Target<StorePlace>[] = [
  { title: 'FTP', isInstalled: () => isInstalled('ftp'), makePlace: () => ftpPlace('none') },
  { title: 'FTPS', isInstalled: () => isInstalled('ftp'), makePlace: () => ftpPlace('explicit') },
  { title: 'SFTP', isInstalled: () => isInstalled('sftp'), makePlace: sftpPlace },
  { title: 'S3', isInstalled: () => isInstalled('swift'), makePlace: s3Place },
  { title: 'Swift', isInstalled: () => isInstalled('swift'), makePlace: swiftPlace },
]

/** All kinds of target. */
export const faultyTargets: readonly Target<FaultyPlace>[] = [
  ...storeTargets,
  { title: 'A git host', isInstalled: () => isInstalled('githost'), makePlace: gitPlace },
]
