import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { linkOrCopy } from '../../src/system/links.js'

/** One of them is another file system than that of temporary files. */
const OTHERS = ['/dev/shm', '/var/tmp']

describe('A second name of a file', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'galley-links-'))
    file = join(folder, 'file')
    writeFileSync(file, 'text')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is a link', async () => {
    await linkOrCopy(file, join(folder, 'second'))
    expect(statSync(join(folder, 'second')).ino).to.equal(statSync(file).ino)
  })

  it('is a copy if a link is not possible', async function () {
    const { dev } = statSync(folder)
    const place = OTHERS.find((name) => existsSync(name) && statSync(name).dev !== dev)
    if (place === undefined) this.skip()
    const other = mkdtempSync(join(place, 'galley-links-'))
    try {
      await linkOrCopy(file, join(other, 'second'))
      expect(readFileSync(join(other, 'second'), 'utf8')).to.equal('text')
    } finally {
      rmSync(other, { recursive: true })
    }
  })

  it('fails for a name that is taken, or a file that does not exist', async () => {
    writeFileSync(join(folder, 'taken'), 'mine')
    for (const [from, to, code] of [
      [file, join(folder, 'taken'), 'EEXIST'],
      [join(folder, 'none'), join(folder, 'second'), 'ENOENT'],
    ] as const) {
      const error: unknown = await linkOrCopy(from, to).catch((reason: unknown) => reason)
      expect(error).to.include({ code })
    }
    expect(readFileSync(join(folder, 'taken'), 'utf8')).to.equal('mine')
  })
})
