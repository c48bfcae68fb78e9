import { expect } from 'chai'
import { chooseJekyll } from '../../../src/builder/base/jekyll-version.js'
import { parseGemfile, parseGemfileLock } from '../../../src/content/gems/gemfile.js'
import type { YamlMap, YamlValue } from '../../../src/content/yaml/value.js'

describe('which Jekyll a site is built as', () => {
  const rows: readonly (readonly [
    what: string,
    site: { setting?: YamlValue; gemfile?: string; lock?: string },
    version: string,
    isGithubPages: boolean,
    reason: RegExp,
  ])[] = [
    ['nothing', {}, '3.10', true, /no Gemfile/],
    ['the setting', { setting: 4.4 }, '4.4', false, /jekyll_version/],
    [
      'the setting over a lock',
      { setting: '4.3.1', lock: '4.4.1' },
      '4.3',
      false,
      /jekyll_version/,
    ],
    ['an old setting', { setting: 3.1 }, '3.10', false, /jekyll_version/],
    ['the setting for GitHub Pages', { setting: 'github-pages' }, '3.10', true, /jekyll_version/],
    [
      'a lock of github-pages',
      { lock: '3.10.0)\n    github-pages (232', gemfile: '' },
      '3.10',
      true,
      /has Jekyll 3\.10\.0/,
    ],
    ['a lock', { lock: '4.2.2', gemfile: 'gem "jekyll"' }, '4.3', false, /has Jekyll 4\.2\.2/],
    ['a lock of 3', { lock: '3.9.0' }, '3.10', false, /has Jekyll 3\.9\.0/],
    ['a lock of 4.4', { lock: '4.4.0' }, '4.4', false, /has Jekyll 4\.4\.0/],
    ['github-pages', { gemfile: 'gem "github-pages"\ngem "jekyll"' }, '3.10', true, /github-pages/],
    ['any', { gemfile: 'gem "jekyll"' }, '4.4', false, /open/],
    ['only a theme', { gemfile: 'gem "just-the-docs"' }, '4.4', false, /open/],
    [
      '4.3 at least',
      { gemfile: 'gem "jekyll", "~> 4.3"' },
      '4.4',
      false,
      /asks for Jekyll ~> 4\.3/,
    ],
    ['4.3 alone', { gemfile: 'gem "jekyll", "~> 4.3.2"' }, '4.3', false, /~> 4\.3\.2/],
    ['4.0 alone', { gemfile: 'gem "jekyll", "~> 4.0.0"' }, '4.3', false, /~> 4\.0\.0/],
    ['3 alone', { gemfile: 'gem "jekyll", "~> 3.8"' }, '3.10', false, /~> 3\.8/],
    ['below 4', { gemfile: 'gem "jekyll", ">= 3", "< 4"' }, '3.10', false, />= 3, < 4/],
  ]
  for (const [what, { setting, gemfile, lock }, version, isGithubPages, reason] of rows)
    it(`by ${what} is ${version}`, () => {
      const config: YamlMap = new Map(setting === undefined ? [] : [['jekyll_version', setting]])
      const chosen = chooseJekyll({
        config,
        gemfile: gemfile === undefined ? null : parseGemfile(gemfile),
        lock: parseGemfileLock(lock === undefined ? '' : `    jekyll (${lock})`),
      })
      expect(chosen).to.include({ version, isGithubPages })
      expect(chosen.reason).to.match(reason)
    })

  it('is what it was for a site without a Gemfile that is older than the rule', () => {
    const old = {
      config: new Map(),
      gemfile: null,
      lock: new Map(),
      withoutGemfile: '4.3',
    } as const
    const chosen = chooseJekyll(old)
    expect(chosen).to.include({ version: '4.3', isGithubPages: false, isGuessed: true })
    expect(chosen.reason).to.match(/older than the rule/)
    const config: YamlMap = new Map([['jekyll_version', 'github-pages']])
    expect(chooseJekyll({ ...old, config })).to.include({ version: '3.10', isGithubPages: true })
  })
})
