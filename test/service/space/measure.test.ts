import { expect } from 'chai'
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { measureFolder } from '../../../src/service/space/measure.js'

const SIZE = 256 * 1024

describe('measureFolder', () => {
  let folder = ''
  const at = (name: string) => path.join(folder, name)

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-measure-'))
    await mkdir(at('deep/er'), { recursive: true })
    await writeFile(at('deep/er/one'), Buffer.alloc(SIZE, 1))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('counts each file once, whatever its names, and follows no links', async () => {
    const before = await measureFolder(folder)
    expect(before).to.be.within(SIZE, SIZE * 1.5)
    await link(at('deep/er/one'), at('deep/two'))
    await symlink(at('deep/er/one'), at('three'))
    expect(await measureFolder(folder)).to.be.below(before + SIZE)
    await writeFile(at('four'), Buffer.alloc(SIZE, 2))
    expect(await measureFolder(folder)).to.be.within(before + SIZE, before + 1.5 * SIZE)
  })

  it('counts small files with the blocks that they take', async () => {
    const before = await measureFolder(folder)
    for (let count = 0; count < 300; count += 1) await writeFile(at(`small-${count}`), 'x')
    expect(await measureFolder(folder)).to.be.at.least(before + 300 * 512)
  })

  it('leaves out what is to be left out, and takes a missing folder for empty', async () => {
    const isLeftOut = (name: string) => name === at('deep')
    expect(await measureFolder(folder, { isLeftOut })).to.be.below(SIZE)
    expect(await measureFolder(at('nowhere'))).to.equal(0)
  })

  it('ends when it is told to', async () => {
    const measuring = measureFolder(folder, { signal: AbortSignal.abort() })
    const error = await measuring.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).to.have.property('name', 'AbortError')
  })
})
