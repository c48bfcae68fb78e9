import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { dimensionsOf } from '../../src/service/media/dimensions.js'
import { hostilePictures, KINDS, picture } from '../service/media/pictures.js'
import type { Answer, Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'

describe('Media', () => {
  const api = useApi()
  let site: Site
  let url: string

  beforeEach(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}/media`
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Uploads', output: true })
  })

  const upload = async (name: string, data: Buffer | string, collection = 'uploads') => {
    const files = `/v2/sites/${site.id}/collections/${collection}/files`
    const answer = await api.upload('POST', files, { name, data })
    expect(answer.status, answer.text).to.equal(201)
  }
  const put = async (name: string, data: Buffer | string) => {
    const answer = await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    expect(answer.status, answer.text).to.equal(200)
  }
  const find = async (name: string, as?: Person): Promise<Json> => {
    const { list } = await api.get(`${url}?per_page=200`, as)
    const found = list.find(({ basename }) => basename === name)
    if (!found) throw new Error(`no ${name} among ${list.length} files`)
    return found
  }
  /** Without credentials, as an image of a page is asked for. */
  const show = (address: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const place = String(address).slice(api.server.url.length)
    return api.send({ method: 'GET', path: place, as: undefined, headers })
  }

  it('lists the files inside and outside collections, with their sizes', async () => {
    await upload('photo.jpg', await picture('jpeg', 64, 48))
    await upload('notes.txt', 'x', 'posts')
    await put('assets/logo.png', await picture('png', 20, 10))
    await put('_layouts/default.html', 'x')
    const { list, headers } = await api.get(url)
    expect(list.map(({ filename }) => filename)).to.include.members([
      '_uploads/photo.jpg',
      'assets/logo.png',
    ])
    expect(list.map(({ filename }) => filename)).not.to.include('_layouts/default.html')
    expect(headers['x-total-count']).to.equal(String(list.length))
    const photo = await find('photo.jpg')
    expect(photo).to.include({ width: 64, height: 48, url: '/uploads/photo.jpg' })
    expect(await find('logo.png')).to.include({ width: 20, height: 10 })
  })

  it('sorts, searches and pages', async () => {
    for (const name of ['b.txt', 'a.txt', 'c.txt'])
      await upload(name, name.repeat(name.charCodeAt(0)))
    const names = async (query: string) =>
      (await api.get(`${url}?${query}`)).list.map(({ basename }) => basename)
    expect(await names('q=uploads')).to.deep.equal(['a.txt', 'b.txt', 'c.txt'])
    expect(await names('q=uploads&sort=filesize-desc&per_page=2')).to.deep.equal(['c.txt', 'b.txt'])
    expect(await names('q=uploads&page=2&per_page=2')).to.deep.equal(['c.txt'])
    const all = await api.get(`${url}?q=uploads&per_page=10000`)
    expect(all.headers.link).to.include('rel="last"')
    for (const wrong of ['sort=size', 'page=0', 'per_page=x', `q=${'x'.repeat(501)}`]) {
      expect((await api.get(`${url}?${wrong}`)).status, wrong).to.equal(422)
    }
  })

  it('lists the documents and pages that mention a file, as far as the caller may see them', async () => {
    await upload('photo.jpg', await picture('jpeg', 8, 8))
    await upload('other.jpg', await picture('jpeg', 8, 8))
    const writer = await api.member(site.id, 'writer')
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const make = async (title: string, input: Json) =>
      String((await api.post(posts, { title, ...input })).json['id'])
    const seen = await make('Seen', { visibility: 'visible', body: '![x](/uploads/photo.jpg)' })
    const draft = await make('Draft', { draft: true, metadata: { image: 'photo.jpg' } })
    await make('None', { visibility: 'visible', body: 'photo.jpg.bak and /uploads/photo.jpeg' })
    const used = async (name: string, as?: Person) => {
      const { used_by: uses } = await find(name, as)
      return Array.isArray(uses) ? uses.map(({ id }) => String(id)).toSorted() : uses
    }
    expect(await used('photo.jpg')).to.deep.equal([seen, draft].toSorted())
    expect(await used('photo.jpg', writer)).to.deep.equal([seen])
    expect(await used('other.jpg')).to.deep.equal([])
    await api.put(`/v2/documents/${seen}`, { body: '<img src="{{ base }}/uploads/other.jpg">' })
    expect(await used('photo.jpg')).to.deep.equal([draft])
    expect(await used('other.jpg')).to.deep.equal([seen])
    await api.delete(`/v2/documents/${seen}`)
    expect(await used('other.jpg')).to.deep.equal([])
  })

  it('lists the first 20 of many texts that mention a file, each once', async () => {
    await put('assets/logo.png', await picture('png', 4, 4))
    const body = '---\n---\n![a](/assets/logo.png) and ![b](logo.png)\n'
    const posts = Array.from({ length: 400 }, (_, at) => [
      `M 100644 inline _posts/2024-01-01-p${String(at).padStart(3, '0')}.md`,
      `data ${body.length}`,
      body,
    ])
    const head = [
      'commit refs/heads/main',
      'committer Ann <ann@example.org> 1700000000 +0000',
      'data 4',
      'push',
      `from ${await api.head(site.id)}`,
    ]
    await api.fastImport(site.id, [...head, ...posts.flat(), ''].join('\n'))
    await api.server.application.advance.catchUp(site.id)
    const { used_by: uses } = await find('logo.png')
    const paths = Array.isArray(uses) ? uses.map((use) => String(Object(use)['path'])) : []
    expect(paths).to.have.length(20)
    expect(new Set(paths)).to.have.property('size', 20)
    expect(paths[19]).to.equal('_posts/2024-01-01-p019.md')
  })

  for (const kind of KINDS) {
    it(`shows ${kind} and its thumbnail to anybody with the URL`, async () => {
      const bytes = await picture(kind, 400, 300)
      await upload(`photo.${kind}`, bytes)
      const file = await find(`photo.${kind}`)
      const whole = await show(file['inline_url'])
      expect(whole.status).to.equal(200)
      expect(whole.bytes.equals(bytes)).to.equal(true)
      expect(whole.headers).to.include({
        'content-type': `image/${kind}`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'cache-control': 'private, max-age=3600, immutable',
      })
      const small = await show(String(file['thumbnail_url']).replace('width=320', 'width=160'))
      expect(small.status, small.text).to.equal(200)
      expect(small.headers['content-type']).to.equal('image/webp')
      expect(dimensionsOf(small.bytes)).to.deep.equal({ kind: 'webp', width: 160, height: 120 })
    })
  }

  it('caches thumbnails, makes each once, and rotates by EXIF', async () => {
    const create = { width: 300, height: 200, channels: 3, background: '#888' } as const
    const turned = await sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    await upload('turned.jpg', turned)
    const { thumbnail_url: address, width, height, sha } = await find('turned.jpg')
    expect([width, height]).to.deep.equal([200, 300])
    const answers = await Promise.all([show(address), show(address), show(address)])
    for (const { status, bytes } of answers) {
      expect(status).to.equal(200)
      // Not larger than it is.
      expect(dimensionsOf(bytes)).to.deep.equal({ kind: 'webp', width: 200, height: 300 })
    }
    const folder = path.join(api.config.data, 'thumbnails', String(sha).slice(0, 2))
    expect(await readdir(folder)).to.deep.equal([`${String(sha)}-320.webp`])
  })

  it('serves ranges and the type by name; SVG in a sandbox, HTML as an attachment', async () => {
    await put('assets/a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    await put('assets/a.html', '<script>alert(1)</script>')
    await put('assets/a.js', 'alert(1)')
    const drawing = await show((await find('a.svg'))['inline_url'])
    expect(drawing.headers['content-type']).to.equal('image/svg+xml')
    expect(drawing.headers['content-security-policy']).to.match(/default-src 'none'.*sandbox/)
    expect(await find('a.svg')).to.include({ thumbnail_url: null, width: null })
    for (const name of ['a.html', 'a.js']) {
      const file = await find(name)
      expect(file['inline_url'], name).to.equal(null)
      // Whoever makes an address of another file's by hand gets an attachment.
      expect(file['thumbnail_url'], name).to.equal(null)
    }
    await upload('sound.mp3', Buffer.from('0123456789'))
    const { inline_url: address } = await find('sound.mp3')
    const part = await show(address, { Range: 'bytes=2-5' })
    expect(part.status).to.equal(206)
    expect(part.text).to.equal('2345')
    expect(part.headers['content-range']).to.equal('bytes 2-5/10')
    expect((await show(address, { Range: 'bytes=20-' })).status).to.equal(400)
  })

  it('refuses invalid and expired URLs, and other widths', async () => {
    await upload('photo.png', await picture('png', 40, 40))
    await upload('b.txt', 'text')
    const { inline_url: address, thumbnail_url: small } = await find('photo.png')
    const good = String(address)
    expect((await find('photo.png'))['inline_url'], 'stable').to.equal(good)
    const [site1, oid, hour = '', ending = '', signature = ''] =
      good.split('/').at(-1)?.split('-') ?? []
    const base = `${api.server.url}/v2/media/`
    for (const token of [
      'x',
      [site1, oid, hour, 'html', signature].join('-'),
      [site1, oid, Number(hour) + 1000, ending, signature].join('-'),
      [site1, String((await find('b.txt'))['sha']), hour, ending, signature].join('-'),
      [site1, oid, hour, ending, '0'.repeat(32)].join('-'),
      `${good.slice(base.length)}0`,
      'x'.repeat(5000),
    ]) {
      expect((await show(base + token)).status, token).to.equal(404)
    }
    expect((await show(`${base}%00`)).status).to.equal(422)
    for (const width of ['1', '0', '-1', '321', '99999', 'x', '', '320&width=160', '1e3']) {
      expect((await show(`${good}?width=${width}`)).status, width).to.equal(422)
    }
    api.skip(3 * 3_600_000)
    expect((await show(good)).status).to.equal(404)
    expect((await show(small)).status).to.equal(404)
  })

  it('answers 404 for a URL of a removed site', async () => {
    await upload('photo.png', await picture('png', 40, 40))
    const { inline_url: address } = await find('photo.png')
    await api.delete(`/v2/sites/${site.id}`)
    expect((await show(address)).status).to.equal(404)
  })

  it('survives hostile files, and still makes thumbnails', async () => {
    const hostile = await hostilePictures()
    for (const [name, data] of hostile) await upload(name, data)
    await upload('good.png', await picture('png', 400, 400))
    for (const name of hostile.keys()) {
      const { inline_url: address } = await find(name)
      const whole = await show(address)
      expect(whole.status, name).to.equal(200)
      expect(whole.headers['content-type'], name).to.match(/^image\/(png|jpeg|gif|webp)$/)
      expect(whole.headers['content-security-policy'], name).to.include('sandbox')
      // Twice: the second is not tried.
      for (const _ of [1, 2]) {
        const small = await show(`${String(address)}?width=160`)
        expect(small.status, `${name} ${small.text.slice(0, 100)}`).to.equal(404)
        expect(small.json['error']).to.equal('not_found')
      }
    }
    expect((await find('bomb.png'))['thumbnail_url']).to.equal(null)
    const small = await show((await find('good.png'))['thumbnail_url'])
    expect(small.status, small.text).to.equal(200)
  })

  it('lets a writer read published files outside collections, but not delete them', async () => {
    await put('assets/logo.png', await picture('png', 4, 4))
    await put('_data/secret.csv', 'a,b')
    const writer = await api.member(site.id, 'writer')
    const file = await find('logo.png', writer)
    expect(file['can']).to.deep.equal({ update: false, delete: false })
    const place = `/v2/sites/${site.id}/files/assets/logo.png`
    expect((await api.get(place, writer)).status).to.equal(200)
    expect((await api.delete(place, writer)).status).to.equal(404)
    const data = `/v2/sites/${site.id}/files/_data/secret.csv`
    expect((await api.get(data, writer)).status).to.equal(404)
  })
})
