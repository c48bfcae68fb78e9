import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { createBuilding } from '../../../src/service/publish/building.js'
import {
  BLOG_TEXTS,
  COMMON,
  EDITS,
  OFTEN,
  randomNumbers,
  STYLES,
  TANGLED,
} from '../../builder/random-edits.js'
import { pointerTo } from '../../servers/lfs.js'
import { PublishBench, type Break } from './publish-bench.js'

const STEPS = Number(process.env['STEPS'] ?? 8)
const DAY_MS = 86_400_000

/** Bytes of everything below a folder; a content with several names counts once. */
function bytesIn(folder: string): number {
  const seen = new Set<number>()
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const { ino, size } = statSync(join(entry.parentPath, entry.name))
    if (entry.isFile() && !seen.has(ino)) bytes += size
    seen.add(ino)
  }
  return bytes
}

const POSTS = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `_posts/2020-01-${String(i + 1).padStart(2, '0')}-p.md`,
    `---\ntitle: p${i}\nlayout: l\n---\nText of ${i}. ${'Word '.repeat(200)}\n`,
  ]),
)
const SMALL = { '_layouts/l.html': '<title>{{ page.title }}</title>{{ content }}', ...POSTS }

describe('A publish after another one', () => {
  let bench: PublishBench
  const open = async (files: Readonly<Record<string, string>>) => {
    bench = new PublishBench(files)
    await bench.init()
    bench.commit()
  }
  const expectWhole = async () => {
    expect([...(await bench.live())]).to.deep.equal([...((await bench.whole()) ?? [])])
  }
  const edit = (path: string, text: string) => {
    bench.write(path, bench.read(path) + text)
    bench.commit()
  }
  afterEach(() => bench.close())

  it('takes what a pointer of Git LFS names as soon as it is here, without a commit', async () => {
    const [first, second] = [Buffer.from('first picture'), Buffer.from('second picture')]
    await open({ ...SMALL, 'a.png': pointerTo(first), '_data/rows.csv': pointerTo(second) })
    bench.write('index.html', '---\n---\n{{ site.data.rows[0].name }}')
    bench.commit()
    const refused = await bench.publish().catch((error: unknown) => error)
    expect(refused).to.have.property('message').that.includes('Not published').and.includes('a.png')
    await bench.bring(first)
    await bench.publish()
    expect((await bench.live()).get('a.png')).to.equal('first picture')
    const builds = bench.builds
    await bench.bring(Buffer.from('of another file'))
    await bench.publish()
    expect(bench.builds, 'the data may come').to.equal(builds + 1)
    // The same again: nothing is left to come.
    const rows = Buffer.from(`name\n${'A row '.repeat(30)}`)
    edit('index.html', ' more')
    bench.write('_data/rows.csv', pointerTo(rows))
    bench.commit()
    await bench.bring(rows)
    await bench.publish()
    expect((await bench.live()).get('index.html')).to.include('A row A row')
    await bench.publish()
    expect(bench.builds).to.equal(builds + 2)
    bench.write('a.png', pointerTo(second))
    bench.commit()
    await bench.bring(second)
    await bench.publish()
    expect((await bench.live()).get('a.png')).to.equal('second picture')
  })

  it('builds the whole site if the record of the build does not match the last release', async () => {
    await open(SMALL)
    await bench.publish()
    edit('_posts/2020-01-01-p.md', 'More.\n')
    bench.runBuild = async (request, options) => {
      bench.runBuild = null
      const report = await bench.build(request, options)
      const { difference } = report
      return difference ? { ...report, difference: { ...difference, files: 7 } } : report
    }
    await bench.publish()
    expect(bench.builds, 'the first, the one that does not fit, and a whole one').to.equal(3)
    await expectWhole()
  })

  it('renders and stores only what an edit affects, also after a restart', async () => {
    await open(SMALL)
    await bench.publish()
    expect(bench.rendered).to.equal(30)
    const one = bytesIn(bench.folders.releases)
    for (let round = 0; round < 4; round++) {
      if (round === 2) bench.restart()
      bench.now += 1000
      edit('_posts/2020-01-05-p.md', `More ${round}.\n`)
      await bench.publish()
      expect(bench.rendered).to.equal(31 + round)
      await expectWhole()
    }
    expect(bytesIn(bench.folders.releases) / one).to.be.below(1.3)
  })

  it('builds nothing if nothing has changed', async () => {
    await open(SMALL)
    await bench.publish()
    const before = readdirSync(bench.folders.releases)
    bench.now += 40 * DAY_MS
    await bench.publish()
    expect(bench.builds).to.equal(1)
    expect(readdirSync(bench.folders.releases)).to.deep.equal(before)
    edit('_posts/2020-01-05-p.md', 'More.\n')
    await bench.publish()
    expect(bench.builds).to.equal(2)
    // Another process may have another builder.
    bench.restart()
    await bench.publish()
    expect(bench.builds).to.equal(3)
    expect(bench.rendered).to.equal(31)
    await expectWhole()
  })

  it('builds again if the passing of time changes the site', async () => {
    await open({ ...SMALL, '_posts/2026-01-02-soon.md': '---\nlayout: l\n---\nSoon.\n' })
    await bench.publish()
    bench.now += 1000
    await bench.publish()
    expect(bench.builds).to.equal(1)
    bench.now += DAY_MS
    await bench.publish()
    expect(bench.builds).to.equal(2)
    await expectWhole()
    for (const text of ['---\n---\n{{ site.time }}', '---\n---\n{{ "now" | date: "%s" }}']) {
      bench.write('time.html', text)
      bench.commit()
      await bench.publish()
      const { builds } = bench
      bench.now += 1000
      await bench.publish()
      expect(bench.builds).to.equal(builds + 1)
      await expectWhole()
    }
  })

  it('builds again if a date depends on the time of the build', async () => {
    const config = 'collections: {notes: {output: true}}\n'
    for (const date of ['', 'date: "10:30"\n']) {
      await open({
        ...SMALL,
        '_config.yml': config,
        '_notes/n.md': `---\n${date}---\n{{ page.date }}`,
      })
      await bench.publish()
      bench.now += DAY_MS
      await bench.publish()
      expect(bench.builds).to.equal(2)
      await expectWhole()
      if (date === '') await bench.close()
    }
  })

  it('publishes nothing that is hidden or has expired, whatever its process has in memory', async () => {
    await open({
      ...SMALL,
      'all.html': '---\n---\n{% for p in site.posts %}{{ p.content }}{% endfor %}',
      '_posts/2021-01-01-offer.md': '---\nlayout: l\nexpires_at: 2026-01-03\n---\nAn offer.\n',
    })
    const mentions = async (text: string) =>
      [...(await bench.live())].filter(([, page]) => page.includes(text)).length
    await bench.publish()
    expect(await mentions('An offer.')).to.equal(2)
    bench.now += 5 * DAY_MS
    // The source has followed, but the process has not.
    bench.runBuild = () => Promise.reject(new Error('killed'))
    await bench.publish().catch(() => undefined)
    bench.runBuild = null
    await bench.publish()
    expect(await mentions('An offer.')).to.equal(0)
    edit('_posts/2020-01-02-p.md', 'Secret.\n')
    await bench.publish()
    expect(await mentions('Secret.')).to.equal(2)
    const text = bench.read('_posts/2020-01-02-p.md')
    bench.write('_posts/2020-01-02-p.md', text.replace('layout: l', 'layout: l\npublished: false'))
    bench.commit()
    await bench.publish()
    expect(await mentions('Secret.')).to.equal(0)
    expect(bench.rendered, 'all of them only once').to.be.below(40)
  })

  it('builds upon the last release, even if an older one or none is live', async () => {
    await open(SMALL)
    await bench.publish('after the release is stored').catch(() => undefined)
    expect((await bench.live()).size).to.equal(0)
    edit('_posts/2020-01-05-p.md', 'More.\n')
    await bench.publish()
    expect(bench.rendered).to.equal(31)
    await expectWhole()
  })

  it('writes the source anew after a power cut', async () => {
    await open({ ...SMALL, 'a.txt': 'text' })
    await bench.publish()
    const file = join(bench.folders.cache, 'live/source/a.txt')
    // As a power cut leaves what was not on the disk yet.
    writeFileSync(file, '')
    bench.boot = 'second'
    bench.restart()
    edit('_posts/2020-01-05-p.md', 'More.\n')
    await bench.publish()
    expect((await bench.live()).get('a.txt')).to.equal('text')
    await expectWhole()
  })

  it('builds the whole site if the record or a file of the last release is missing', async () => {
    await open({
      ...SMALL,
      'all.html': '---\n---\n{% for p in site.posts %}{{ p.output }}{% endfor %}',
    })
    await bench.publish()
    bench.restart()
    rmSync(join(bench.folders.cache, 'builder'), { recursive: true })
    edit('_posts/2020-01-05-p.md', 'More.\n')
    await bench.publish()
    await expectWhole()
    expect(bench.rendered).to.equal(62)
    const kept = await bench.releases.current(bench.siteId, 'live')
    const bytes = readFileSync(kept?.fileOf('2020/01/07/p.html') ?? '')
    rmSync(kept?.fileOf('2020/01/07/p.html') ?? '')
    bench.restart()
    edit('all.html', 'More.\n')
    await bench.publish()
    writeFileSync(kept?.fileOf('2020/01/07/p.html') ?? '', bytes)
    await expectWhole()
  })

  const breaks: readonly Break[] = [
    null,
    null,
    null,
    'after the build',
    'after the release is stored',
  ]
  for (const [name, files] of Object.entries({ blog: BLOG_TEXTS, tangled: TANGLED })) {
    it(`equals a full build after random edits of a ${name} site`, async () => {
      await open(files)
      const seed = name.length
      const random = randomNumbers(seed)
      const names = [...COMMON, ...COMMON, ...OFTEN, ...Object.keys(EDITS)].filter(
        (one) => !STYLES.has(one),
      )
      await bench.publish()
      for (let step = 0; step < STEPS; step++) {
        const edits = Array.from({ length: random(3) }, () => names[random(names.length)] ?? 'body')
        const texts = new Map(bench.texts())
        for (const one of edits) EDITS[one]?.(bench, random)
        bench.commit()
        bench.now += [0, 1000, DAY_MS, 40 * DAY_MS][random(4)] ?? 0
        if (random(5) === 0) bench.restart({ isSaved: random(3) > 0 })
        const breaking = breaks[random(breaks.length)] ?? null
        const did = `seed ${seed}, step ${step}: ${edits.join(', ')}, ${breaking}`
        const before = await bench.live()
        const isDone = await bench.publish(breaking).then(
          () => true,
          () => false,
        )
        if (!isDone) expect(await bench.live(), did).to.deep.equal(before)
        if (!isDone && breaking !== null) await bench.publish().catch(() => undefined)
        const whole = await bench.whole()
        if (whole === null) {
          for (const [path, text] of texts) bench.write(path, text)
          bench.commit()
          await bench.publish()
        }
        const expected = [...(whole ?? (await bench.whole()) ?? [])]
        expect([...(await bench.live())], did).to.deep.equal(expected)
      }
    })
  }

  it('equals a full build even if builds are killed at any moment', async () => {
    await open(SMALL)
    const random = randomNumbers(7)
    const child = createBuilding({ buildSeconds: 60, buildMemoryMb: 512, allowJekyll: false })
    bench.runBuild = child.run
    await bench.publish()
    for (let round = 0; round < 3; round++) {
      edit(`_posts/2020-01-0${round + 1}-p.md`, `Killed ${round}.\n`)
      const killed = AbortSignal.timeout(300 + random(700))
      await bench.publish(null, killed).catch(() => undefined)
      await bench.publish()
      await expectWhole()
    }
    child.close()
  })
})
