import { expect } from 'chai'
import { createSiteOptions, MASK } from '../../../src/service/sites/site-options.js'
import { createVault } from '../../../src/service/accounts/vault.js'

const vault = createVault(Buffer.alloc(32, 7))
const options = createSiteOptions(vault)
const ftp = {
  protocol: 'ftp',
  host: 'one.example',
  port: '21',
  password: 'web-secret',
  path: 'www',
}

function change(stored: Record<string, string>, given: Record<string, string>) {
  return options.seal(options.merge({ given, stored }), { given, stored })
}

describe('createSiteOptions', () => {
  it('seals secrets and opens them again', () => {
    const stored = options.seal(ftp)
    expect(JSON.stringify(stored)).not.to.include('web-secret')
    expect(options.open(stored)).to.deep.equal(ftp)
    expect(options.mask(stored)).to.deep.equal({ ...ftp, password: MASK })
  })

  it('leaves a secret as it is when its mask comes back', () => {
    const stored = options.seal(ftp)
    const changed = change(stored, { ...ftp, path: 'other', password: MASK })
    expect(changed['password']).to.equal(stored['password'])
    expect(options.open(changed)).to.deep.equal({ ...ftp, path: 'other' })
  })

  it('shows a secret that is not set as null, however it was stored', () => {
    const stored = options.seal({ ...ftp, private_key: '' })
    expect(options.mask(stored)).to.deep.equal({ ...ftp, password: MASK, private_key: '' })
    const old = `bound:${vault.seal(JSON.stringify(['one.example:21', ''])).toString('base64')}`
    const older = `sealed:${vault.seal('').toString('base64')}`
    expect(options.mask({ private_key: old, password: older })).to.deep.equal({
      private_key: '',
      password: '',
    })
  })

  it('clears a secret that is set to null or to an empty text', () => {
    const stored = options.seal({ ...ftp, private_key: 'web-key' })
    const cleared = change(stored, { ...ftp, password: MASK, private_key: '' })
    expect(options.mask(cleared)).to.deep.equal({ ...ftp, password: MASK, private_key: '' })
    expect(options.open(cleared)).to.deep.equal({ ...ftp, private_key: '' })
    const echoed = change(cleared, { ...options.mask(cleared), path: 'other' })
    expect(options.open(echoed)).to.deep.equal({ ...ftp, private_key: '', path: 'other' })
  })

  it('treats a mask as no secret if none is stored', () => {
    expect(options.merge({ given: { password: MASK }, stored: {} })).to.deep.equal({ password: '' })
  })

  const moves: Record<string, [Record<string, string>, Record<string, string>]> = {
    'another host': [ftp, { host: 'two.example' }],
    'another port': [ftp, { port: '2121' }],
    'FTP without TLS after FTP with it': [{ ...ftp, protocol: 'ftps' }, { protocol: 'ftp' }],
    'FTP without TLS after SFTP': [{ ...ftp, protocol: 'sftp' }, { protocol: 'ftp' }],
    'another endpoint': [
      { endpoint: 'https://s3.one.example', secret_key: 'web-secret' },
      { endpoint: 'https://s3.two.example' },
    ],
    'an endpoint in place of the provider’s own': [
      { endpoint: '', secret_key: 'web-secret' },
      { endpoint: 'https://s3.two.example' },
    ],
    'another identity service': [
      { auth_url: 'https://one.example/v3', api_key: 'web-secret' },
      { auth_url: 'http://one.example/v3' },
    ],
    'an endpoint without TLS': [
      { endpoint: 'https://s3.one.example', secret_key: 'web-secret' },
      { endpoint: 'http://s3.one.example' },
    ],
    'a git host without TLS': [
      { url: 'https://one.example', path: 'a/b', access_token: 'web-secret' },
      { url: 'http://one.example' },
    ],
    'another git host': [
      { url: 'https://one.example', path: 'a/b', access_token: 'web-secret' },
      { url: 'https://two.example' },
    ],
    'a repository elsewhere': [
      { url: 'https://one.example', path: 'a/b', access_token: 'web-secret' },
      { path: 'https://two.example/a/b' },
    ],
  }

  for (const [what, [before, move]] of Object.entries(moves)) {
    it(`does not open a secret for ${what}, until it is given again or that is put back`, () => {
      const secret = Object.keys(before).find((key) => before[key] === 'web-secret') ?? ''
      const stored = options.seal(before)
      const moved = change(stored, { ...before, ...move, [secret]: MASK })
      expect(moved[secret]).to.equal(stored[secret])
      expect(() => options.open(moved)).to.throw(
        new RegExp(`^The ${secret} was given for .*: set it again`),
      )
      const back = change(moved, { ...before, [secret]: MASK })
      expect(options.open(back)).to.deep.equal(before)
      const again = { ...before, ...move, [secret]: 'new-secret' }
      expect(options.open(change(moved, again))).to.deep.equal(again)
    })
  }

  it('ties a secret that was sealed without its server to the server of the current options', () => {
    const old = { ...ftp, password: `sealed:${vault.seal('web-secret').toString('base64')}` }
    expect(options.open(old)).to.deep.equal(ftp)
    const moved = change(old, { ...ftp, host: 'two.example', password: MASK })
    expect(() => options.open(moved)).to.throw(/given for one\.example:21/)
    const same = change(old, { ...ftp, path: 'other', password: MASK })
    expect(options.open(same)).to.deep.equal({ ...ftp, path: 'other' })
  })

  it('opens a secret for the same server when encryption is added, and when it is taken away again', () => {
    const added = change(options.seal(ftp), { ...ftp, protocol: 'ftps', password: MASK })
    expect(options.open(added)).to.deep.equal({ ...ftp, protocol: 'ftps' })
    const back = change(added, { ...ftp, password: MASK })
    expect(options.open(back)).to.deep.equal(ftp)
  })

  for (const protocol of ['ftp', 'ftps']) {
    it(`ties a secret that was bound without saying how it is sent to what is set: ${protocol}`, () => {
      const sealed = vault.seal(JSON.stringify(['one.example:21', 'web-secret']))
      const old = { ...ftp, protocol, password: `bound:${sealed.toString('base64')}` }
      expect(options.open(old)).to.deep.equal({ ...ftp, protocol })
      const plain = change(old, { ...ftp, password: MASK })
      if (protocol === 'ftp') expect(options.open(plain)).to.deep.equal(ftp)
      else {
        expect(() => options.open(plain)).to.throw(
          'The password was given for one.example:21 with encryption and is not sent to it without: set it again.',
        )
      }
    })
  }

  it('opens an empty secret for any server', () => {
    const given = { ...ftp, private_key: '', host: 'two.example', password: 'new-secret' }
    const moved = change(options.seal({ ...ftp, private_key: '' }), { ...given, private_key: MASK })
    expect(options.open(moved)).to.deep.equal(given)
  })
})
