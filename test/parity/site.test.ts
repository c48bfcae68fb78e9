import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { copySite, overlayFor } from './site.js'

describe('a site made ready for both builders', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'galley-parity-site-'))
    mkdirSync(join(folder, 'site'))
    writeFileSync(
      join(folder, 'site/_config.yml'),
      'plugins: [jekyll-avatar, jekyll-include-cache, jekyll-octicons]\n',
    )
    writeFileSync(
      join(folder, 'site/a.html'),
      '{% avatar a %}{% toc %}{% include_cached b %}{% octicon c %}{% gist d %}',
    )
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  function copied(gems: readonly string[]): string {
    const { plugins } = overlayFor(join(folder, 'site'), new Set(gems))
    copySite(join(folder, 'site'), join(folder, 'copy'), plugins)
    return readFileSync(join(folder, 'copy/a.html'), 'utf8')
  }

  it('keeps the tags of its plugins that the machine has', () => {
    const gems = ['jekyll-avatar', 'jekyll-toc', 'jekyll-include-cache', 'jekyll-gist']
    expect(copied(gems)).to.equal('{% avatar a %}{% include_cached b %}')
  })

  it('leaves out those of all others', () => {
    expect(copied([])).to.equal('{% include b %}')
  })
})
