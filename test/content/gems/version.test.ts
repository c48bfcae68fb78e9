import { expect } from 'chai'
import { compareVersions, newestOf, satisfies } from '../../../src/content/gems/version.js'

describe('versions of gems', () => {
  it('are in the order of RubyGems', () => {
    const order = ['0.9', '1.0.a', '1.0.beta2', '1.0.rc1', '1.0', '1.0.1', '1.2', '1.10', '2']
    expect(order.toReversed().sort(compareVersions)).to.deep.equal(order)
    expect(compareVersions('1.0', '1.0.0')).to.equal(0)
  })

  const rows: readonly (readonly [version: string, requirement: string, meets: boolean])[] = [
    ['2.5.1', '~> 2.5', true],
    ['2.6', '~> 2.5', true],
    ['3.0', '~> 2.5', false],
    ['3.0.beta1', '~> 2.5', false],
    ['2.5.9', '~> 2.5.1', true],
    ['2.6', '~> 2.5.1', false],
    ['2', '~> 2', true],
    ['2.9', '~> 2', true],
    ['3', '~> 2', false],
    ['4.3.1', '>= 3.5, < 5.0', true],
    ['5.0', '>= 3.5, < 5.0', false],
    ['1.2', '1.2', true],
    ['1.2.1', '= 1.2', false],
    ['1.2', '!= 1.2', false],
    ['1.2', '> 1.1', true],
    ['1.2', '<= 1.1', false],
    ['1.2', 'anything else', true],
  ]
  for (const [version, requirement, meets] of rows)
    it(`${version} ${meets ? 'meets' : 'does not meet'} ${requirement}`, () => {
      expect(satisfies(version, [requirement])).to.equal(meets)
    })

  it('has the newest that fits, and a prerelease only where nothing else fits', () => {
    expect(newestOf(['1.0', '1.10', '1.9', '2.0.beta'], [])).to.equal('1.10')
    expect(newestOf(['1.0', '2.0.beta'], ['>= 2.0.a'])).to.equal('2.0.beta')
    expect(newestOf(['1.0'], ['>= 2'])).to.equal(null)
  })
})
