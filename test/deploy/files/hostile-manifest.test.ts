import { expect } from 'chai'
import { formatManifest, parseManifest } from '../../../src/deploy/files/manifest.js'
import { makeContext, makeRelease } from '../releases.js'
import { closeHostileS3, flood, hostileS3 } from '../s3/hostile-s3.js'
import { countBetweenTurns } from '../../turns.js'

/** Tells what is given to `JSON.parse` meanwhile. */
async function parsedDuring(
  work: () => Promise<unknown>,
  told: (text: string) => void,
): Promise<void> {
  const { parse } = JSON
  JSON.parse = (text: string, ...rest: []) => {
    told(text)
    return parse(text, ...rest)
  }
  try {
    await work()
  } finally {
    JSON.parse = parse
  }
}

describe('A hostile manifest', () => {
  afterEach(closeHostileS3)

  it('that is too long is not read to its end, and the error says what to do', async () => {
    let unread: Promise<number> = Promise.resolve(0)
    const server = await hostileS3({
      manifest: (_request, response) => {
        unread = flood(response, Buffer.alloc(3 * 2 ** 20, '[],'), 80)
      },
    })
    const release = await makeRelease('r1', { 'index.html': 'home' })
    const error: unknown = await server.deployer.deploy(release, makeContext()).catch((e) => e)
    expect(error).to.have.property('code', 'bad_remote')
    expect(error).to.have.property('message').that.includes('longer than 134217728 bytes')
    expect(error).to.have.property('message').that.includes('remove .galley-manifest.json there')
    expect(server.asked.filter((line) => !line.startsWith('GET'))).to.deep.equal([])
    expect(await unread).to.be.greaterThan(20)
  })

  for (const [title, block] of [
    ['of empty lists', '[],'],
    ['of one long text', 'x'],
    ['of spaces', ' '],
    ['of quotes', '"'],
  ] as const) {
    it(`${title} is never parsed in one piece, and counts as damaged`, async () => {
      const server = await hostileS3({
        manifest: (_request, response) => {
          response.write('{"galley":1,"release":"r0","files":{"a":["')
          void flood(response, Buffer.alloc(2 ** 20, block), 8)
        },
      })
      const release = await makeRelease('r1', { 'index.html': 'home' })
      let longest = 0
      await parsedDuring(
        async () => {
          const { notes, uploaded } = await server.deployer.deploy(release, makeContext())
          expect(notes.join()).to.include('was damaged; every file was compared')
          expect(uploaded).to.equal(1)
        },
        (text) => (longest = Math.max(longest, text.length)),
      )
      expect(longest).to.be.lessThan(65_537)
    })
  }

  it('may not contain a checksum or ETag that is too long', async () => {
    const row = ['a'.repeat(64), 1, 'm'.repeat(300), 'e'.repeat(16_000)]
    const text = JSON.stringify({ galley: 1, release: 'r0', files: { a: row } })
    const manifest = await parseManifest(Buffer.from(text))
    expect(manifest?.files.get('a')).to.deep.equal({ sha256: 'a'.repeat(64), size: 1 })
  })
})

describe('The folders of a manifest', () => {
  it('are counted, since each file may lie in thirty of its own', async () => {
    const facts = { sha256: 'a'.repeat(64), size: 1 }
    const deep = 'x/'.repeat(29)
    const many = (length: number) => {
      const paths = Array.from({ length }, (_unused, at) => `${at}/${deep}a.html`)
      return { release: 'r1', files: new Map(paths.map((path) => [path, facts])) }
    }
    expect((await parseManifest(await formatManifest(many(1000))))?.files.size).to.equal(1000)
    expect(await parseManifest(await formatManifest(many(70_000)))).to.equal(null)
  })
})

describe('The manifest of a large site', () => {
  it('is not joined into one string when it has been read', async () => {
    const server = await hostileS3({
      manifest: (_request, response) => void flood(response, Buffer.alloc(2 ** 20, ' '), 64),
    })
    const concat = Buffer.concat.bind(Buffer)
    let largest = 0
    Buffer.concat = (pieces, ...length) => {
      const bytes = concat(pieces, ...length)
      largest = Math.max(largest, bytes.length)
      return bytes
    }
    try {
      const release = await makeRelease('r1', { 'index.html': 'home' })
      await server.deployer.deploy(release, makeContext())
    } finally {
      Buffer.concat = concat
      closeHostileS3()
    }
    expect(largest).to.be.lessThan(2 ** 20 + 1)
  })

  it('is parsed row by row, while other work runs', async () => {
    const facts = { sha256: 'a'.repeat(64), size: 1, md5: 'b'.repeat(32), version: 'b'.repeat(32) }
    const paths = Array.from({ length: 200_000 }, (_unused, at) => `posts/${at % 100}/${at}.html`)
    const manifest = { release: 'r1', files: new Map(paths.map((path) => [path, facts])) }
    const bytes = await formatManifest(manifest)
    const turns = countBetweenTurns()
    await parsedDuring(
      async () => {
        expect((await parseManifest(bytes))?.files.size).to.equal(paths.length)
      },
      () => turns.count(),
    )
    turns.stop()
    expect(turns.total()).to.be.greaterThan(2 * paths.length)
    expect(turns.most()).to.be.lessThan(paths.length)
  })
})
