import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { readConfig } from '../src/config.js'

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

  it('has a place for the jobs of others while those of one user run, on a machine of any size', () => {
    expect(read('').jobs).to.be.at.least(2)
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
    ['trusted_proxies: [proxy.example.org]', 'trusted_proxies'],
    ['trusted_proxies: [10.0.0.0/33]', 'trusted_proxies'],
  ] as const) {
    it(`reports what is wrong with "${file}"`, () => {
      expect(() => read(file)).to.throw(named)
    })
  }
})
