/**
 * Names at random that mean to leave the site, at every door that takes one. Real git is the judge: with
 * its protections for HFS+ and NTFS on, it must be able to check out what was taken, `fsck --strict` finds
 * nothing (the server under test has that looked at when it stops), and no file beside the site's is made,
 * changed or removed.
 */

import fc from 'fast-check'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import yazl from 'yazl'
import { expect } from 'chai'
import { startApi, type Running, type Site } from '../api/server.js'
import type { Answer } from '../api/client.js'
import { report, SEED, SIZE } from './figures.js'

const execute = promisify(execFile)
const NAMES = Math.min(10_000, 60 * SIZE)

const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('..', '.', '', '...', '. ', '..;', '~', 'canary', 'x.md'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '.git',
      '.GIT',
      '.git ',
      '.git.',
      '.git::$INDEX_ALLOCATION',
      'git~1',
      '.g\u200cit',

      '.\uff47it',
      '.gi\u0074\u0301',
      'C:',
      '\\',
      '..\\..',
      '%2e%2e',
      '%2f',
      '..%00',
      '.gitmodules',

      '/etc/passwd',
      'repository.git',
      'con',
      'aux.md',
      'a:b',
      '\u202e',
      '-rf',
      '--upload-pack=x',
    ),
  },
  fc.constantFrom('.git', 'config', 'hooks', '..', 'refs').map((text) => encodeURIComponent(text)),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const anyName = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('/'))
  // Half a surrogate pair has no form on the wire.
  .filter((name) => !/[\ud800-\udfff]/.test(name.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')))

const inForm = (name: string) => name.replace(/[\r\n\0"]/g, '')

const partsOf = (name: string) => name.split(/[/\\]/)

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

describe('Names that try to leave the site', () => {
  let root = ''
  let api: Running
  let site: Site
  let url = ''
  let document = ''
  let accepted = 0

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'galley-paths-'))
    const data = path.join(root, 'data')
    await mkdir(data)
    await writeFile(path.join(root, 'canary'), 'safe')
    api = await startApi({ data, keep: true })
    site = await api.site()
    await writeFile(path.join(data, 'canary'), 'safe')
    await writeFile(path.join(data, 'sites', site.id, 'canary'), 'safe')
    url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Docs' })
    const made = await api.post(`${url}/collections/docs/documents`, { title: 'Moved about' })
    document = `/v2/documents/${String(made.json['id'])}`
  })

  after(async () => {
    await api.finish()
    await rm(root, { recursive: true, force: true })
  })

  /** What no site can be without, and what the test put beside it. */
  function lasting(): string[] {
    const own = path.join(root, 'data', 'sites', site.id)
    const repository = ['HEAD', 'config', 'objects', 'refs'].map((name) =>
      path.join(own, 'repository.git', name),
    )
    const others = ['canary', 'repository.git'].map((name) => path.join(own, name))
    return [path.join(root, 'canary'), path.join(root, 'data'), own, ...others, ...repository]
  }

  /** What lies beside the site's files. */
  async function beside(): Promise<string[]> {
    const own = path.join(root, 'data', 'sites', site.id)
    const folders = [root, path.join(root, 'data', 'sites'), own, path.join(own, 'repository.git')]
    const places = await Promise.all(
      folders.map(async (folder) => (await readdir(folder)).map((name) => path.join(folder, name))),
    )
    return places.flat().toSorted()
  }

  /**
   * The server makes files and removes them when it comes to it (locks, files that it writes beside their
   * place, all that a process writes to the disk later): so what somebody asked for must not be there, and what
   * a site can't be without must.
   */
  async function expectNothingMade(before: readonly string[], names: readonly string[]) {
    const asked = new Set(names.flatMap((name) => [...partsOf(name), ...partsOf(decoded(name))]))
    const after = await beside()
    const made = after.filter((place) => !before.includes(place))
    expect(made.filter((place) => asked.has(path.basename(place)))).to.deep.equal([])
    expect(after).to.include.members(lasting())
  }

  function zipOf(name: string): Promise<Buffer> {
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from('title: Zipped\n'), '_config.yml')
    // yazl refuses bad names; they are written over a good one of the same length.
    const bytes = Buffer.byteLength(name)
    const stand = 'z'.repeat(bytes)
    zip.addBuffer(Buffer.from('x'), stand)
    zip.end()
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
      zip.outputStream.on('error', reject)
      zip.outputStream.on('end', () => {
        const all = Buffer.concat(chunks)
        for (let at = all.indexOf(stand); at >= 0; at = all.indexOf(stand, at + bytes))
          all.write(name, at)
        resolve(all)
      })
    })
  }

  const doors: Readonly<Record<string, (name: string) => Promise<Answer>>> = {
    'PUT source': (name) =>
      api.upload('PUT', `${url}/source/${name.split('/').map(encodeURIComponent).join('/')}`, {
        data: 'x',
      }),
    'PUT source, encoded whole': (name) =>
      api.upload('PUT', `${url}/source/${encodeURIComponent(name)}`, { data: 'x' }),
    'POST document': (name) =>
      api.post(`${url}/collections/docs/documents`, { title: 'x', path: name }),
    'PUT document': (name) => api.put(document, { path: name }),
    'POST page': (name) => api.post(`${url}/pages`, { title: 'x', path: name }),
    'POST collection': (name) => api.post(`${url}/collections`, { title: 'x', path: name }),
    'POST file': (name) =>
      api.upload('POST', `${url}/collections/docs/files`, { name: inForm(name), data: 'x' }),
    'POST changes': (name) =>
      api.post(`${url}/changes`, {
        changes: [{ action: 'create', type: 'file', path: name, content: 'eA==' }],
      }),
    'POST import': async (name) => {
      const data = await zipOf(name)
      const fields = { title: 'Zip', domain: `zip-${Date.now()}-${Math.random()}.test` }
      return api.upload('POST', '/v2/import', { name: 'site.zip', data, fields })
    },
  }

  for (const [door, send] of Object.entries(doors)) {
    it(`${NAMES} at ${door}`, async function () {
      this.timeout(60_000 + NAMES * 1000)
      const names = fc.sample(anyName, { seed: SEED, numRuns: NAMES })
      const before = await beside()
      let taken = 0
      // The writer of ZIPs takes no name of no letters.
      const zipped = names.slice(0, Math.ceil(NAMES / 4)).filter((name) => name !== '')
      for (const name of door === 'POST import' ? zipped : names) {
        const answer = await send(name)
        expect(answer.status, `${JSON.stringify(name)}: ${answer.text}`).to.be.below(500)
        if (answer.status >= 400) continue
        taken += 1
        const id = answer.json['site_id']
        // An import made a site of its own, which is looked at and goes.
        if (door === 'POST import' && typeof id === 'string') await api.delete(`/v2/sites/${id}`)
      }
      accepted += taken
      report({ 'hostile names': names.length, taken })
      expect(await readFile(path.join(root, 'canary'), 'utf8')).to.equal('safe')
      expect(await readFile(path.join(root, 'data', 'canary'), 'utf8')).to.equal('safe')
      const own = path.join(root, 'data', 'sites', site.id, 'canary')
      expect(await readFile(own, 'utf8')).to.equal('safe')
      if (door !== 'POST import') await expectNothingMade(before, names)
    })
  }

  it('the accepted ones can be checked out by real git, with its protections on', async () => {
    expect(accepted).to.be.greaterThan(0)
    const bare = path.join(root, 'data', 'sites', site.id, 'repository.git')
    const guards = ['-c', 'core.protectHFS=true', '-c', 'core.protectNTFS=true']
    const clone = path.join(root, 'clone')
    await execute('git', [...guards, 'clone', '-q', bare, clone])
    const { stdout } = await execute('git', ['status', '--porcelain'], { cwd: clone })
    expect(stdout).to.equal('')
  })
})
