import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import { BuildSession, type SessionReport } from '../../../src/builder/incremental/session.js'

const SITES = fileURLToPath(new URL('../../../fixtures/sites', import.meta.url))
const NOW = Date.UTC(2026, 0, 1)

/** Numbers below a limit, the same ones for the same seed. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

function contentsOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  return new Map(filesOf(folder).map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}

/** A site on disk, a session that follows it, and whole builds to compare with. */
class Bench {
  readonly root = mkdtempSync(join(tmpdir(), 'galley-session-'))
  readonly source = join(this.root, 'site')
  readonly session = new BuildSession()
  incremental = 0
  #number = 0
  #known = new Map<string, string>()

  constructor(site: string | Readonly<Record<string, string>>) {
    const filter = (path: string) => !path.endsWith('_site')
    if (typeof site === 'string') cpSync(site, this.source, { recursive: true, filter })
    else for (const [path, text] of Object.entries(site)) this.write(path, text)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.source, path)), { recursive: true })
    writeFileSync(join(this.source, path), text)
  }

  read(path: string): string {
    return readFileSync(join(this.source, path), 'utf8')
  }

  async build(changed: readonly string[] | null): Promise<SessionReport> {
    const destination = join(this.root, `out${this.#number++}`)
    const request = { source: this.source, now: NOW + this.#number, drafts: true }
    const report = await this.session.build({ ...request, destination, changed })
    await this.#compare(report, { ...request, now: report.now }, destination)
    rmSync(destination, { recursive: true, force: true })
    return report
  }

  async #compare(
    report: SessionReport,
    request: { source: string; now: number },
    destination: string,
  ): Promise<void> {
    const whole = join(this.root, 'whole')
    rmSync(whole, { recursive: true, force: true })
    const expected = await build({ ...request, destination: whole })
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(expected.ok)
    if (!report.ok) return
    if (!report.isPartial) this.#known.clear()
    for (const path of report.removed) this.#known.delete(path)
    for (const [path, text] of contentsOf(destination)) this.#known.set(path, text)
    const known = [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1))
    const wanted = [...contentsOf(whole)].sort(([a], [b]) => (a < b ? -1 : 1))
    expect(known).to.deep.equal(wanted)
    if (report.isPartial) this.incremental++
  }

  async close(): Promise<void> {
    await this.session.close()
    rmSync(this.root, { recursive: true, force: true })
  }
}

type Edit = (bench: Bench, random: (limit: number) => number) => readonly string[]

function pick(bench: Bench, random: (limit: number) => number, pattern: RegExp): string | null {
  const paths = filesOf(bench.source).filter((path) => pattern.test(path))
  return paths[random(paths.length)] ?? null
}

const TEXTS = /\.(md|markdown|html)$/

/** An edit of the front matter of a random text. */
function frontMatter(line: (n: number) => string): Edit {
  return (bench, random) => {
    const path = pick(bench, random, TEXTS)
    if (path === null || !bench.read(path).startsWith('---\n')) return []
    const value = line(random(1000))
    const key = value.slice(0, value.indexOf(':') + 1)
    const lines = bench.read(path).split('\n')
    const rest = lines.slice(1).filter((old) => !old.startsWith(key))
    bench.write(path, ['---', value, ...rest].join('\n'))
    return [path]
  }
}

function append(pattern: RegExp, text: (n: number) => string): Edit {
  return (bench, random) => {
    const path = pick(bench, random, pattern)
    if (path === null) return []
    bench.write(path, bench.read(path) + text(random(1000)))
    return [path]
  }
}

const NEW = '---\ntitle: New\ntags: [red, t1]\n---\nNew.\n\nMore.\n'

/** A file that may be there already. */
function added(file: (n: number) => readonly [string, string]): Edit {
  return (bench, random) => {
    const [path, text] = file(random(1000))
    bench.write(path, text)
    return [path]
  }
}

const EDITS: Readonly<Record<string, Edit>> = {
  body: append(TEXTS, (n) => `\nEdited ${n}.\n`),
  begin: (bench, random) => {
    const path = pick(bench, random, /^_posts\/.*\.md$/)
    if (path === null) return []
    bench.write(path, bench.read(path).replace(/\n---\n/, `\n---\nFirst ${random(99)}.\n\n`))
    return [path]
  },
  reading: append(
    TEXTS,
    () => '\n{% for p in site.posts limit: 2 %}{{ p.title }} {{ p.excerpt }}{% endfor %}\n',
  ),
  title: frontMatter((n) => `title: Title ${n}`),
  date: frontMatter((n) => `date: 20${10 + (n % 10)}-0${1 + (n % 9)}-12`),
  tags: frontMatter((n) => `tags: [red, t${n % 3}]`),
  permalink: frontMatter((n) => `permalink: /at/${n}/`),
  unpublish: frontMatter((n) => `published: ${n % 2 === 0}`),
  layout: append(/^_layouts\//, (n) => `<!-- ${n} {{ page.title }} {{ site.posts.size }} -->`),
  include: append(/^_includes\//, (n) => `<!-- ${n} {{ page.url }} -->`),
  data: append(/^_data\/.*\.yml$/, (n) => `\nextra${n}: ${n}\n`),
  readingData: append(TEXTS, () => '\n{{ site.data.menu.one }} {{ site.data.menu.size }}\n'),
  printingData: append(TEXTS, () => '\n{{ site.data | jsonify }}\n'),
  newData: added((n) => [`_data/d${n % 3}.yml`, `one: ${n}\n`]),
  style: append(/\.scss$/, (n) => `\n.e${n} { top: ${n}px }\n`),
  config: append(/^_config\.yml$/, (n) => `\nnew${n}: ${n}\n`),
  file: append(/\.(txt|svg|js|css)$/, (n) => `/* ${n} */`),
  add: added((n) => [`_posts/2015-03-${10 + (n % 9)}-new-${n % 100}.md`, NEW]),
  addNewest: added((n) => [`_posts/2024-03-${10 + (n % 9)}-new-${n % 100}.md`, NEW]),
  addBelow: added((n) => [`blog/_posts/2015-03-1${n % 9}-below.md`, NEW]),
  addDraft: added((n) => [`_drafts/idea-${n % 5}.md`, NEW]),
  addNoPost: added((n) => [`_posts/idea-${n % 5}.md`, NEW]),
  addPage: added((n) => [['p', 'sub/p', 'sub/index', 'a/index'][n % 4] + '.md', NEW]),
  addFile: added((n) => [['z', 'sub/z', 'assets/z'][n % 3] + '.txt', `text ${n}`]),
  addLayout: added((n) => [`_layouts/extra${n % 2}.html`, '<main>{{ content }}</main>']),
  useLayout: frontMatter((n) => `layout: extra${n % 3}`),
  addInclude: added((n) => ['_includes/nav.html', `<i>${n}</i>`]),
  addSheet: added((n) => [`css/s${n % 2}.scss`, `---\n---\n@import "part";\nb { top: ${n}px }\n`]),
  part: added((n) => ['_sass/_part.scss', `i { left: ${n}px }\n`]),
  addHidden: added((n) => [`_unknown/x${n % 3}.md`, NEW]),
  header: (bench, random) => {
    const path = pick(bench, random, /\.(md|txt)$/)
    if (path === null) return []
    const text = bench.read(path)
    bench.write(path, text.startsWith('---\n') ? text.slice(4) : `---\n---\n${text}`)
    return [path]
  },
  remove: (bench, random) => {
    const path = pick(bench, random, /^_posts\/|^_drafts\/|\.txt$|^_data\/|^_layouts\/extra|p\.md$/)
    if (path === null) return []
    rmSync(join(bench.source, path))
    removeEmpty(bench.source, dirname(path))
    return [path]
  },
  rename: (bench, random) => {
    const path = pick(bench, random, /\.(md|txt)$/)
    if (path === null) return []
    const to = path.replace(/(\.\w+)$/, `-${random(100)}$1`)
    renameSync(join(bench.source, path), join(bench.source, to))
    return [path, to]
  },
}

/** Git knows no empty folders, and neither has a source that was made of a commit. */
function removeEmpty(root: string, folder: string): void {
  if (folder === '.' || readdirSync(join(root, folder)).length > 0) return
  rmdirSync(join(root, folder))
  removeEmpty(root, dirname(folder))
}

const COMMON = ['body', 'begin', 'title', 'reading', 'layout', 'include', 'file', 'date', 'tags']
const OFTEN = ['add', 'addNewest', 'remove', 'part', 'style', 'newData', 'addPage', 'unpublish']

/** Random edits, small ones more often than large ones; each step is compared with a whole build. */
async function follow(bench: Bench, { seed, steps }: { seed: number; steps: number }) {
  const random = randomNumbers(seed)
  const names = [...COMMON, ...COMMON, ...OFTEN, ...Object.keys(EDITS)]
  await bench.build(null)
  for (let step = 0; step < steps; step++) {
    const done: string[] = []
    const saved = mkdtempSync(join(tmpdir(), 'galley-before-'))
    cpSync(bench.source, saved, { recursive: true, preserveTimestamps: true })
    const edits = Array.from({ length: 1 + random(2) }, () => names[random(names.length)] ?? 'body')
    const changed = edits.flatMap((name) => EDITS[name]?.(bench, random) ?? [])
    done.push(...edits, ...changed)
    try {
      const { ok } = await bench.build(changed)
      // A dead link fails both builds; it is taken back.
      if (!ok) cpSync(saved, bench.source, { recursive: true, preserveTimestamps: true })
      if (!ok) await bench.build(null)
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${done.join(', ')}`, { cause: error })
    } finally {
      rmSync(saved, { recursive: true })
    }
  }
}

const LAYOUT = `<title>{{ page.title }}</title>
{% include nav.html %}
{% for p in site.posts limit: 2 %}<a href="{{ p.url }}">{{ p.title }}</a>{% endfor %}
{{ content }}
{% if page.previous %}{{ page.previous.title }}{% endif %}{{ page.next.url }}
`

const BLOG = {
  '_config.yml':
    'title: Blog\nplugins: [jekyll-feed, jekyll-sitemap, jekyll-paginate]\npaginate: 2\n',
  '_layouts/default.html': LAYOUT,
  '_layouts/post.html':
    '---\nlayout: default\nkind: article\n---\n<b>{{ layout.kind }}</b>{{ content }}',
  '_includes/nav.html': '<nav>{{ site.pages.size }} {{ page.url }}</nav>',
  'index.html':
    '---\nlayout: default\n---\n{% for p in paginator.posts %}{{ p.title }}: {{ p.excerpt }}{% endfor %}',
  'all.html':
    '---\n---\n{% for p in site.posts %}{{ p.content }}{{ p.tags | join: "," }}{% endfor %}{{ site.tags.red.size }}',
  'links.md': '---\n---\n[a]({% post_url 2020-01-02-b %}) {% include_relative part.txt %}\n',
  'part.txt': 'part',
  'css/main.scss': '---\n---\n@import "part";\na { color: red }\n',
  '_sass/_part.scss': 'i { left: 0 }\n',
  '_data/menu.yml': 'one: 1\n',
  'data.html': '---\n---\n{{ site.data.menu.one }} {{ site.static_files.size }}',
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name, i) => [
      `_posts/2020-01-0${i + 1}-${name}.md`,
      `---\nlayout: post\ntitle: ${name}\ntags: [red]\n---\nHello {{ page.title }} ${name}.\n\nBody {{ page.next.title }}.\n`,
    ]),
  ),
}

/** Nothing that is on every page reads a list, so that only what an edit reaches is rendered. */
const QUIET_BLOG = {
  ...BLOG,
  '_layouts/default.html':
    '<b>{{ page.title }}</b>{{ content }}{{ page.previous.title }} {{ page.next.url }}',
  'part.html': '---\n---\n{{ site.posts.first.previous.previous.excerpt }}',
}

describe('BuildSession', () => {
  let bench: Bench
  afterEach(() => bench.close())

  it('renders nothing but what an edit reaches', async () => {
    bench = new Bench({
      '_layouts/default.html': '{{ content }}',
      'index.html': '---\n---\n{% for p in site.posts %}{{ p.title }}{% endfor %}',
      ...Object.fromEntries(
        ['01', '02', '03', '04'].map((day) => [
          `_posts/2020-01-${day}-p.md`,
          `---\ntitle: p${day}\nlayout: default\n---\nText.\n`,
        ]),
      ),
    })
    expect((await bench.build(null)).rendered).to.equal(5)
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: p02\nlayout: default\n---\nOther.\n')
    const body = await bench.build(['_posts/2020-01-02-p.md'])
    expect(body.rendered).to.equal(1)
    expect(body.written).to.deep.equal(['2020/01/02/p.html'])
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: new\nlayout: default\n---\nOther.\n')
    expect((await bench.build(['_posts/2020-01-02-p.md'])).rendered).to.equal(2)
    bench.write('_layouts/default.html', '<p>{{ content }}')
    expect((await bench.build(['_layouts/default.html'])).rendered).to.equal(4)
  })

  for (const seed of [1, 2, 3]) {
    it(`equals a whole build after random edits of a blog (${seed})`, async () => {
      bench = new Bench(BLOG)
      await follow(bench, { seed, steps: Number(process.env['STEPS'] ?? 15) })
      expect(bench.incremental).to.be.above(5)
    })
  }

  for (const seed of [4, 5, 6]) {
    it(`equals a whole build after random edits of a quiet blog (${seed})`, async () => {
      bench = new Bench(QUIET_BLOG)
      await follow(bench, { seed, steps: Number(process.env['STEPS'] ?? 15) })
      expect(bench.incremental).to.be.above(5)
    })
  }

  for (const name of ['basic', 'collections', 'paginated', 'permalinks', 'templates', 'minima']) {
    it(`equals a whole build after random edits of ${name}`, async () => {
      bench = new Bench(join(SITES, name))
      await follow(bench, { seed: name.length, steps: Number(process.env['STEPS'] ?? 6) })
    })
  }
})
