import { expect } from 'chai'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGemServer, type GemServer } from '../themes/gem-server.js'
import { spawnGalley } from './galley.js'

describe('galley themes', () => {
  let gems: GemServer
  let root: string
  before(async () => {
    gems = await startGemServer()
    const files = { '_layouts/default.html': '<t>{{ content }}</t>' }
    gems.add({ name: 'calm', version: '1.0.0', files })
    root = mkdtempSync(join(tmpdir(), 'galley-cli-themes-'))
  })
  after(async () => {
    await gems.close()
    rmSync(root, { recursive: true, force: true })
  })

  const run = async (...args: string[]) => {
    const env = { GALLEY_GEM_SERVER: gems.url, GALLEY_ALLOW_ADDRESSES: '127.0.0.1' }
    const { code, out, err } = await spawnGalley(args, { env })
    return { code, text: `${out}${err}` }
  }

  it('fetches, lists and removes themes, which builds use', async () => {
    const data = ['--data', join(root, 'data')]
    expect(await run('themes', 'list', ...data)).to.deep.equal({
      code: 0,
      text: 'There are no themes.\n',
    })
    const fetched = await run('themes', 'fetch', 'calm', ...data)
    expect(fetched).to.deep.equal({ code: 0, text: 'Fetched calm 1.0.0 (1 file).\n' })
    expect((await run('themes', 'list', ...data)).text).to.match(/^calm +1\.0\.0 +0\.0 MB /)
    mkdirSync(join(root, 'site'))
    writeFileSync(join(root, 'site/_config.yml'), 'theme: calm\n')
    writeFileSync(join(root, 'site/index.html'), '---\nlayout: default\n---\nhi')
    const build = ['build', '-s', join(root, 'site'), '-d', join(root, 'out')]
    const built = await run(...build, '--themes', join(root, 'data/themes'))
    expect(built.code, built.text).to.equal(0)
    expect(readFileSync(join(root, 'out/index.html'), 'utf8')).to.equal('<t>hi</t>')
    expect(await run('themes', 'clear', ...data)).to.deep.equal({
      code: 0,
      text: 'Removed 1 theme.\n',
    })
    // The same folder, filled by the build itself.
    await run(...build, '--themes', join(root, 'data/themes'), '--fetch-themes', '-q')
    expect(readFileSync(join(root, 'out/index.html'), 'utf8')).to.equal('<t>hi</t>')
    expect((await run('themes', 'remove', 'calm', ...data)).code).to.equal(0)
    expect((await run('themes', 'list', ...data)).text).to.equal('There are no themes.\n')
  })

  it('says what cannot be fetched or removed', async () => {
    const data = ['--data', join(root, 'other')]
    const never = await run('themes', 'fetch', 'never', ...data)
    expect(never.code).to.equal(1)
    expect(never.text).to.include(
      `The theme never can't be fetched: ${gems.url} knows no gem never.`,
    )
    expect((await run('themes', 'remove', 'never', ...data)).text).to.match(
      /There is no theme never in/,
    )
    expect((await run('themes', 'fetch', '../x', ...data)).text).to.match(/names no theme/)
  })
})
