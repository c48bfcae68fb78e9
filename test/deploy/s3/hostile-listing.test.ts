import { expect } from 'chai'
import { parseXml } from '../../../src/deploy/s3/xml.js'
import { closeHostileS3, flood, hostileS3 } from './hostile-s3.js'

const MB = 2 ** 20

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

/** One page, of which `next` says that there are more. */
function page(keys: readonly string[], next = '', extra = ''): string {
  const rows = keys.map(
    (key) => `<Contents><Key>${key}</Key><ETag>"${'e'.repeat(32)}"</ETag><Size>1</Size></Contents>`,
  )
  const token = next === '' ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${token}${rows.join('')}${extra}</ListBucketResult>`
}

describe('A hostile S3 listing', () => {
  afterEach(closeHostileS3)

  it('has at most 8 MB of each page read', async () => {
    let unread: Promise<number> = Promise.resolve(0)
    const server = await hostileS3({
      listing: (_request, response) => {
        unread = flood(response, Buffer.alloc(MB, '<b/>'), 60)
      },
    })
    const error = await failureOf(server.list())
    expect(error).to.have.property('code', 'bad_remote')
    expect(error).to.have.property('message').that.includes('longer than 8388608 bytes')
    expect(await unread).to.be.greaterThan(20)
  })

  it('has at most 100,000 elements and attributes', async () => {
    const elements = `<a>${'<b/>'.repeat(100_000)}</a>`
    const names = Array.from({ length: 100_000 }, (_unused, at) => `a${at}=""`)
    for (const text of [elements, `<a ${names.join(' ')}/>`]) {
      const error = await failureOf(parseXml(text))
      expect(error).to.have.property('message').that.includes('more than 100000 elements')
    }
    expect((await parseXml(`<a>${'<b/>'.repeat(99_999)}</a>`)).children).to.have.lengthOf(99_999)
  })

  for (const [title, text] of [
    ['comments', `<a>${'x<!---->'.repeat(MB / 2)}</a>`],
    ['one tag', `<${'a'.repeat(8 * MB)}/>`],
    ['one text', `<a>${'&lt;'.repeat(MB)}</a>`],
  ] as const) {
    it(`of ${title} lets other work run`, async () => {
      let rounds = 0
      let isOver = false
      const next = () => {
        rounds += 1
        if (!isOver) setImmediate(next)
      }
      setImmediate(next)
      await failureOf(parseXml(text))
      isOver = true
      expect(rounds).to.be.greaterThan(0)
    })
  }

  it('is read up to a total number of entries, over any number of pages', async () => {
    let pages = 0
    const server = await hostileS3({
      listing: (_request, response) => {
        pages += 1
        const rows = Array.from(
          { length: 45_000 },
          (_unused, at) => `<Contents><Key>p/${pages}-${at}</Key></Contents>`,
        )
        response.end(page([], `${pages}`, rows.join('')))
      },
    })
    const error = await failureOf(server.list())
    expect(error).to.have.property('message').that.includes('lists more than 500000 entries')
    expect(pages).to.equal(12)
  })

  it('is read up to a total number of bytes, even if its pages are empty', async () => {
    let pages = 0
    const server = await hostileS3({
      listing: (_request, response) => {
        pages += 1
        response.end(page([], `${pages}`, `<Prefix>${'x'.repeat(7 * MB)}</Prefix>`))
      },
    })
    const error = await failureOf(server.list())
    expect(error).to.have.property('message').that.includes('lists more than 268435456 bytes')
    expect(pages).to.be.lessThan(40)
  })

  it('may not contain an ETag that is too long', async () => {
    const keys = '<Contents><Key>p/a</Key><Size>1</Size><ETag>'
    const server = await hostileS3({
      listing: (_request, response) => {
        response.end(page([], '', `${keys}"${'e'.repeat(16_000)}"</ETag></Contents>`))
      },
    })
    const { files } = await server.list()
    expect([...files]).to.deep.equal([['a', { size: 1 }]])
  })
})

describe('The listing of a large S3 bucket', () => {
  afterEach(closeHostileS3)

  it('may have 200,000 objects on pages of a thousand', async () => {
    let pages = 0
    const server = await hostileS3({
      listing: (_request, response) => {
        pages += 1
        const keys = Array.from({ length: 1000 }, (_unused, at) => `p/posts/${pages}/${at}.html`)
        response.end(page(keys, pages === 200 ? '' : `${pages}`))
      },
    })
    const { files, odd } = await server.list()
    expect([files.size, odd]).to.deep.equal([200_000, 0])
  })
})
