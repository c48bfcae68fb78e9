import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { folderSource, SourceError, type Source } from '../../../src/builder/base/source.js'

describe('a folder as a source', () => {
  let root: string
  let source: Source

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galley-source-'))
    mkdirSync(join(root, 'site/a/b'), { recursive: true })
    mkdirSync(join(root, 'outside'))
    writeFileSync(join(root, 'site/a/b/file.md'), 'inside')
    writeFileSync(join(root, 'outside/file.md'), 'secret')
    source = folderSource(join(root, 'site'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** The text, or why there is none; `read` and `head` agree. */
  async function read(path: string): Promise<string> {
    const attempt = async (bytes: Promise<Uint8Array> | undefined) => {
      try {
        return Buffer.from((await bytes) ?? []).toString()
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        expect(error.path).to.equal(path)
        return error.code
      }
    }
    const text = await attempt(source.read(path))
    expect(await attempt(source.head?.(path))).to.equal(text)
    return text
  }

  it('reads files, and reports missing ones', async () => {
    expect(await read('a/b/file.md')).to.equal('inside')
    expect(await read('a/../a/b/file.md')).to.equal('inside')
    for (const path of ['a/b/none.md', 'none/file.md', 'a/b/file.md/x', 'a/b']) {
      expect(await read(path), path).to.equal('missing')
    }
    expect(await read('../outside/file.md')).to.equal('outside')
  })

  it('follows links of files and folders inside, and none that leads outside', async () => {
    symlinkSync('b/file.md', join(root, 'site/a/link.md'))
    symlinkSync('a/b', join(root, 'site/folder'))
    symlinkSync(join(root, 'outside/file.md'), join(root, 'site/a/out.md'))
    symlinkSync(join(root, 'outside'), join(root, 'site/out'))
    symlinkSync('loop', join(root, 'site/loop'))
    expect(await read('a/link.md')).to.equal('inside')
    expect(await read('folder/file.md')).to.equal('inside')
    expect(await read('a/out.md')).to.equal('outside')
    expect(await read('out/file.md')).to.equal('outside')
    expect(await read('loop')).to.equal('missing')
  })

  it('detects that a file or a folder has become a link', async () => {
    expect(await read('a/b/file.md')).to.equal('inside')
    rmSync(join(root, 'site/a/b/file.md'))
    symlinkSync(join(root, 'outside/file.md'), join(root, 'site/a/b/file.md'))
    expect(await read('a/b/file.md')).to.equal('outside')
    rmSync(join(root, 'site/a/b'), { recursive: true })
    symlinkSync(join(root, 'outside'), join(root, 'site/a/b'))
    // A folder is looked at again after some milliseconds.
    await setTimeout(40)
    expect(await read('a/b/file.md')).to.equal('outside')
  })
})
