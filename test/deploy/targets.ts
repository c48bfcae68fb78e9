/**
 * Places on the real servers that can be reached through a proxy, for the tests of faults.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cloudStore } from '../../src/deploy/cloudstore.js'
import type { Deployer } from '../../src/deploy/deployer.js'
import type { OpenStore } from '../../src/deploy/file-store.js'
import { filesDeployer } from '../../src/deploy/files-deployer.js'
import { ftpStore } from '../../src/deploy/ftp.js'
import { objectStore } from '../../src/deploy/objectstore.js'
import type { Outgoing } from '../../src/deploy/outgoing.js'
import { sftpStore } from '../../src/deploy/sftp.js'
import { isInstalled, sharedServer } from '../servers/start.js'
import { readFolder } from './file-places.js'
import { localOutgoing, session } from './settings.js'
import { makeContainer, swiftServer } from './swift-places.js'

/** How to reach a place: the server's own port and all patience unless told otherwise. */
export interface Reach {
  readonly port?: number
  readonly attempts?: number
  /** Milliseconds. */
  readonly timeout?: number
}

export interface FaultyPlace {
  /** Port of the server itself. */
  readonly port: number
  readonly contents: () => Promise<Map<string, string>>
  readonly open: (reach?: Reach) => OpenStore
  readonly deployer: (reach?: Reach) => Deployer
}

export interface FaultyTarget {
  readonly title: string
  readonly isInstalled: () => Promise<boolean>
  readonly makePlace: () => Promise<FaultyPlace>
}

let places = 0

function placeOf(
  port: number,
  contents: () => Promise<Map<string, string>>,
  openAt: (port: number, outgoing: Outgoing) => OpenStore,
): FaultyPlace {
  const open = (reach: Reach = {}) =>
    openAt(reach.port ?? port, { ...localOutgoing, timeout: reach.timeout ?? 10_000 })
  return {
    port,
    contents,
    open,
    deployer: (reach = {}) =>
      filesDeployer(open(reach), session('web-secret', reach.attempts ?? 4)),
  }
}

async function ftpPlace(): Promise<FaultyPlace> {
  const server = await sharedServer('ftp')
  const path = `faults-${(places += 1)}`
  const root = join(server.text('root'), path)
  await mkdir(root)
  const login = { username: server.text('user'), password: server.text('password') }
  return placeOf(
    server.number('port'),
    () => readFolder(root),
    (port, outgoing) =>
      ftpStore({ host: '127.0.0.1', port, path, security: 'none', ...login }, outgoing),
  )
}

async function sftpPlace(): Promise<FaultyPlace> {
  const server = await sharedServer('sftp')
  const root = join(server.text('root'), `faults-${(places += 1)}`)
  await mkdir(root)
  const login = { username: server.text('user'), password: server.text('password') }
  return placeOf(
    server.number('port'),
    () => readFolder(root),
    (port, outgoing) => sftpStore({ host: '127.0.0.1', port, path: root, ...login }, outgoing),
  )
}

async function s3Place(): Promise<FaultyPlace> {
  const server = await swiftServer()
  const container = await makeContainer(server)
  const account = {
    accessKey: server.text('accessKeyId'),
    secretKey: server.text('secretAccessKey'),
    bucket: container.name,
    prefix: '',
    region: server.text('region'),
    acl: '',
  }
  return placeOf(server.number('port'), container.contents, (port, outgoing) =>
    objectStore({ ...account, endpoint: `http://127.0.0.1:${port}` }, outgoing, () => new Date()),
  )
}

async function swiftPlace(): Promise<FaultyPlace> {
  const server = await swiftServer()
  const container = await makeContainer(server)
  const account = {
    username: server.text('user'),
    apiKey: server.text('key'),
    container: container.name,
    prefix: '',
    region: '',
  }
  return placeOf(server.number('port'), container.contents, (port, outgoing) =>
    cloudStore({ ...account, authUrl: `http://127.0.0.1:${port}/auth/v1.0` }, outgoing),
  )
}

/** The four kinds of target that hold files. */
export const faultyTargets: readonly FaultyTarget[] = [
  { title: 'FTP', isInstalled: () => isInstalled('ftp'), makePlace: ftpPlace },
  { title: 'SFTP', isInstalled: () => isInstalled('sftp'), makePlace: sftpPlace },
  { title: 'S3', isInstalled: () => isInstalled('swift'), makePlace: s3Place },
  { title: 'Swift', isInstalled: () => isInstalled('swift'), makePlace: swiftPlace },
]
