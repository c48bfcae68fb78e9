import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createShrinker, ShrinkError } from '../../../src/service/media/shrinker.js'
import { createThumbnailStore } from '../../../src/service/media/thumbnail-store.js'
import { childrenOf, newChildOf, signalTo } from '../../processes.js'
import { picture } from './pictures.js'

describe('createShrinker', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-media-'))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    )

  it('gives up on an image that takes too long, and does the next one in another process', async () => {
    const file = path.join(folder, 'a.png')
    await writeFile(file, await picture('png', 100, 100))
    // Nobody ever writes into it.
    const endless = path.join(folder, 'endless.png')
    execFileSync('mkfifo', [endless])
    const slow = createShrinker(100)
    const failure = await failureOf(slow.shrink(endless, 50))
    expect(failure).to.be.instanceOf(ShrinkError)
    expect(failure).to.have.property('message', 'it took more than 0.1 seconds')
    slow.close()
    const shrinker = createShrinker()
    expect(await failureOf(shrinker.shrink(path.join(folder, 'none.png'), 50))).to.be.instanceOf(
      ShrinkError,
    )
    expect((await shrinker.shrink(file, 50)).subarray(8, 12).toString()).to.equal('WEBP')
    shrinker.close()
  })

  it('tries again in another process if the first was killed', async () => {
    const file = path.join(folder, 'a.png')
    await writeFile(file, await picture('png', 100, 100))
    const shrinker = createShrinker()
    const made = shrinker.shrink(file, 50)
    const child = newChildOf(process.pid, 'shrink-child')
    signalTo(child, 'SIGKILL')
    expect((await made).subarray(8, 12).toString()).to.equal('WEBP')
    expect(childrenOf(process.pid, 'shrink-child')).to.not.include(child)
    shrinker.close()
  })

  it('refuses SVG, PDF and PostScript, whatever their names', async () => {
    const shrinker = createShrinker()
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      '%PDF-1.4',
      'P3 1 1 255 0 0 0',
      'push graphic-context\nviewbox 0 0 9 9\npop graphic-context',
    ]) {
      const file = path.join(folder, 'a.png')
      await writeFile(file, text)
      const failure = await failureOf(shrinker.shrink(file, 50))
      expect(failure, text).to.be.instanceOf(ShrinkError)
    }
    shrinker.close()
  })

  it('keeps the most recently used thumbnails, up to a number of bytes', async () => {
    const store = createThumbnailStore(path.join(folder, 'kept'), 1000)
    for (let count = 0; count < 30; count += 1) {
      await store.write(`${String(count).padStart(2, '0')}-x.webp`, Buffer.alloc(100))
    }
    const parts = await readdir(path.join(folder, 'kept'))
    const files = await Promise.all(parts.map((part) => readdir(path.join(folder, 'kept', part))))
    expect(files.flat().length).to.be.within(1, 10)
    expect(await store.read('29-x.webp')).to.have.length(100)
    expect(await store.read('none')).to.equal(null)
  })
})
