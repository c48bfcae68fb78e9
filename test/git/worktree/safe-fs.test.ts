import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inFolder, letGo, removeUnlessEdited, writeIn } from '../../../src/git/worktree/safe-fs.js'
import type { OpenFolder } from '../../../src/git/worktree/safe-fs.js'
import { useRepositories } from '../fixture.js'

/** What others do to the file `a` between the look at it and its change. */
const EDITS: Record<string, (file: string) => Promise<void>> = {
  'is appended to': (file) => writeFile(file, 'more', { flag: 'a' }),
  'is replaced by another file': async (file) => {
    await writeFile(`${file}~`, 'mine')
    await rename(`${file}~`, file)
  },
}

describe('a file that is edited after it was examined', () => {
  const bench = useRepositories()
  let root = ''
  beforeEach(async () => {
    root = bench.folder('tree')
    await mkdir(root)
  })

  const within = <Result>(work: (folder: OpenFolder) => Promise<Result>): Promise<Result | null> =>
    inFolder({ root, folder: '', create: false }, work)
  const at = (name: string): string => join(root, name)
  const text = (): Promise<string> => readFile(at('a'), 'utf8')
  const write = (mayReplace: () => Promise<boolean>) =>
    within((folder) =>
      writeIn(folder, { name: 'a', data: Buffer.from('new'), executable: false, mayReplace }),
    )
  const remove = (mayRemove: () => Promise<boolean>) =>
    within((folder) => removeUnlessEdited(folder, 'a', mayRemove))

  for (const [what, change] of Object.entries({ replaced: write, removed: remove })) {
    for (const [when, edit] of Object.entries(EDITS)) {
      it(`is examined again before it is ${what}, if it ${when}`, async () => {
        await writeFile(at('a'), 'old')
        const seen: string[] = []
        const done = await change(async () => {
          seen.push(await text())
          if (seen.length > 1) return false
          await edit(at('a'))
          return true
        })
        expect(done).to.equal(null)
        expect(seen).to.deep.equal(['old', await text()])
        expect(await text()).to.not.equal('old')
        expect(await readdir(root)).to.deep.equal(['a'])
      })
    }
  }

  it('is examined again if it was not there', async () => {
    const answers = [true, false]
    const done = await write(async () => {
      await writeFile(at('a'), 'mine')
      return answers.shift() === true
    })
    expect([done, await text()]).to.deep.equal([null, 'mine'])
  })

  it('is left alone if that never ends', async () => {
    let looks = 0
    const done = await write(async () => {
      looks += 1
      await writeFile(at('a'), 'x'.repeat(looks))
      return true
    })
    expect(done).to.equal(null)
    expect(await text()).to.equal('x'.repeat(looks))
    expect(looks).to.be.within(2, 100)
  })

  it('can still be read after its name was taken', async () => {
    await writeFile(at('a'), 'old')
    const writer = await open(at('a'), 'a')
    try {
      const done = await write(async () => true)
      await writer.write(' late')
      expect(await text()).to.equal('new')
      const old = done?.old
      if (!old) throw new Error('The old file is not held.')
      expect(readFileSync(old.fd, 'utf8')).to.equal('old late')
      await letGo(old)
    } finally {
      await writer.close()
    }
  })

  it('has a known state after it was written', async () => {
    const done = await write(async () => true)
    expect(done?.stats?.mtimeNs).to.equal((await stat(at('a'), { bigint: true })).mtimeNs)
  })

  it('has no known state if somebody was faster than the look at it', async () => {
    const done = await write(async () => {
      for (const name of await readdir(root)) await writeFile(at(name), 'edited')
      return true
    })
    expect([done?.stats, await text()]).to.deep.equal([null, 'edited'])
  })
})
