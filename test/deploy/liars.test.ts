import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect } from 'chai'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { DeployError } from '../../src/deploy/network/deploy-error.js'
import type { FileStore, OpenStore } from '../../src/deploy/files/file-store.js'
import { filesDeployer } from '../../src/deploy/files/files-deployer.js'
import { objectStore } from '../../src/deploy/s3/objectstore.js'
import { sftpStore } from '../../src/deploy/sftp/sftp.js'
import { parseXml } from '../../src/deploy/s3/xml.js'
import { closeServers, ftpAt, lyingFtp } from './ftp/hostile-server.js'
import { makeContext, makeRelease } from './releases.js'
import { localOutgoing, session } from './settings.js'
import { makeKeys } from './sftp/hostile-server.js'

const servers: { close: () => void }[] = []

async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

async function withOpen<T>(open: OpenStore, work: (store: FileStore) => Promise<T>): Promise<T> {
  const store = await open(new AbortController().signal)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('A lying FTP server', () => {
  afterEach(() => {
    closeServers()
    servers.splice(0).forEach((server) => server.close())
  })

  it('that lists files outside its folder has them ignored', async () => {
    const listing = [
      'type=file;size=1; ../../etc/passwd',
      'type=file;size=1; ..',
      'type=dir; ..',
      'type=file;size=1; a/../../b',
      'type=file;size=1; back\\slash',
      'type=file;size=1; bell\u0007.html',
      `type=file;size=1; ${'x'.repeat(300)}`,
      'type=file;size=3; good.html',
      '',
    ].join('\r\n')
    const { port, commands } = await lyingFtp({
      list: (data, folder) => data.end(folder === '/' ? listing : ''),
    })
    const { files, odd } = await withOpen(ftpAt(port), (store) => store.list())
    expect([...files.keys()]).to.deep.equal(['good.html'])
    expect(odd).to.be.greaterThan(0)
    expect(commands.join('\n')).not.to.include('..')
  })

  it('that redirects the data connection to another host is not followed', async () => {
    let connections = 0
    const bait = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    const baitPort = await listen(bait, '127.0.0.9')
    const where = `10,0,0,9,${baitPort >> 8},${baitPort & 255}`
    const { port } = await lyingFtp({
      replies: {
        EPSV: (say) => say('500 unknown'),
        PASV: (say) => say(`227 Entering Passive Mode (${where})`),
      },
    })
    const error = await failureOf(withOpen(ftpAt(port), (store) => store.list()))
    expect(error).to.have.property('code', 'bad_remote')
    expect(connections).to.equal(0)
  })

  it('that greets without end is disconnected', async () => {
    const { port } = await lyingFtp({ welcome: `220-${'x'.repeat(100_000)}` })
    const error = await failureOf(withOpen(ftpAt(port), (store) => store.list()))
    expect(error).to.be.instanceOf(DeployError)
  })

  it('that sends terminal escapes has them removed', async () => {
    const { port } = await lyingFtp({ welcome: '421 \u001b[2Jgone\u0007 away\u2028data: x' })
    const release = await makeRelease('r1', { 'a.html': 'x' })
    const deployer = filesDeployer(ftpAt(port), session('web-secret', 1))
    const error = await failureOf(deployer.deploy(release, makeContext()))
    expect(String(error)).not.to.match(/[\u0000-\u001f\u007f-\u009f\u2028]/)
    expect(String(error)).to.include('gone')
  })
})

/** An S3 server whose listing is what a function says, page by page. */
async function lyingS3(page: (number: number) => string): Promise<number> {
  let pages = 0
  const server = createHttpServer((request, response) => {
    request.resume()
    if (request.url?.includes('list-type') !== true) response.writeHead(404).end()
    else response.end(page((pages += 1)))
  })
  return listen(server)
}

function s3At(port: number): OpenStore {
  const account = { accessKey: 'a', secretKey: 'web-secret', bucket: 'b', prefix: 'p', acl: '' }
  const endpoint = `http://127.0.0.1:${port}`
  return objectStore({ ...account, region: 'x', endpoint }, localOutgoing, () => new Date())
}

function listingOf(keys: readonly string[], next = ''): string {
  const rows = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
  const token = next === '' ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${token}${rows.join('')}</ListBucketResult>`
}

describe('A lying S3 server', () => {
  afterEach(() => {
    servers.splice(0).forEach((server) => server.close())
  })

  it('that lists objects outside the prefix has them ignored', async () => {
    const keys = ['p/../x', 'q/y', 'p/a%0D%0Ab', 'p//c', 'p/%00', 'p/good.html', 'p/%E0%A4%A']
    const port = await lyingS3(() => listingOf(keys))
    const { files, odd } = await withOpen(s3At(port), (store) => store.list())
    expect([...files.keys()]).to.deep.equal(['good.html'])
    expect(odd).to.equal(6)
  })

  it('that repeats a page forever is not followed', async () => {
    const port = await lyingS3(() => listingOf(['p/a'], 'same'))
    const error = await failureOf(withOpen(s3At(port), (store) => store.list()))
    expect(error).to.have.property('code', 'bad_remote')
  })

  it('that sends invalid XML, entities or deep XML is refused', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "bbbb">]><a>${'&b;'.repeat(10)}</a>`
    for (const text of ['{}', '<a>', bomb, '<a>'.repeat(50), '']) {
      const port = await lyingS3(() => text)
      const error = await failureOf(withOpen(s3At(port), (store) => store.list()))
      expect(error, text.slice(0, 20)).to.have.property('code', 'bad_remote')
    }
    expect((await parseXml('<a>&lt;</a>')).content).to.equal('<')
  })
})

/** An SFTP server with a listing of odd names, that notes which paths it is asked for. */
async function lyingSftp(names: readonly string[]): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const { private: key } = makeKeys()
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => context.accept())
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serveNames(acceptSftp(), names, asked))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked }
}

function serveNames(sftp: SFTPWrapper, names: readonly string[], asked: string[]): void {
  const { OK, EOF, NO_SUCH_FILE } = ssh2.utils.sftp.STATUS_CODE
  let folder = ''
  const attrs = { mode: 0o100644, size: 1, uid: 0, gid: 0, atime: 0, mtime: 0 }
  sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/', longname: '', attrs }]))
  sftp.on('STAT', (id, path) => {
    asked.push(path)
    sftp.status(id, NO_SUCH_FILE)
  })
  sftp.on('OPENDIR', (id, path) => {
    asked.push(path)
    folder = path
    sftp.handle(id, Buffer.from('1'))
  })
  sftp.on('READDIR', (id) => {
    if (folder !== '/www/') return sftp.status(id, EOF)
    folder = ''
    const isFolder = (name: string) => name.endsWith('/')
    return sftp.name(
      id,
      names.map((name) => ({
        filename: name.replace(/\/$/, ''),
        longname: '',
        attrs: { ...attrs, mode: isFolder(name) ? 0o040755 : 0o100644 },
      })),
    )
  })
  sftp.on('MKDIR', (id) => sftp.status(id, OK))
  sftp.on('CLOSE', (id) => sftp.status(id, OK))
}

describe('A lying SFTP server', () => {
  afterEach(() => {
    servers.splice(0).forEach((server) => server.close())
  })

  it('that lists files and folders outside its own has them ignored', async () => {
    const names = [
      '../../etc/passwd',
      '../up/',
      '..',
      '/root/',
      'a\r\nb',
      'x'.repeat(300),
      'good.html',
    ]
    const { port, asked } = await lyingSftp(names)
    const account = { host: '127.0.0.1', port, username: 'u', password: 'p', path: '/www' }
    const listing = await withOpen(sftpStore(account, localOutgoing), (store) => store.list())
    expect([...listing.files.keys()]).to.deep.equal(['good.html'])
    expect(listing.odd).to.equal(5)
    expect(asked.join('\n')).not.to.match(/\.\.|root/)
  })
})
