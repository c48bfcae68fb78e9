import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesDeployer } from '../../src/deploy/files-deployer.js'
import type { FtpAccount } from '../../src/deploy/ftp-connection.js'
import { ftpStore } from '../../src/deploy/ftp.js'
import { isInstalled, sharedServer } from '../servers/start.js'
import { describeTarget } from './contract.js'
import { plantFile, readFolder } from './file-places.js'
import { localOutgoing, session } from './settings.js'

let places = 0

async function makePlace(security: FtpAccount['security']) {
  const server = await sharedServer('ftp')
  const folder = `${security}-${(places += 1)}`
  const root = join(server.text('root'), folder)
  mkdirSync(root)
  const account: FtpAccount = {
    host: '127.0.0.1',
    port: server.number(security === 'implicit' ? 'tlsPort' : 'port'),
    username: server.text('user'),
    password: server.text('password'),
    path: folder,
    security,
  }
  const outgoing = { ...localOutgoing, ca: readFileSync(server.text('ca'), 'utf8') }
  const secret = 'wrong-secret'
  return {
    root,
    account,
    deployer: filesDeployer(ftpStore(account, outgoing), session(account.password)),
    wrongLogin: {
      secret,
      deployer: filesDeployer(
        ftpStore({ ...account, password: secret }, outgoing),
        session(secret),
      ),
    },
    contents: () => readFolder(root),
    plant: (path: string, content: string) => plantFile(root, path, content),
  }
}

for (const security of ['none', 'explicit', 'implicit'] as const) {
  const title = { none: 'FTP', explicit: 'FTPS (explicit)', implicit: 'FTPS (implicit)' }[security]
  describeTarget({
    title,
    isInstalled: () => isInstalled('ftp'),
    makePlace: () => makePlace(security),
    leavesForeignFiles: true,
  })
}
