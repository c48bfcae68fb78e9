import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from '../../src/builder/build.js'
import { NOW } from '../features/site.js'
import { declarationsOf } from '../parity/css.js'
import { AS_RECORDED } from './recorded.js'

/** What the style sheet of minima 2.5.1 declares, made by Jekyll 4.3.1; its text is not kept here. */
const DECLARED = {
  count: 250,
  sha256: 'c537e2d3082239bbf10265fc7052d65dca692408f212e9fcf9eaec3aa6733f51',
}

describe('the built-in minima', () => {
  it('declares what minima’s own style sheet does, in its order', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-minima-'))
    after(() => rmSync(root, { recursive: true, force: true }))
    writeFileSync(join(root, '_config.yml'), 'theme: minima\n')
    await build({ source: root, destination: join(root, '_site'), now: NOW, ...AS_RECORDED })
    const declared = declarationsOf(readFileSync(join(root, '_site/assets/main.css'), 'utf8'))
    const sha256 = createHash('sha256').update(declared.join('\n')).digest('hex')
    expect({ count: declared.length, sha256 }).to.deep.equal(DECLARED)
  })
})
