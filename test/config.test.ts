import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { readConfig, unknownVariables } from '../src/config.js'

describe('readConfig', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-config-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  const read = (file: string, flags: Readonly<Record<string, string>> = {}) => {
    writeFileSync(path.join(data, 'galley.yml'), file)
    return readConfig({ flags: { data, ...flags }, environment: {} })
  }

  it('uses the strings of galley.yml unchanged', () => {
    expect(read(`admin_password: 'a "b" \\c'`).adminPassword).to.equal('a "b" \\c')
    expect(read(`admin_password: '"quoted"'`).adminPassword).to.equal('"quoted"')
    expect(read('public_url:').publicUrl).to.equal('')
    expect(read('allow_addresses: [10.0.0.0/8, 127.0.0.1]').allowAddresses).to.deep.equal([
      '10.0.0.0/8',
      '127.0.0.1',
    ])
    const proxies = ['::1', '10.0.0.0/8', 'fd00::/8']
    expect(read(`trusted_proxies: ["${proxies.join('", "')}"]`).trustedProxies).to.deep.equal(
      proxies,
    )
    expect(read('port: 80\nwatch: false')).to.include({ port: 80, watch: false })
  })

  it('takes an OpenID Connect provider with a client, by HTTPS unless it is on this machine', () => {
    const client = { oidcClientId: 'galley' }
    for (const oidcIssuer of [
      'https://login.example.org',
      'https://login.example.org/realms/a/',
      'http://localhost:8080',
      'http://127.0.0.1:8080/auth',
      'http://[::1]:8080',
    ]) {
      expect(read('', { oidcIssuer, ...client }).oidcIssuer).to.equal(oidcIssuer)
    }
    for (const oidcIssuer of ['http://login.example.org', 'login.example.org', 'https://a?b']) {
      expect(() => read('', { oidcIssuer, ...client }), oidcIssuer).to.throw(/must be an https URL/)
    }
    const oidcIssuer = 'https://login.example.org'
    expect(() => read('', { oidcIssuer })).to.throw(/needs --oidc-client-id/)
    const oidcScopes = 'email'
    expect(() => read('', { oidcIssuer, ...client, oidcScopes })).to.throw(/must contain openid/)
    expect(() => read('', { oidcOnly: 'true' })).to.throw(/--oidc-only needs --oidc-issuer/)
  })

  it('has a place for the jobs of others while those of one user run, on a machine of any size', () => {
    expect(read('').jobs).to.be.at.least(2)
  })

  it('takes the address of a mail server with a sender, and repeats no password', () => {
    const mailFrom = 'galley@example.org'
    for (const smtpUrl of [
      'smtp://mail.example.org',
      'smtps://me:a%40b%2F@mail.example.org:465',
      'smtp://[::1]:25/',
    ]) {
      expect(read('', { smtpUrl, mailFrom }), smtpUrl).to.include({ smtpUrl, mailFrom })
    }
    for (const smtpUrl of [
      'http://me:secret@mail.example.org',
      'smtp://me:secret@mail.example.org/?tls=no',
      'smtp://me:secret@x@mail.example.org',
      'smtp://me:secret%@mail.example.org',
      'secret',
    ]) {
      expect(() => read('', { smtpUrl, mailFrom }), smtpUrl)
        .to.throw(/^--smtp-url must be an address such as smtp:/)
        .with.property('message')
        .not.include('secret')
    }
    expect(() => read('', { smtpUrl: 'smtp://localhost' })).to.throw(/needs --mail-from/)
    for (const wrong of ['nobody', 'a@b.org\r\nBcc: c@d.org', 'A <a@b.org>', 'a,b@c.org']) {
      expect(() => read('', { mailFrom: wrong }), wrong).to.throw(/must be an e-mail address/)
    }
  })

  it('takes a public URL below a path, and a name in any letters as browsers write it', () => {
    const of = (publicUrl: string) => read('', { publicUrl }).publicUrl
    expect(of('https://www.example.org/cms/')).to.equal('https://www.example.org/cms')
    expect(of('https://a.test/~ada/my.cms_2')).to.equal('https://a.test/~ada/my.cms_2')
    expect(of('https://Bücher.example:443')).to.equal('https://xn--bcher-kva.example')
  })

  it('takes addresses of IPv6 to listen on with brackets, as in URLs, or without', () => {
    for (const host of ['[::]', '::']) {
      const flags = { host, httpsHost: host }
      expect(read('', flags)).to.include({ host: '::', httpsHost: '::' })
      expect(read(`host: '${host}'`).host).to.equal('::')
    }
    for (const host of ['127.0.0.1', 'localhost', '', 'fe80::1%eth0'])
      expect(read('', { host }).host).to.equal(host)
    for (const host of ['[localhost]', '[::', '[127.0.0.1]', '[::]:4000'])
      expect(() => read('', { host }), host).to.throw(/^--host must be an address .*, not "/)
  })

  it('takes HTTPS with an address for the authority, and with host names', () => {
    const names = {
      publicUrl: 'https://galley.example.org',
      sitesUrl: 'https://s.example.org:8443',
    }
    const all = { https: 'true', acmeEmail: 'you@example.org', ...names }
    expect(read('', all).https).to.equal(true)
    expect(() => read('', { ...all, acmeEmail: '' })).to.throw(/^--https needs --acme-email: /)
    for (const url of [
      '',
      'http://a.test',
      'https://localhost',
      'https://10.0.0.1',
      'https://[::1]',
    ]) {
      expect(() => read('', { ...all, publicUrl: url }), url).to.throw(
        /^--https needs --public-url/,
      )
      expect(() => read('', { ...all, sitesUrl: url }), url).to.throw(/^--https needs --sites-url/)
    }
  })

  it('takes a place for copies with a key, and repeats no password', () => {
    const copiesKeyFile = '/etc/galley/copies.key'
    const login = 'me:secret@example.org'
    for (const copiesTo of ['/mnt/backup', `sftp://${login}/x`, `s3+http://${login}/b?region=x`]) {
      expect(read('', { copiesTo, copiesKeyFile }).copiesTo).to.equal(copiesTo)
      expect(() => read('', { copiesTo })).to.throw(/^--copies-to needs --copies-key-file: /)
    }
    for (const copiesTo of ['secret', `ftp://${login}/x`, `s3//${login}`, `s3://me:sec/ret@h:x/`]) {
      expect(() => read('', { copiesTo, copiesKeyFile }), copiesTo)
        .to.throw(/^--copies-to must be an absolute path or a URL that begins with sftp:/)
        .with.property('message')
        .not.include('ret')
    }
    expect(() => read('copies_seconds: 4')).to.throw(/copies_seconds must be .*5/)
  })

  it('says that the data folder is a file', () => {
    const file = path.join(data, 'file')
    writeFileSync(file, '')
    expect(() => read('', { data: file })).to.throw(`${file} is not a folder (--data names one).`)
  })

  for (const [file, named] of [
    ['log_level: loud', 'log_level'],
    ['port: 70000', 'port'],
    ['watch: perhaps', 'watch'],
    ['colour: red', 'colour'],
    ['public_url: ftp://x', 'public_url'],
    ['oidc_roles: editors=a.test:owner', 'oidc_roles'],
    ['oidc_roles: editors', 'oidc_roles'],
    ['trusted_proxies: [proxy.example.org]', 'trusted_proxies'],
    ['trusted_proxies: [10.0.0.0/33]', 'trusted_proxies'],
    ['jobs: 0', 'galley.yml: jobs must be a whole number from 1'],
    ['connections: 0', 'connections'],
    ['rate_limit: 0', 'rate_limit'],
    ['build_memory_mb: 0', 'build_memory_mb'],
    ['public_url: "http://[::1"', 'public_url'],
    ['port: 4001', '--port and --sites-port are both 4001'],
    ['public_url: https://a.test/v2', '--public-url must have another path than /v2'],
    ['public_url: https://a.test/admin/x', 'another path than /admin/x'],
    ['public_url: https://a.test/a b', 'another path than /a%20b'],
    ['public_url: https://a.test//b', 'another path than //b'],
    ['sites_url: https://a.test/sites', '--sites-url must have no path'],
    ['public_url: https://a.test\nsites_url: https://A.test:443/', 'both at https://a.test'],
  ] as const) {
    it(`reports what is wrong with "${file}"`, () => {
      expect(() => read(file)).to.throw(named)
    })
  }

  it('takes 0 where the help says what that means', () => {
    const none = ['port', 'sites_port', 'push_hold_seconds', 'clone_slow_seconds']
    const more = ['push_slow_seconds', 'sites_per_user', 'site_bytes', 'trash_days', 'max_watches']
    for (const name of [...none, ...more]) expect(() => read(`${name}: 0`)).not.to.throw()
    expect(read('port: 0\nsites_port: 0')).to.include({ port: 0, sitesPort: 0 })
  })

  describe('with variables that are no settings', () => {
    const environment = (name: string) =>
      readConfig({ flags: { data }, environment: { [name]: '1' } })
    before(() => writeFileSync(path.join(data, 'galley.yml'), ''))

    it('refuses a misspelt one and names the setting', () => {
      expect(() => environment('GALLEY_JOB')).to.throw(
        'GALLEY_JOB is no setting; did you mean GALLEY_JOBS?',
      )
      expect(() => environment('GALLEY_SITES_PROT')).to.throw('did you mean GALLEY_SITES_PORT?')
    })

    it('takes and names those of other programs', () => {
      for (const name of ['GALLEY_KEY', 'GALLEY_URL', 'GALLEY_SERVICE_HOST']) {
        expect(() => environment(name)).not.to.throw()
        expect(unknownVariables({ [name]: 'x', GALLEY_DATA: '.', HOME: '/' })).to.deep.equal([name])
      }
    })
  })
})
