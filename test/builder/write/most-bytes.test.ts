/** A build stops where the space ends that it may take, whatever its templates repeat. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { BuildSession } from '../../../src/builder/incremental/session.js'
import { FreshFolder, SpaceError } from '../../../src/builder/write/fresh-folder.js'
import { AS_RECORDED } from '../recorded.js'

const BLOCK = 4096
const MOST = 40 * BLOCK
const PAGES = 100
const MESSAGE =
  'The files of the built site take more than 163,840 bytes on disk, which is all the space that is left for them: delete files that nobody needs, or ask for more space'

describe('The space that a build may take', () => {
  let root: string
  let source: string
  let destination: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galley-most-'))
    source = join(root, 'source')
    destination = join(root, 'site')
    mkdirSync(join(source, '_includes'), { recursive: true })
    mkdirSync(destination)
    writeFileSync(join(source, '_includes/text.html'), 'x'.repeat(BLOCK))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** Pages of a block each, in as many folders, whose source is not a tenth of that. */
  const addPages = (count: number) => {
    for (let at = 0; at < count; at++) {
      const text = `---\npermalink: /${at}/\n---\n{% include text.html %}`
      writeFileSync(join(source, `${at}.html`), text)
    }
  }
  const ask = (session: BuildSession, changed: string[] | null, maxBytes = MOST) => {
    rmSync(destination, { recursive: true })
    mkdirSync(destination)
    const request = { source, destination, now: 0, former: null, maxBytes, ...AS_RECORDED }
    return session.build({ ...request, changed })
  }
  /** What stands in the destination: bytes on disk. */
  const taken = () =>
    readdirSync(destination, { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(destination, path)))
      .reduce(
        (sum, stats) => sum + (stats.isDirectory() ? BLOCK : Math.ceil(stats.size / BLOCK) * BLOCK),
        0,
      )

  it('is that of files in blocks, and of their folders', () => {
    const folder = new FreshFolder(destination, 5 * BLOCK)
    folder.write({ path: 'a/b/one', content: Buffer.alloc(1) })
    folder.write({ path: 'a/b/two', content: Buffer.alloc(BLOCK) })
    expect(() => folder.write({ path: 'three', content: Buffer.alloc(BLOCK + 1) })).to.throw(
      SpaceError,
    )
    expect(existsSync(join(destination, 'three'))).to.equal(false)
    expect(taken()).to.equal(4 * BLOCK)
    // What was refused counts, so that nothing comes after it.
    expect(() => folder.write({ path: 'four', content: Buffer.alloc(1) })).to.throw(SpaceError)
  })

  it('is enough for a build that needs no more, and writes what no limit would', async () => {
    addPages(20)
    const report = await ask(new BuildSession(), null)
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(true)
    expect(taken()).to.equal(MOST)
  })

  it('ends a build that repeats a text, and the report says so', async () => {
    addPages(PAGES)
    const report = await ask(new BuildSession(), null)
    expect(report).to.include({ ok: false, lacksSpace: true })
    expect(report.diagnostics.map(({ message }) => message)).to.deep.equal([MESSAGE])
    expect(taken()).to.be.within(1, MOST)
  })

  it('ends a build of a session, which goes on with the next', async () => {
    const session = new BuildSession()
    addPages(10)
    expect(await ask(session, null)).to.include({ ok: true, isPartial: false })
    expect(await ask(session, ['0.html'], MOST - BLOCK), 'with another space').to.include({
      ok: true,
      isPartial: true,
    })
    addPages(PAGES)
    const report = await ask(session, null)
    expect(report).to.include({ ok: false, lacksSpace: true })
    expect(report.diagnostics.map(({ message }) => message)).to.deep.equal([MESSAGE])
    expect(taken()).to.be.within(1, MOST)
    const { ok, difference } = await ask(session, null, 10 * MOST)
    expect([ok, difference?.files]).to.deep.equal([true, PAGES])
    await session.close()
  })
})
