import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import { removeTree } from '../../src/system/remove-tree.js'

describe('removeTree', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'galley-remove-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('removes files, links and folders, and does not follow links', async () => {
    const outside = path.join(root, 'outside')
    const tree = path.join(root, 'tree')
    mkdirSync(path.join(tree, 'a/b/c'), { recursive: true })
    mkdirSync(outside)
    writeFileSync(path.join(outside, 'x'), 'kept')
    for (const name of ['x', 'a/x', 'a/b/.x', 'a/b/c/ö']) writeFileSync(path.join(tree, name), 'x')
    symlinkSync(outside, path.join(tree, 'a/link'))
    symlinkSync('nowhere', path.join(tree, 'a/broken'))
    symlinkSync(outside, path.join(root, 'link'))
    await removeTree(tree)
    await removeTree(path.join(root, 'link'))
    expect(existsSync(tree)).to.equal(false)
    expect(readFileSync(path.join(outside, 'x'), 'utf8')).to.equal('kept')
    await removeTree(path.join(outside, 'x'))
    await removeTree(path.join(root, 'not/there'))
    expect(existsSync(path.join(outside, 'x'))).to.equal(false)
  })

  it('removes few files at a time, however many there are', async () => {
    const tree = path.join(root, 'wide')
    mkdirSync(tree)
    for (let count = 0; count < 3000; count += 1) writeFileSync(path.join(tree, `${count}`), '')
    let most = 0
    let isOver = false
    const look = () => {
      const asked = process.getActiveResourcesInfo().filter((name) => name.startsWith('FSReq'))
      most = Math.max(most, asked.length)
      if (!isOver) setImmediate(look)
    }
    look()
    await removeTree(tree)
    isOver = true
    expect(existsSync(tree)).to.equal(false)
    expect(most).to.be.within(1, 200)
  })

  for (const place of ['tree', 'tree/a/b/c']) {
    it(`gives up if somebody writes into ${place} faster than it removes`, async () => {
      mkdirSync(path.join(root, place), { recursive: true })
      const last = 3_000_000
      const words = `while [ $((i+=1)) -lt ${last} ]; do : > "f$i" || exit; done; : > "${root}/end"`
      const options = { cwd: path.join(root, place), stdio: 'ignore' } as const
      const writer = spawn('/bin/sh', ['-c', words], options)
      const ended = once(writer, 'exit')
      try {
        await eventually(() => expect(existsSync(path.join(root, place, 'f99'))).to.equal(true))
        const failure: unknown = await removeTree(path.join(root, 'tree')).catch((error) => error)
        if (failure !== undefined) expect(failure).to.include({ code: 'ENOTEMPTY' })
        expect(existsSync(path.join(root, 'end')), 'it removed all that was written').to.equal(
          false,
        )
      } finally {
        writer.kill('SIGKILL')
        await ended
      }
    })
  }
})
