import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import { isAllowed, isPublicAddress } from '../../../src/deploy/network/addresses.js'
import { createHttpClient, guardedFetch } from '../../../src/deploy/network/http-client.js'
import { connectGuarded, type Outgoing } from '../../../src/deploy/network/outgoing.js'

const signal = new AbortController().signal
const nobody: Outgoing = { rules: { allow: [] }, timeout: 60_000 }

const refused = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2001::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  'localhost',
  '',
  '1.2.3.4.5',
]

describe('the check of addresses', () => {
  for (const address of refused) {
    it(`refuses ${address || 'nothing at all'}`, () => {
      expect(isPublicAddress(address)).to.equal(false)
      expect(isAllowed({ allow: [] }, 'host.example', address)).to.equal(false)
    })
  }

  it('accepts public addresses', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '64:ff9b::808:808']) {
      expect(isPublicAddress(address), address).to.equal(true)
    }
  })

  it('accepts what the operator lists: ranges, addresses, names', () => {
    expect(isAllowed({ allow: ['10.0.0.0/8'] }, 'x', '10.2.3.4')).to.equal(true)
    expect(isAllowed({ allow: ['10.0.0.0/8'] }, 'x', '::ffff:10.2.3.4')).to.equal(true)
    expect(isAllowed({ allow: ['fd00::/8'] }, 'x', 'fd00::1')).to.equal(true)
    expect(isAllowed({ allow: ['10.0.0.1'] }, 'x', '10.0.0.2')).to.equal(false)
    expect(isAllowed({ allow: ['nas.lan'] }, 'NAS.lan', '192.168.0.9')).to.equal(true)
    expect(isAllowed({ allow: ['nas.lan'] }, 'evil.nas.lan', '192.168.0.9')).to.equal(false)
  })

  it('refuses public addresses of the server itself, unless the operator lists them', () => {
    const own = () => ['10.0.0.1', '8.8.8.8', '2606:4700:0::1111']
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111']) {
      expect(isAllowed({ allow: [], own }, 'x', address), address).to.equal(false)
      expect(isAllowed({ allow: ['own.example'], own }, 'own.example', address)).to.equal(true)
    }
    expect(isAllowed({ allow: [], own }, 'x', '8.8.8.9')).to.equal(true)
  })
})

/** A server on loopback that counts its connections. */
async function countingServer(): Promise<{ port: number; count: () => number; close: () => void }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, count: () => connections, close: () => void server.close() }
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'connected',
    (error: { code?: string }) => error.code,
  )
}

describe('outgoing connections', () => {
  it('never reach a refused address, however it is spelled', async () => {
    const server = await countingServer()
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ]
    for (const host of hosts) {
      const request = { method: 'GET', url: `http://${host}:${server.port}/`, signal }
      expect(await codeOf(guardedFetch(nobody, request)), host).to.equal('address_refused')
      expect(await codeOf(createHttpClient(nobody).request(request)), host).to.equal(
        'address_refused',
      )
      if (!host.startsWith('[')) {
        const target = { host, port: server.port, signal }
        expect(await codeOf(connectGuarded(nobody, target)), host).to.equal('address_refused')
      }
    }
    expect(server.count()).to.equal(0)
    server.close()
  })

  it('use the address that was checked, whatever the name server answers next', async () => {
    const server = await countingServer()
    let answers = 0
    const outgoing: Outgoing = {
      rules: { allow: ['127.0.0.2'] },
      timeout: 60_000,
      resolve: async () => {
        answers += 1
        return [{ address: answers === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
      },
    }
    const target = { host: 'rebinding.example', port: server.port, signal }
    const first = await codeOf(connectGuarded(outgoing, target))
    expect(first).to.equal('ECONNREFUSED')
    expect(answers).to.equal(1)
    expect(await codeOf(connectGuarded(outgoing, target))).to.equal('address_refused')
    const request = { method: 'GET', url: `http://rebinding.example:${server.port}/`, signal }
    expect(await codeOf(guardedFetch(outgoing, request))).to.equal('address_refused')
    expect(server.count()).to.equal(0)
    server.close()
  })

  it('do not reveal the address of a refused name', async () => {
    const resolve = async () => [{ address: '10.20.30.40', family: 4 }]
    const outgoing: Outgoing = { ...nobody, resolve }
    const target = { host: 'payroll.corp.example', port: 1, signal }
    const url = 'http://payroll.corp.example:1/'
    for (const work of [
      connectGuarded(outgoing, target),
      guardedFetch(outgoing, { method: 'GET', url, signal }),
    ]) {
      const failure: unknown = await work.catch((error: unknown) => error)
      expect(failure).to.have.property('code', 'address_refused')
      const text = String(failure)
      expect(text).to.include('payroll.corp.example').and.not.include('10.20.30.40')
      expect(text).to.include('is not one that this server may connect to')
    }
  })

  it('use only the allowed ones of several addresses', async () => {
    const server = await countingServer()
    const outgoing: Outgoing = {
      rules: { allow: ['127.0.0.1'] },
      timeout: 60_000,
      resolve: async () => [
        { address: '169.254.169.254', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    }
    const target = { host: 'two.example', port: server.port, signal }
    const socket = await connectGuarded(outgoing, target)
    expect(socket.remoteAddress).to.equal('127.0.0.1')
    socket.destroy()
    server.close()
  })

  it('do not follow redirects', async () => {
    const server = createHttpServer((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const outgoing: Outgoing = { rules: { allow: ['127.0.0.1'] }, timeout: 60_000 }
    const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, signal }
    const response = await guardedFetch(outgoing, request)
    expect(response.status).to.equal(302)
    await response.bytes(100)
    server.close()
  })

  it('are http and https only', async () => {
    for (const [url, expected] of [
      ['file:///etc/passwd', 'address_refused'],
      ['ftp://example.org/', 'address_refused'],
      ['gopher://x/', 'address_refused'],
      ['nonsense', 'bad_options'],
    ] as const) {
      const code = await codeOf(guardedFetch(nobody, { method: 'GET', url, signal }))
      expect(code, url).to.equal(expected)
    }
  })

  it('do not read more of an answer than requested', async () => {
    const server = createHttpServer((_request, response) => void response.end('x'.repeat(5000)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const outgoing: Outgoing = { rules: { allow: ['127.0.0.1'] }, timeout: 60_000 }
    const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, signal }
    const response = await guardedFetch(outgoing, request)
    expect(await codeOf(response.bytes(4000))).to.equal('bad_remote')
    server.close()
  })
})
