import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createHttpClient, type HttpClient } from '../../../src/deploy/network/http-client.js'
import { formatPacket, readPackets } from '../../../src/git/protocol/packet-line.js'
import type { Remote } from '../../../src/git/remote/http.js'
import { fetchRemote, pushRemote } from '../../../src/git/remote/remote.js'
import type { Repository } from '../../../src/git/repository.js'
import { countBetweenTurns } from '../../turns.js'
import { commitTo, useRepositories } from '../fixture.js'
import { failure, leftovers, packs } from './remote-kept.js'

const OID = 'a'.repeat(40)
const ABLE = 'report-status side-band-64k ofs-delta thin-pack'
const ONE_REF = `${OID} refs/heads/main\0${ABLE}\n`
const OTHER_REF = `${OID} refs/heads/other\0${ABLE}\n`

/** A block of at least 64 kB that is this packet again and again. */
function many(packet: Buffer | string): Buffer {
  const bytes = Buffer.from(packet)
  return Buffer.concat(Array<Buffer>(Math.ceil(65_536 / bytes.length)).fill(bytes))
}

/** A packet of a side band. */
function banded(band: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  const length = (bytes.length + 5).toString(16).padStart(4, '0')
  return Buffer.concat([Buffer.from(length), Buffer.from([band]), bytes])
}

/** As many of a long packet as leave room for a few blocks of what is sent without end. */
function nearly(limit: number, packet: Buffer): Buffer {
  const count = Math.floor((limit - 4 * 65_536) / packet.length)
  return Buffer.concat(Array<Buffer>(count).fill(packet))
}

const MAX_REFS = 64 * 2 ** 20
const MAX_OVERHEAD = 16 * 2 ** 20
/** Short packets up to a whole limit take seconds: it must count those at its end, too. */
const LONG_COMMENT = formatPacket(`# ${'x'.repeat(60_000)}\n`)
const LONG_PROGRESS = banded(2, 'x'.repeat(60_000))

describe('A git host that sends without end', () => {
  const bench = useRepositories()
  const servers: Server[] = []
  let client: HttpClient
  let repository: Repository

  beforeEach(async () => {
    client = createHttpClient({ rules: { allow: ['127.0.0.1'] }, timeout: 0 })
    repository = await bench.repository()
  })
  afterEach(() => {
    client.close()
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  interface Flood {
    /** Contents of packets. */
    readonly refs: readonly string[]
    /** Comes before what has no end. */
    readonly filling?: Buffer
    /** What comes without end: after the refs where there is no answer before it. */
    readonly endless: Buffer
    /** Begins the answer to a fetch or push. */
    readonly answer?: Buffer
  }

  async function flooding({
    refs,
    filling,
    endless,
    answer,
  }: Flood): Promise<Remote & { branch: string }> {
    const serve: RequestListener = (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
      request.resume()
      const pour = () => {
        while (!response.destroyed && response.write(endless)) continue
      }
      const service = searchParams.get('service') ?? pathname.slice(1)
      const isRefs = pathname.endsWith('/info/refs')
      const kind = isRefs ? 'advertisement' : 'result'
      response.setHeader('content-type', `application/x-${service}-${kind}`)
      response.write(isRefs ? Buffer.concat(refs.map(formatPacket)) : (answer ?? ''))
      if (isRefs && answer) response.end('0000')
      else {
        if (filling) response.write(filling)
        response.on('drain', pour)
        pour()
      }
    }
    const server = createServer(serve)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      username: 'u',
      token: 'web-secret',
      branch: 'main',
      http: (request) => client.request(request),
      signal: new AbortController().signal,
    }
  }

  async function fetchFrom(flood: Flood) {
    const error = await failure(fetchRemote(repository, await flooding(flood)))
    expect([await packs(repository), await leftovers(repository)]).to.deep.equal([[], []])
    return error
  }

  it('flush packets before its refs is cut off', async () => {
    const filling = nearly(MAX_REFS, LONG_COMMENT)
    const error = await fetchFrom({ refs: [ONE_REF], filling, endless: many('0000') })
    expect(error).to.include({ code: 'too_large' })
    expect(error.message).to.include(`more than ${MAX_REFS} bytes of refs`)
  })

  it('branches is cut off', async () => {
    let at = 0
    const names = Array.from({ length: 100_001 }, () => `${OID} refs/heads/b${(at += 1)}\n`)
    const error = await fetchFrom({ refs: [ONE_REF, ...names], endless: many('0000') })
    expect(error.message).to.include('more than 100000 branches')
  })

  it('capabilities is heard only with its first ref', async () => {
    const refs = [`${OID} refs/heads/main\0ofs-delta\n`, OTHER_REF]
    const answer = Buffer.from('')
    const error = await fetchFrom({ refs, endless: many('0000'), answer })
    expect(error.message).to.equal('the server speaks an older form of the protocol')
  })

  for (const [title, endless] of [
    ['progress', many(banded(2, 'x'.repeat(1000)))],
    ['signs of life', many(banded(1, ''))],
    ['acknowledgements', many(formatPacket('NAK\n'))],
    ['ends of sections', many('0000')],
  ] as const) {
    it(`${title} instead of a pack is cut off`, async () => {
      const filling = nearly(MAX_OVERHEAD, LONG_PROGRESS)
      const flood = { refs: [ONE_REF], filling, endless, answer: Buffer.from('0008NAK\n') }
      const error = await fetchFrom(flood)
      expect(error).to.include({ code: 'too_large' })
      expect(error.message).to.include(`more than ${MAX_OVERHEAD} bytes beside what was asked for`)
    })
  }

  const beforeReports = Buffer.alloc(0)
  const beforeProgress = nearly(MAX_OVERHEAD, LONG_PROGRESS)
  for (const [title, filling, endless, limit] of [
    [
      'reports of other branches',
      beforeReports,
      banded(1, formatPacket('ok refs/heads/x\n')),
      2 ** 20,
    ],
    ['ends of reports', beforeReports, banded(1, '0000'), 2 ** 20],
    ['progress', beforeProgress, banded(2, 'x'), MAX_OVERHEAD],
  ] as const) {
    it(`${title} after a push is cut off`, async () => {
      const commit = await commitTo(repository, { 'a.md': 'one' })
      const answer = banded(1, formatPacket('unpack ok\n'))
      const flood = { refs: [OTHER_REF], filling, endless: many(endless), answer }
      const remote = await flooding(flood)
      const error = await failure(pushRemote(repository, { ...remote, commit, expected: null }))
      expect(error).to.include({ code: 'too_large' })
      expect(error.message).to.include(` ${limit} bytes`)
    })
  }

  it('packets lets other work run', async () => {
    const turns = countBetweenTurns()
    async function* bytes() {
      yield many('0000').subarray(0, 4000)
      yield Buffer.alloc(4 * 2 ** 18, '0')
    }
    for await (const packet of readPackets(bytes())) {
      if (packet !== null) expect.fail('a packet with content')
      turns.count()
    }
    turns.stop()
    expect(turns.total()).to.equal(1000 + 2 ** 18)
    expect(turns.most()).to.be.lessThan(2 ** 18)
  })
})
