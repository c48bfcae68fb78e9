import { expect } from 'chai'
import { type Hosting, validateOptions } from '../../src/deploy/options.js'

const ftp = { protocol: 'ftp', host: 'h.example', username: 'u', password: 'p', path: '/www' }
const s3 = { access_key: 'a', secret_key: 's', path: 'bucket/site', region: 'eu-west-1' }
const swift = {
  username: 'u',
  api_key: 'k',
  path: 'container',
  region: 'DFW',
  auth_url: 'https://id.example/v2.0',
}
const git = { path: 'owner/name', access_token: 't' }

interface Row {
  readonly hosting: Hosting
  readonly given: unknown
  readonly fields: readonly string[]
}

const wrong: Record<string, Row> = {
  'a missing key': { hosting: 'ftp', given: { ...ftp, host: undefined }, fields: ['host'] },
  'several missing keys': {
    hosting: 'objectstore',
    given: {},
    fields: ['access_key', 'secret_key', 'path', 'region'],
  },
  'an unknown key': { hosting: 'githost', given: { ...git, user: 'x' }, fields: ['user'] },
  '__proto__ as a key': {
    hosting: 'githost',
    given: JSON.parse('{"path":"o/n","access_token":"t","__proto__":"x"}'),
    fields: ['__proto__'],
  },
  'any key for disabled': { hosting: 'disabled', given: { host: 'x' }, fields: ['host'] },
  'a protocol that is none': {
    hosting: 'ftp',
    given: { ...ftp, protocol: 'scp' },
    fields: ['protocol'],
  },
  'a port that is none': { hosting: 'ftp', given: { ...ftp, port: '70000' }, fields: ['port'] },
  'a port of another kind': { hosting: 'ftp', given: { ...ftp, port: 21 }, fields: ['port'] },
  'a host with a path': { hosting: 'ftp', given: { ...ftp, host: 'a/b' }, fields: ['host'] },
  'a line break': { hosting: 'ftp', given: { ...ftp, path: 'a\r\nDELE b' }, fields: ['path'] },
  'ftp without a password': {
    hosting: 'ftp',
    given: { ...ftp, password: '' },
    fields: ['password'],
  },
  'ftp with a key': {
    hosting: 'ftp',
    given: { ...ftp, private_key: 'k' },
    fields: ['private_key'],
  },
  'a certificate for sftp': {
    hosting: 'ftp',
    given: { ...ftp, protocol: 'sftp', certificate: 'AB:'.repeat(31) + 'AB' },
    fields: ['certificate'],
  },
  'a certificate that is none': {
    hosting: 'ftp',
    given: { ...ftp, protocol: 'ftps', certificate: 'AB:CD' },
    fields: ['certificate'],
  },
  'a cache lifetime with a line break': {
    hosting: 'objectstore',
    given: { ...s3, cache_control: 'no-cache\r\nx: y' },
    fields: ['cache_control'],
  },
  'sftp without a login': {
    hosting: 'ftp',
    given: { ...ftp, protocol: 'sftp', password: undefined },
    fields: ['password'],
  },
  'a fingerprint that is none': {
    hosting: 'ftp',
    given: { ...ftp, protocol: 'sftp', host_key: 'aa:bb' },
    fields: ['host_key'],
  },
  'an endpoint with a login': {
    hosting: 'objectstore',
    given: { ...s3, endpoint: 'https://u:p@s3.example' },
    fields: ['endpoint'],
  },
  'an endpoint that is no URL of the web': {
    hosting: 'objectstore',
    given: { ...s3, endpoint: 'file:///etc' },
    fields: ['endpoint'],
  },
  'a container with dots': {
    hosting: 'cloudstore',
    given: { ...swift, path: 'c/../d' },
    fields: ['path'],
  },
  'a branch that is none': {
    hosting: 'githost',
    given: { ...git, branch: 'a..b' },
    fields: ['branch'],
  },
  'a repository that is an option': {
    hosting: 'githost',
    given: { ...git, path: '--x' },
    fields: ['path'],
  },
  'a list': { hosting: 'ftp', given: [], fields: [''] },
}

describe('hosting options', () => {
  for (const [title, { hosting, given, fields }] of Object.entries(wrong)) {
    it(`report what is wrong with ${title}`, () => {
      const result = validateOptions(hosting, given)
      const found = result.ok ? [] : result.details.map(({ field }) => field)
      const expected = fields.map((key) =>
        key === '' ? 'hosting_options' : `hosting_options.${key}`,
      )
      expect(found).to.have.members(expected)
    })
  }

  it('fill in the defaults', () => {
    const ported = (given: unknown) => validateOptions('ftp', given)
    expect(ported(ftp)).to.have.nested.property('options.port', '21')
    expect(ported({ ...ftp, protocol: 'ftps' })).to.have.nested.property('options.port', '21')
    expect(ported({ ...ftp, protocol: 'sftp' })).to.have.nested.property('options.port', '22')
    expect(ported({ ...ftp, port: '2121' })).to.have.nested.property('options.port', '2121')
    expect(validateOptions('githost', git)).to.deep.equal({
      ok: true,
      options: {
        path: 'owner/name',
        access_token: 't',
        branch: 'gh-pages',
        format: 'compiled',
        username: 'x-access-token',
        url: 'https://github.com',
      },
    })
    expect(validateOptions('objectstore', s3)).to.have.property('ok', true)
    expect(validateOptions('cloudstore', swift)).to.have.property('ok', true)
    expect(validateOptions('disabled', null)).to.deep.equal({ ok: true, options: {} })
  })

  it('accept a private key with its line breaks', () => {
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n'
    const given = { ...ftp, protocol: 'sftp', password: undefined, private_key: key }
    expect(validateOptions('ftp', given)).to.have.nested.property('options.private_key', key)
  })
})
