import { expect } from 'chai'
import { explain } from '../../../src/deploy/network/deploy-error.js'
import { cleanText, formatBytes, redact } from '../../../src/deploy/network/remote-text.js'
import { contentHeaders, isFingerprinted } from '../../../src/deploy/files/content-headers.js'

describe('deploy errors', () => {
  it('are one sentence without control characters of the remote server', () => {
    const hostile = '550 \u001b[31mno\u001b[0m\r\n\nevent: done\u2028data: x\u202e \u009b1m'
    const { message } = explain('upload "a"', new Error(hostile), [])
    expect(message).to.equal('Could not upload "a": 550 no event: done data: x   1m.')
  })

  it('never contain a secret, in any encoding', () => {
    const secret = 'p@ss word/1'
    const text = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      'https://user:other@host/x',
    ].join(' ')
    const { message } = explain('log in', new Error(text), [secret])
    expect(message).to.equal(
      'Could not log in: ******** ******** ******** https://********@host/x.',
    )
  })

  it('explain socket errors', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(explain('connect to h', refused, [])).to.include({
      code: 'unreachable',
      message: 'Could not connect to h: nothing answers at that port.',
    })
    const both = new AggregateError([refused], '')
    expect(explain('connect to h', both, [])).to.include({ code: 'unreachable' })
  })
})

describe('remote text', () => {
  it('contains no beginning of a secret where it is cut', () => {
    const secret = 'k'.repeat(4000)
    for (const before of [290, 1190]) {
      expect(redact(`${'x '.repeat(before / 2)}${secret}`, [secret])).not.to.include('kk')
    }
    const login = redact(`${'x '.repeat(140)}https://ada:${'p'.repeat(50)}@example.org/`, [])
    expect(login).not.to.include('pp')
  })

  it('is cut to a maximum length', () => {
    expect(cleanText('x'.repeat(100_000))).to.have.length(301)
    expect(redact('short', ['abc'])).to.equal('short')
  })

  it('formats byte counts with units', () => {
    const sizes = [0, 999, 1000, 1_234_567, 4_000_000, 999_999, 12_345_678_901]
    expect(sizes.map(formatBytes)).to.deep.equal([
      '0 bytes',
      '999 bytes',
      '1 kB',
      '1.2 MB',
      '4 MB',
      '1 MB',
      '12 GB',
    ])
  })
})

describe('content headers', () => {
  it('distinguish fingerprints from dates and words', () => {
    for (const path of ['app-5d41402a.css', 'a/app.5D41402ABC4B2A76.js', 'x_deadbeef00.min.js']) {
      expect(isFingerprinted(path), path).to.equal(true)
    }
    for (const path of ['photo-20240131.jpg', 'defaced.html', 'app-1.2.3.js', 'beaded-5d41.css']) {
      expect(isFingerprinted(path), path).to.equal(false)
    }
  })

  it('never let pages be cached', () => {
    const pages = ['index.html', 'post-5d41402abc4b.html', 'about', 'CNAME']
    for (const path of pages) {
      expect(contentHeaders(path)['cache-control'], path).to.include('must-revalidate')
    }
  })
})
