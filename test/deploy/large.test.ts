/**
 * One file of 120 MB (`GALLEY_LARGE_MB` for others), and very many small ones (`GALLEY_MANY_FILES`); where the
 * servers list in short pages, few go over as many pages.
 */
import { createCipheriv, createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { FileFacts, Release } from '../../src/deploy/files/deployer.js'
import { makeContext, makeRelease, temporaryFolder } from './releases.js'
import { faultyTargets } from './targets.js'

const megabytes = Number(process.env['GALLEY_LARGE_MB'] ?? 120)
const large = megabytes * 1_000_000
/** Far from all of it, and from what a process takes by chance. */
const maxMemory = 80_000_000
const many = Number(process.env['GALLEY_MANY_FILES'] ?? 200)

/** A film that no packing makes shorter, written without having all of it in memory. */
async function makeFilm(): Promise<{ readonly root: string; readonly facts: FileFacts }> {
  const root = await temporaryFolder()
  const file = await open(join(root, 'film.mp4'), 'w')
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16))
  const hash = createHash('sha256')
  const block = Buffer.alloc(1_000_000)
  for (let size = 0; size < large; size += block.length) {
    const bytes = noise.update(block)
    hash.update(bytes)
    await file.write(bytes)
  }
  await file.close()
  return { root, facts: { sha256: hash.digest('hex'), size: large } }
}

/** Most memory that the process had during some work, beyond what it had before. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}

describe('Large and many files', function () {
  this.timeout(1_800_000)
  let film: Awaited<ReturnType<typeof makeFilm>>
  let site: Release
  let changed: Release

  before(async () => {
    film = await makeFilm()
    const pages = Array.from({ length: many }, (_unused, index) => [
      `posts/${index % 50}/${index}.html`,
      `<p>${index}</p>`,
    ])
    const files = Object.fromEntries(pages)
    site = await makeRelease('r1', files)
    changed = await makeRelease('r2', { ...files, 'posts/7/7.html': 'changed' })
  })

  for (const target of faultyTargets) {
    describe(target.title, () => {
      before(async function () {
        if (!(await target.isInstalled())) this.skip()
      })

      it(`uploads a file of ${megabytes} MB with only a part in memory at a time`, async () => {
        const files = new Map([['film.mp4', film.facts]])
        let memory = Number.POSITIVE_INFINITY
        // What others left is now and then collected late; what is held at a time is so each time.
        for (let left = 3; left > 0 && memory >= maxMemory; left -= 1) {
          const place = await target.makePlace()
          memory = await memoryOf(() =>
            place
              .deployer()
              .deploy({ id: 'r1', fileOf: (path) => join(film.root, path), files }, makeContext()),
          )
          expect(await place.hash('film.mp4')).to.equal(film.facts.sha256)
        }
        expect(memory).to.be.lessThan(maxMemory)
      })

      it('uploads very many files, recognizes them, and then uploads only a changed page', async () => {
        const place = await target.makePlace()
        const { uploaded } = await place.deployer().deploy(site, makeContext())
        expect(uploaded).to.equal(many)
        const again = await place.deployer().deploy(site, makeContext())
        expect([again.uploaded, again.removed]).to.deep.equal([0, 0])
        const one = await place.deployer().deploy(changed, makeContext(again.manifest))
        expect([one.uploaded, one.removed]).to.deep.equal([1, 0])
      })
    })
  }
})
