import { expect } from 'chai'
import { chooseJekyll } from '../../../src/builder/base/jekyll-version.js'
import { parseGemfile, parseGemfileLock } from '../../../src/content/gems/gemfile.js'
import type { YamlMap, YamlValue } from '../../../src/content/yaml/value.js'

describe('which Jekyll a site wants', () => {
  const rows: readonly (readonly [
    what: string,
    site: { setting?: YamlValue; gemfile?: string; lock?: string },
    wanted: string,
    builtAs: string,
    reason: RegExp,
  ])[] = [
    ['nothing', {}, '3.10', '4.3', /no Gemfile/],
    ['the setting', { setting: 4.4 }, '4.4', '4.4', /jekyll_version/],
    [
      'the setting over a lock',
      { setting: '4.3.1', lock: '4.4.1' },
      '4.3',
      '4.3',
      /jekyll_version/,
    ],
    ['an old setting', { setting: 3.1 }, '3.10', '4.3', /jekyll_version/],
    ['a lock', { lock: '4.2.2', gemfile: 'gem "jekyll"' }, '4.3', '4.3', /has Jekyll 4\.2\.2/],
    ['a lock of 3', { lock: '3.9.0' }, '3.10', '4.3', /has Jekyll 3\.9\.0/],
    ['a lock of 4.4', { lock: '4.4.0' }, '4.4', '4.4', /has Jekyll 4\.4\.0/],
    [
      'github-pages',
      { gemfile: 'gem "github-pages"\ngem "jekyll"' },
      '3.10',
      '4.3',
      /github-pages/,
    ],
    ['any', { gemfile: 'gem "jekyll"' }, '4.4', '4.4', /open/],
    ['only a theme', { gemfile: 'gem "just-the-docs"' }, '4.4', '4.4', /open/],
    [
      '4.3 at least',
      { gemfile: 'gem "jekyll", "~> 4.3"' },
      '4.4',
      '4.4',
      /asks for Jekyll ~> 4\.3/,
    ],
    ['4.3 alone', { gemfile: 'gem "jekyll", "~> 4.3.2"' }, '4.3', '4.3', /~> 4\.3\.2/],
    ['4.0 alone', { gemfile: 'gem "jekyll", "~> 4.0.0"' }, '4.3', '4.3', /~> 4\.0\.0/],
    ['3 alone', { gemfile: 'gem "jekyll", "~> 3.8"' }, '3.10', '4.3', /~> 3\.8/],
    ['below 4', { gemfile: 'gem "jekyll", ">= 3", "< 4"' }, '3.10', '4.3', />= 3, < 4/],
  ]
  for (const [what, { setting, gemfile, lock }, wanted, builtAs, reason] of rows)
    it(`by ${what} is ${wanted}`, () => {
      const config: YamlMap = new Map(setting === undefined ? [] : [['jekyll_version', setting]])
      const chosen = chooseJekyll({
        config,
        gemfile: gemfile === undefined ? null : parseGemfile(gemfile),
        lock: parseGemfileLock(lock === undefined ? '' : `    jekyll (${lock})`),
      })
      expect(chosen).to.include({ wanted, builtAs })
      expect(chosen.reason).to.match(reason)
    })
})
