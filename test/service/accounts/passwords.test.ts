import { hash } from '@node-rs/argon2'
import { expect } from 'chai'
import { createPasswords } from '../../../src/service/accounts/passwords.js'

describe('A password', () => {
  const passwords = createPasswords()
  const COMPOSED = 'caf\u00e9 au lait'
  const DECOMPOSED = 'cafe\u0301 au lait'

  it('is the same however its characters are composed, and whatever kind its spaces are', async () => {
    expect(await passwords.matches(DECOMPOSED, await passwords.hash(COMPOSED))).to.equal(true)
    expect(await passwords.matches(COMPOSED, await passwords.hash(DECOMPOSED))).to.equal(true)
    expect(
      await passwords.matches(COMPOSED.replace(' ', '\u00a0'), await passwords.hash(COMPOSED)),
    ).to.equal(true)
  })

  it('keeps case, width and compatibility forms', async () => {
    const stored = await passwords.hash('fi 1 A')
    for (const other of ['\ufb01 1 A', 'fi \uff11 A', 'fi 1 a'])
      expect(await passwords.matches(other, stored), other).to.equal(false)
  })

  it('still matches a hash of the password as it was typed', async () => {
    expect(await passwords.matches(DECOMPOSED, await hash(DECOMPOSED))).to.equal(true)
    expect(await passwords.matches(COMPOSED, await hash(COMPOSED))).to.equal(true)
    expect(await passwords.matches(`${DECOMPOSED}!`, await hash(DECOMPOSED))).to.equal(false)
  })

  it('is none for an unknown name', async () => {
    expect(await passwords.matches('decoy', null)).to.equal(false)
    expect(await passwords.matches(DECOMPOSED, null)).to.equal(false)
  })
})
