import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { deflateSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { GitError } from '../../../src/git/program/git-error.js'
import type { Oid } from '../../../src/git/objects/oid.js'
import { readPack, writePack } from '../../../src/git/pack/pack.js'
import { newObjects } from '../../../src/git/refs/reach.js'
import type { ObjectReader } from '../../../src/git/objects/reader.js'
import type { Repository } from '../../../src/git/repository.js'
import { commitTo, git, useRepositories } from '../fixture.js'

const run = promisify(execFile)
const maxBytes = 50_000_000

/** A pack by git's own program. */
async function nativePack(gitDir: string, args: string[], input: string): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: 100_000_000 } as const
  const running = run('git', ['-C', gitDir, 'pack-objects', '--stdout', '-q', ...args], options)
  running.child.stdin?.end(input)
  return (await running).stdout
}

const nothing: ObjectReader = {
  read: async (oid) => {
    throw new GitError('not_found', oid)
  },
  start: async (oid) => {
    throw new GitError('not_found', oid)
  },
  info: async (oid) => {
    throw new GitError('not_found', oid)
  },
  close: async () => undefined,
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'read',
    (error: unknown) => (error instanceof GitError ? error.code : error),
  )
}

/** A pack of entries as they are, with a right checksum. */
function packOf(count: number, ...entries: Buffer[]): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(count, 8)
  const body = Buffer.concat([header, ...entries])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

describe('Packs without git', () => {
  const bench = useRepositories()
  let repository: Repository
  let first: Oid
  let last: Oid

  beforeEach(async () => {
    repository = await bench.repository()
    const long = (word: string) => `${word}\n`.repeat(3) + 'the same line again\n'.repeat(400)
    first = await commitTo(repository, { 'a.txt': long('one'), 'b/c.txt': 'c', empty: '' })
    await commitTo(repository, { 'a.txt': long('two'), 'b/d.txt': randomBytes(70_000) })
    last = await commitTo(repository, { 'a.txt': long('three'), 'b/c.txt': null })
  })

  /** Every object below commits, as git lists them. */
  async function listed(...commits: string[]): Promise<string[]> {
    const lines = await git(repository.gitDir, 'rev-list', '--objects', ...commits)
    return lines
      .split('\n')
      .map((line) => line.slice(0, 40))
      .toSorted()
  }

  it('hold what a commit needs, as with git', async () => {
    const all = await newObjects(repository.reader, last, [])
    expect(all.toSorted()).to.deep.equal(await listed(last))
    const since = await newObjects(repository.reader, last, [first])
    expect(since.toSorted()).to.deep.equal(await listed(last, `^${first}`))
    expect(await newObjects(repository.reader, first, [last])).to.deep.equal([])
  })

  it('are accepted by git fsck --strict', async () => {
    const chunks: Buffer[] = []
    const oids = await newObjects(repository.reader, last, [])
    for await (const chunk of writePack(repository.reader, oids)) chunks.push(chunk)
    const other = await bench.repository()
    const indexing = run('git', ['-C', other.gitDir, 'index-pack', '--stdin', '--strict'])
    indexing.child.stdin?.end(Buffer.concat(chunks))
    await indexing
    await git(other.gitDir, 'update-ref', 'refs/heads/main', last)
    expect(await git(other.gitDir, 'fsck', '--strict', '--no-dangling')).to.equal('')
  })

  for (const [kind, args] of Object.entries({
    'deltas by name': [],
    'deltas by place': ['--delta-base-offset'],
    'no deltas': ['--depth=0'],
  })) {
    it(`are read as git wrote them: ${kind}`, async () => {
      const pack = await nativePack(repository.gitDir, ['--revs', ...args], `${last}\n`)
      const objects = await readPack(pack, { reader: nothing, maxBytes })
      expect([...objects.keys()].toSorted()).to.deep.equal(await listed(last))
      for (const [oid, { type, data }] of objects) {
        const own = await repository.reader.read(oid)
        expect([type, data.equals(own.data)]).to.deep.equal([own.type, true])
      }
    })
  }

  it('are read if the bases of their deltas exist, and refused otherwise', async () => {
    const input = `${last}\n^${first}\n`
    const pack = await nativePack(repository.gitDir, ['--revs', '--thin'], input)
    const { reader } = repository
    const objects = await readPack(pack, { reader, maxBytes })
    expect([...objects.keys()].toSorted()).to.deep.equal(await listed(last, `^${first}`))
    expect(await codeOf(readPack(pack, { reader: nothing, maxBytes }))).to.equal('refused')
  })

  it('are refused if they are truncated anywhere, or any byte is changed', async () => {
    const pack = await nativePack(repository.gitDir, ['--revs'], `${first}\n`)
    const options = { reader: nothing, maxBytes }
    for (let end = 0; end < pack.length; end += 7) {
      expect(await codeOf(readPack(pack.subarray(0, end), options)), `${end}`).to.equal('refused')
    }
    const body = pack.subarray(12, -20)
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      // With a right checksum again: what is in it has to be looked at, too.
      const code = await codeOf(readPack(packOf(pack.readUInt32BE(8), changed), options))
      expect(code, `byte ${at}`).to.be.oneOf(['refused', 'too_large', 'read'])
    }
  })

  it('are refused if they decompress to too much', async () => {
    const options = { reader: nothing, maxBytes: 1_000_000 }
    const zeros = deflateSync(Buffer.alloc(20_000_000))
    const honest = Buffer.from([0xb0, 0xd0, 0xa4, 0x4c])
    const lying = Buffer.from([0x3a])
    expect(await codeOf(readPack(packOf(1, honest, zeros), options))).to.equal('too_large')
    expect(await codeOf(readPack(packOf(1, lying, zeros), options))).to.equal('refused')
    const base = Buffer.concat([Buffer.from([0x31]), deflateSync(Buffer.from('x'))])
    // A delta of a few bytes that says it makes 2 ** 41 of them.
    const delta = Buffer.from([1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40, 0x90, 1])
    const bomb = Buffer.concat([Buffer.from([0x69, base.length]), deflateSync(delta)])
    expect(await codeOf(readPack(packOf(2, base, bomb), options))).to.equal('too_large')
    expect(await codeOf(readPack(packOf(4_000_000_000), options))).to.equal('refused')
  })
})
