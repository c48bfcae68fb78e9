/**
 * First deployment and a one-page change of a 1,000-page site to each target, beside what one would
 * run instead where this machine has it (lftp mirror, rsync over SSH, rclone, git push). Prints one
 * table: seconds, and what the change of one page asked of the target.
 *
 *   npx tsx test/bench/deploy.ts [PAGES]
 *
 * Servers that are not installed are left out, by name.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenStore } from '../../src/deploy/files/file-store.js'
import type { Deployer, FileFacts, Manifest, Release } from '../../src/deploy/files/deployer.js'
import { cloudStore } from '../../src/deploy/swift/cloudstore.js'
import { filesDeployer } from '../../src/deploy/files/files-deployer.js'
import { gitDeployer, type Push } from '../../src/deploy/githost/githost.js'
import { ftpStore } from '../../src/deploy/ftp/ftp.js'
import { objectStore } from '../../src/deploy/s3/objectstore.js'
import { patientRetries } from '../../src/deploy/network/retry.js'
import { sftpStore } from '../../src/deploy/sftp/sftp.js'
import { noting } from '../deploy/noting.js'
import type { ServerName } from '../servers/start.js'

// The servers' module ends them in a mocha hook; here they are ended below.
Object.assign(globalThis, { after: () => undefined })
const { isInstalled, startServer } = await import('../servers/start.js')
const { closePushes, ownPush } = await import('../deploy/githost/own-push.js')

const run = promisify(execFile)
const pages = Number(process.argv[2] ?? 1000)
const outgoing = { rules: { allow: ['127.0.0.0/8'] }, timeout: 30_000 }
const options = { retries: patientRetries, secrets: [], target: '127.0.0.1' }
const work = await mkdtemp(join(tmpdir(), 'galley-bench-'))

async function write(root: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

const contents = new Map<string, string>()
for (let page = 0; page < pages; page += 1) {
  const text = `<!doctype html><title>${page}</title>${`<p>Page ${page}.</p>`.repeat(200)}`
  contents.set(`posts/${Math.floor(page / 50)}/${page}.html`, text)
}
contents.set('site.css', 'body{}'.repeat(500)).set('index.html', '<h1>Home</h1>')

/** A release and the folder that it lies in. */
interface BenchRelease extends Release {
  readonly root: string
}

async function makeRelease(id: string, change: ReadonlyMap<string, string>): Promise<BenchRelease> {
  const root = join(work, id)
  const files = new Map<string, FileFacts>()
  for (const [path, text] of new Map([...contents, ...change])) {
    await write(root, path, text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    files.set(path, { sha256, size: Buffer.byteLength(text) })
  }
  return { id, root, fileOf: (path) => join(root, path), files }
}

/** The page that changes; what is asked of a target about others is beyond it. */
const page = 'posts/0/7.html'
const first = await makeRelease('r1', new Map())
const second = await makeRelease('r2', new Map([[page, 'changed, and longer']]))
const rows: string[][] = []

async function seconds(task: () => Promise<unknown>): Promise<string> {
  const start = performance.now()
  await task()
  return ((performance.now() - start) / 1000).toFixed(2)
}

async function benchStore(title: string, open: OpenStore): Promise<void> {
  const operations: string[] = []
  const deployer = filesDeployer(noting(open, operations), options)
  await bench(title, deployer, () => {
    const beyond = operations.filter((operation) => !operation.endsWith(` ${page}`))
    const count = `${operations.length} operations, ${beyond.length} beyond the page`
    operations.length = 0
    return count
  })
}

async function bench(title: string, deployer: Deployer, count: () => string): Promise<void> {
  let previous: Manifest | null = null
  const deploy = async (release: Release) => {
    const context = { previous, signal: new AbortController().signal, report: () => undefined }
    previous = (await deployer.deploy(release, context)).manifest
  }
  const firstTime = await seconds(() => deploy(first))
  count()
  const secondTime = await seconds(() => deploy(second))
  rows.push([title, firstTime, secondTime, count()])
}

async function benchOther(title: string, deploy: (release: BenchRelease) => Promise<unknown>) {
  const firstTime = await seconds(() => deploy(first))
  rows.push([title, firstTime, await seconds(() => deploy(second))])
}

async function has(command: string): Promise<boolean> {
  const isThere = await run('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  )
  if (!isThere) console.log(`(${command} is not installed)`)
  return isThere
}

type Facts = Awaited<ReturnType<typeof startServer>>

async function withServer(
  name: ServerName,
  use: (server: Facts) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!(await isInstalled(name))) {
    console.log(`(the server ${name} is not installed)`)
    return
  }
  const server = await startServer(name, { env })
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}

function loginOf(server: Facts) {
  return {
    host: '127.0.0.1',
    port: server.number('port'),
    username: server.text('user'),
    password: server.text('password'),
  }
}

await withServer('ftp', async (server) => {
  const login = loginOf(server)
  const store = ftpStore({ ...login, path: 'galley', security: 'none' }, outgoing)
  await benchStore('FTP', store)
  if (!(await has('lftp'))) return
  const url = `ftp://${login.username}:${login.password}@127.0.0.1:${login.port}`
  await benchOther('  lftp mirror -P 4', ({ root }) => {
    const mirror = `mirror -R -e -P 4 --ignore-time ${root} /lftp`
    return run('lftp', ['-c', `set ftp:ssl-allow no; open ${url}; ${mirror}`])
  })
})

async function benchSftp(server: Facts): Promise<void> {
  const store = sftpStore({ ...loginOf(server), path: 'galley' }, outgoing)
  await benchStore('SFTP', store)
  const ssh = `ssh -a -x -i ${server.text('key')} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR`
  if (!(await has('lftp'))) return
  await benchOther('  lftp mirror -P 4 (sftp)', ({ root }) => {
    const mirror = `mirror -R -e -P 4 --ignore-time ${root} ${server.text('root')}/lftp`
    const open = `open -p ${server.number('port')} -u web, sftp://127.0.0.1`
    return run('lftp', ['-c', `set sftp:connect-program "${ssh}"; ${open}; ${mirror}`])
  })
  if (!(await has('rsync'))) return
  await benchOther('  rsync --checksum over SSH', ({ root }) => {
    const to = `web@127.0.0.1:${server.text('root')}/rsync`
    const shell = `${ssh} -p ${server.number('port')}`
    return run('rsync', ['-rc', '--delete', '-e', shell, `${root}/`, to])
  })
}

await withServer('sftp', benchSftp, { SFTP_COMMANDS: '1' })

await withServer('swift', async (server) => {
  const headers = { 'x-auth-user': server.text('user'), 'x-auth-key': server.text('key') }
  const login = await fetch(server.text('authUrl'), { headers })
  const token = { 'x-auth-token': login.headers.get('x-auth-token') ?? '' }
  for (const name of ['bench-s3', 'bench-swift']) {
    await fetch(`${server.text('storageUrl')}/${name}`, { method: 'PUT', headers: token })
  }
  const bucket = {
    accessKey: server.text('accessKeyId'),
    secretKey: server.text('secretAccessKey'),
    bucket: 'bench-s3',
    prefix: '',
    region: server.text('region'),
    endpoint: server.text('s3Endpoint'),
    acl: '',
  }
  const now = () => new Date()
  await benchStore('S3 (Swift)', objectStore(bucket, outgoing, now))
  if (await has('rclone')) {
    const remote = `:s3,provider=Other,access_key_id='${bucket.accessKey}',secret_access_key=${bucket.secretKey},endpoint='${bucket.endpoint}':bench-rclone`
    await fetch(`${server.text('storageUrl')}/bench-rclone`, { method: 'PUT', headers: token })
    await benchOther('  rclone sync --checksum', ({ root }) =>
      // A machine-wide CA bundle, set for other programs, makes this one refuse to start.
      run('rclone', ['sync', '--checksum', '--s3-no-check-bucket', root, remote], {
        env: { ...process.env, AWS_CA_BUNDLE: undefined },
      }),
    )
  }
  const container = {
    username: server.text('user'),
    apiKey: server.text('key'),
    authUrl: server.text('authUrl'),
    region: '',
    container: 'bench-swift',
    prefix: '',
  }
  await benchStore('Swift', cloudStore(container, outgoing))
})

await withServer('githost', async (server) => {
  const account = {
    url: server.text('url'),
    branch: 'gh-pages',
    username: server.text('user'),
    token: server.text('password'),
    format: 'compiled',
  } as const
  const data = join(work, 'data')
  await mkdir(data)
  const push = (await ownPush(data))(outgoing)
  const counting: Push = (request) => {
    const report = (line: string) => void (sent = line)
    return push({ ...request, report })
  }
  let sent = ''
  const deployer = gitDeployer(account, { push: counting, retries: patientRetries, domain: '' })
  await bench('git host', deployer, () => sent)
  await closePushes()
  const clone = join(work, 'clone')
  const url = new URL(server.text('url'))
  url.username = server.text('user')
  url.password = server.text('password')
  const who = ['-C', clone, '-c', 'user.name=B', '-c', 'user.email=b@localhost']
  await run('git', ['init', '-q', '-b', 'main', clone])
  await benchOther('  git add, commit, push', async ({ root, id }) => {
    await cp(root, clone, { recursive: true })
    await run('git', [...who, 'add', '--all'])
    await run('git', [...who, 'commit', '-q', '-m', id])
    await run('git', [...who, 'push', '-q', url.href, 'main'])
  })
})

await rm(work, { recursive: true, force: true })
const lines = [['target', `first (${pages} pages), s`, 'one page, s', ' one page'], ...rows]
for (const [title = '', one = '', two = '', count = ''] of lines) {
  console.log(`${title.padEnd(36)}${one.padStart(22)}${two.padStart(14)}  ${count}`)
}
console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
