import { expect } from 'chai'
import { parseGemfile, parseGemfileLock, parseGemspec } from '../../../src/content/gems/gemfile.js'

describe('Gemfile', () => {
  it('names gems with their requirements and groups', () => {
    const { gems, hasGemspec } = parseGemfile(
      [
        'source "https://gems.example"',
        'gemspec',
        'gem "jekyll", "~> 4.3.2" # or later',
        "gem 'minima', '>= 2.5', '< 3', group: :test",
        'group :jekyll_plugins do',
        '  gem "jekyll-feed", require: false',
        'end',
        'gem("jekyll-toc", group: :jekyll_plugins)',
        '# gem "off"',
      ].join('\n'),
    )
    expect(hasGemspec).to.equal(true)
    expect(gems).to.deep.equal([
      { name: 'jekyll', requirements: ['~> 4.3.2'], isPlugin: false },
      { name: 'minima', requirements: ['>= 2.5', '< 3'], isPlugin: false },
      { name: 'jekyll-feed', requirements: [], isPlugin: true },
      { name: 'jekyll-toc', requirements: [], isPlugin: true },
    ])
  })

  it('takes no path, group or address for a requirement', () => {
    const { gems } = parseGemfile('gem "a", "b", path: "../a"\ngem "c", github: "d/c"')
    expect(gems.map(({ requirements }) => requirements)).to.deep.equal([[], []])
  })
})

describe('Gemfile.lock', () => {
  it('has the version of each gem, and not what gems ask for', () => {
    const versions = parseGemfileLock(
      [
        'GEM',
        '  remote: https://rubygems.org/',
        '  specs:',
        '    jekyll (4.3.3)',
        '      liquid (~> 4.0)',
        '    google-protobuf (4.27.1-x86_64-linux)',
        '    minima (2.5.1)',
        '',
        'DEPENDENCIES',
        '  minima (~> 2.5)',
      ].join('\r\n'),
    )
    expect([...versions]).to.deep.equal([
      ['jekyll', '4.3.3'],
      ['google-protobuf', '4.27.1'],
      ['minima', '2.5.1'],
    ])
  })
})

describe('gemspec', () => {
  it('says name, version, summary and what the gem needs to run', () => {
    const spec = parseGemspec(
      [
        'Gem::Specification.new do |spec|',
        '  spec.name          = "jekyll-theme-one"',
        "  spec.version       = '1.2.3'",
        '  spec.summary = "A theme."',
        '  spec.add_runtime_dependency "jekyll", ">= 3.7", "< 5.0"',
        '  spec.add_dependency("jekyll-feed")',
        '  s.add_runtime_dependency(%q<jekyll-seo-tag>, ["~> 2.0"])',
        '  # spec.add_dependency "off"',
        '  spec.add_development_dependency "rake"',
        'end',
      ].join('\n'),
    )
    expect(spec).to.deep.equal({
      name: 'jekyll-theme-one',
      version: '1.2.3',
      summary: 'A theme.',
      dependencies: [
        { name: 'jekyll', requirements: ['>= 3.7', '< 5.0'] },
        { name: 'jekyll-feed', requirements: [] },
        { name: 'jekyll-seo-tag', requirements: ['~> 2.0'] },
      ],
    })
  })

  it('has no version where Ruby would work it out', () => {
    expect(parseGemspec('spec.version = Theme::VERSION\nspec.name = "a"').version).to.equal(null)
  })
})
