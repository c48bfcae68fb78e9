import { expect } from 'chai'
import { initialsOf } from '../../src/admin/app/initials.js'

describe('initialsOf', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Ada Lindner', 'AL'],
    ['ada@example.org', 'AE'],
    ['Hafenblick – Das Magazin', 'HD'],
    ['„Über“ uns', 'ÜU'],
    ["Kate O'Neill", 'KO'],
    ['1984', '1'],
    ['東京', '東'],
    ['𝒜da', '𝒜'],
    ['–', ''],
    ['', ''],
  ]
  for (const [name, initials] of cases) {
    it(`of ${JSON.stringify(name)} are ${JSON.stringify(initials)}`, () => {
      expect(initialsOf(name)).to.equal(initials)
    })
  }
})
