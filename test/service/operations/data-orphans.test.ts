/** What `galley doctor --repair` leaves alone in `sites/`. */

import { expect } from 'chai'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { findOrphans } from '../../../src/service/operations/data-orphans.js'

describe('orphans of a data folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-orphans-'))
  const data = path.join(folder, 'data')
  const folders = dataFolders(data)
  const file = (...names: string[]) => {
    const name = path.join(...names)
    mkdirSync(path.dirname(name), { recursive: true })
    writeFileSync(name, 'x')
    return name
  }
  const repair = () => findOrphans({ folders, data, siteIds: new Set<string>(), repair: true })
  beforeEach(() => mkdirSync(folders.sites, { recursive: true }))
  afterEach(() => rmSync(data, { recursive: true, force: true }))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('leaves alone what is no folder of a site', async () => {
    const elsewhere = file(folder, 'elsewhere', 'kept.txt')
    symlinkSync(path.dirname(elsewhere), path.join(folders.sites, 'linked'))
    const kept = [
      elsewhere,
      path.join(folders.sites, 'linked'),
      file(folders.sites, 'lost+found', 'inode'),
      file(folders.sites, 'notes'),
    ]
    const found = await repair()
    expect(kept.filter((name) => !existsSync(name))).to.deep.equal([])
    expect(found).to.deep.equal(
      ['linked', 'lost+found', 'notes'].map((name) => ({
        message: `sites/${name} was not made by Galley.`,
        repaired: false,
      })),
    )
  })

  it('removes an orphan without a repository only if it holds nothing that somebody wrote', async () => {
    file(folders.sites, 'derived', 'cache', 'x')
    file(folders.sites, 'deleted', 'releases', 'r', 'manifest.json')
    file(folders.trash, 'deleted', 'repository.git', 'HEAD')
    const release = file(folders.sites, 'released', 'releases', 'r', 'manifest.json')
    const head = file(folders.sites, 'whole', 'repository.git', 'HEAD')
    const text = file(folders.sites, 'written', 'tree', 'about.md')
    file(folders.sites, 'written', 'cache', 'x')
    const found = await repair()
    expect(
      found.map(({ message, repaired }) => ({ message: message.split('.')[0], repaired })),
    ).to.deep.equal([
      { message: 'sites/deleted belongs to no site', repaired: true },
      { message: 'sites/derived belongs to no site', repaired: true },
      {
        message: 'sites/released belongs to no site and has no repository, but other files',
        repaired: false,
      },
      { message: 'sites/whole belongs to no site, but has a repository', repaired: false },
      {
        message: 'sites/written belongs to no site and has no repository, but other files',
        repaired: false,
      },
    ])
    expect([text, release, head].filter((name) => !existsSync(name))).to.deep.equal([])
    expect(existsSync(path.join(folders.sites, 'derived'))).to.equal(false)
    expect(existsSync(path.join(folders.sites, 'deleted'))).to.equal(false)
  })
})
