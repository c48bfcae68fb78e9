import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { measureEdits } from '../../../src/service/branch/disk.js'
import { countBetweenTurns } from '../../turns.js'

describe('The room that edits need', () => {
  it('is measured file by file, with turns of others in between', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-measured-'))
    const name = path.join(folder, 'content')
    await writeFile(name, 'four')
    const turns = countBetweenTurns()
    const count = 3000
    const edit = {
      get file() {
        turns.count()
        return name
      },
    }
    const edits = new Map(Array.from({ length: count }, (_, at) => [`${at}.md`, edit] as const))
    const { contentBytes, isReduction } = await measureEdits(edits)
    turns.stop()
    await rm(folder, { recursive: true })
    expect([contentBytes, isReduction]).to.deep.equal([4 * count, false])
    expect(turns.total()).to.be.at.least(count)
    expect(turns.most()).to.be.at.most(500)
  })
})
