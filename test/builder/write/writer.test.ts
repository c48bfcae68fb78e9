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
import { join } from 'node:path'
import { expect } from 'chai'
import { checkDestination, writeSite } from '../../../src/builder/write/writer.js'

describe('writeSite', () => {
  let root: string
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'galley-write-'))))
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const files = (content: Record<string, string>) =>
    Object.entries(content).map(([path, text]) => ({ path, content: () => Buffer.from(text) }))
  const write = (content: Record<string, string>, keepFiles: string[] = []) =>
    writeSite(root, files(content), { keepFiles })

  it('writes only what changed', async () => {
    expect(await write({ 'a/b.html': '1', 'c.html': '2' })).to.deep.equal({
      written: 2,
      removed: 0,
    })
    expect(await write({ 'a/b.html': '1', 'c.html': '3' })).to.deep.equal({
      written: 1,
      removed: 0,
    })
  })

  it('removes what is obsolete and keeps keep_files', async () => {
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'keep/deep'), { recursive: true })
    writeFileSync(join(root, '.git/HEAD'), '')
    writeFileSync(join(root, 'keep/deep/x'), '')
    writeFileSync(join(root, 'keep/gone'), '')
    writeFileSync(join(root, 'old'), '')
    await write({ 'new.html': '' }, ['.git', 'keep/deep'])
    expect(existsSync(join(root, '.git/HEAD'))).to.equal(true)
    expect(existsSync(join(root, 'keep/deep/x'))).to.equal(true)
    expect(existsSync(join(root, 'keep/gone'))).to.equal(false)
    expect(existsSync(join(root, 'old'))).to.equal(false)
  })

  it('turns a file into a folder and a folder into a file', async () => {
    await write({ a: 'file', 'b/c': 'folder' })
    await write({ 'a/x': 'folder', b: 'file' })
    expect(readFileSync(join(root, 'a/x'), 'utf8')).to.equal('folder')
    expect(readFileSync(join(root, 'b'), 'utf8')).to.equal('file')
  })

  it('does not write through symbolic links', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'galley-outside-'))
    writeFileSync(join(outside, 'x'), 'mine')
    symlinkSync(outside, join(root, 'dir'))
    symlinkSync(join(outside, 'x'), join(root, 'leaf'))
    await write({ 'dir/x': 'new', leaf: 'new' })
    expect(readFileSync(join(outside, 'x'), 'utf8')).to.equal('mine')
    expect(readFileSync(join(root, 'dir/x'), 'utf8')).to.equal('new')
    rmSync(outside, { recursive: true })
  })

  it('refuses a destination that is or contains the source', () => {
    mkdirSync(join(root, 'site'))
    expect(() => checkDestination(join(root, 'site'), root)).to.throw('cannot be or contain')
    expect(() => checkDestination(root, root)).to.throw('cannot be or contain')
    expect(() => checkDestination(root, join(root, '_site'))).not.to.throw()
  })
})
