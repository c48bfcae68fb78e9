/** Edits of a site on disk, as people make them, at random. */

import {
  mkdirSync,
  mkdtempSync,
  cpSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A site on disk that is edited; removed by `close`. */
export class EditedSite {
  readonly root = mkdtempSync(join(tmpdir(), 'galley-edits-'))
  readonly source = join(this.root, 'site')

  /** @param site a folder to copy, or texts by path */
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

  /** Every text by its path. */
  texts(): [string, string][] {
    return filesOf(this.source).map((path) => [path, this.read(path)])
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** Numbers below a limit, the same ones for the same seed. */
export function randomNumbers(seed: number): (limit: number) => number {
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
    .filter((path) => !path.startsWith('.jekyll-cache'))
    .sort()
}

/** Makes an edit; gives the paths that it touched. */
export type Edit = (site: EditedSite, random: (limit: number) => number) => readonly string[]

function pick(site: EditedSite, random: (limit: number) => number, pattern: RegExp): string | null {
  const paths = filesOf(site.source).filter((path) => pattern.test(path))
  return paths[random(paths.length)] ?? null
}

const TEXTS = /\.(md|markdown|html)$/

/** An edit of the front matter of a random text. */
function frontMatter(line: (n: number) => string): Edit {
  return (site, random) => {
    const path = pick(site, random, TEXTS)
    if (path === null || !site.read(path).startsWith('---\n')) return []
    const value = line(random(1000))
    const key = value.slice(0, value.indexOf(':') + 1)
    const lines = site.read(path).split('\n')
    const rest = lines.slice(1).filter((old) => !old.startsWith(key))
    site.write(path, ['---', value, ...rest].join('\n'))
    return [path]
  }
}

function append(pattern: RegExp, text: (n: number) => string): Edit {
  return (site, random) => {
    const path = pick(site, random, pattern)
    if (path === null) return []
    site.write(path, site.read(path) + text(random(1000)))
    return [path]
  }
}

const NEW = '---\ntitle: New\ntags: [red, t1]\n---\nNew.\n\nMore.\n'

/** A file that may be there already. */
function added(file: (n: number) => readonly [string, string]): Edit {
  return (site, random) => {
    const [path, text] = file(random(1000))
    site.write(path, text)
    return [path]
  }
}

/** Edits by name. */
export const EDITS: Readonly<Record<string, Edit>> = {
  body: append(TEXTS, (n) => `\nEdited ${n}.\n`),
  begin: (site, random) => {
    const path = pick(site, random, /^_posts\/.*\.md$/)
    if (path === null) return []
    site.write(path, site.read(path).replace(/\n---\n/, `\n---\nFirst ${random(99)}.\n\n`))
    return [path]
  },
  reading: append(
    TEXTS,
    () => '\n{% for p in site.posts limit: 2 %}{{ p.title }} {{ p.excerpt }}{% endfor %}\n',
  ),
  counting: append(TEXTS, () => '\n{% increment turn %} {% increment turn %}\n'),
  readingContent: append(TEXTS, () => '\n{{ content }}\n'),
  readingCounts: append(TEXTS, () => '\n{{ turn }}\n'),
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
  header: (site, random) => {
    const path = pick(site, random, /\.(md|txt)$/)
    if (path === null) return []
    const text = site.read(path)
    site.write(path, text.startsWith('---\n') ? text.slice(4) : `---\n---\n${text}`)
    return [path]
  },
  remove: (site, random) => {
    const path = pick(site, random, /^_posts\/|^_drafts\/|\.txt$|^_data\/|^_layouts\/extra|p\.md$/)
    if (path === null) return []
    rmSync(join(site.source, path))
    removeEmpty(site.source, dirname(path))
    return [path]
  },
  rename: (site, random) => {
    const path = pick(site, random, /\.(md|txt)$/)
    if (path === null) return []
    const to = path.replace(/(\.\w+)$/, `-${random(100)}$1`)
    renameSync(join(site.source, path), join(site.source, to))
    return [path, to]
  },
}

/** Git knows no empty folders, and neither has a source that was made of a commit. */
function removeEmpty(root: string, folder: string): void {
  if (folder === '.' || readdirSync(join(root, folder)).length > 0) return
  rmdirSync(join(root, folder))
  removeEmpty(root, dirname(folder))
}

export const COMMON = [
  'body',
  'begin',
  'title',
  'reading',
  'layout',
  'include',
  'file',
  'date',
  'tags',
]
export const OFTEN = [
  'add',
  'addNewest',
  'remove',
  'part',
  'style',
  'newData',
  'addPage',
  'unpublish',
]

const LAYOUT = `<title>{{ page.title }}</title>
{% include nav.html %}
{% for p in site.posts limit: 2 %}<a href="{{ p.url }}">{{ p.title }}</a>{% endfor %}
{{ content }}
{% if page.previous %}{{ page.previous.title }}{% endif %}{{ page.next.url }}
`

/** A small blog with everything that an edit may reach. */
export const BLOG = {
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

/** Without style sheets, which take a process and are always compiled. */
export const BLOG_TEXTS = Object.fromEntries(
  Object.entries(BLOG).filter(([path]) => !path.endsWith('.scss')),
)
export const STYLES = new Set(['addSheet', 'part', 'style'])

/** All that makes one page depend on another, on the time, and on what was rendered before. */
export const TANGLED = {
  ...BLOG_TEXTS,
  '_config.yml':
    'title: Blog\ncollections: {notes: {output: true, sort_by: rank}, parts: {}}\n' +
    'plugins: [jekyll-feed, jekyll-sitemap, jekyll-paginate, jekyll-archives, jekyll-redirect-from,' +
    ' jekyll-include-cache, jekyll-seo-tag, jekyll-titles-from-headings]\n' +
    'paginate: 2\njekyll-archives: {enabled: all, layout: archive}\n',
  '_layouts/default.html':
    '{% seo %}<title>{{ page.title }}</title>{% include_cached cached.html of=page.tags %}{{ content }}' +
    '{{ site.time | date: "%Y" }} {{ "now" | date: "%m" }} {{ "2020-02-03" | date: "%d" }}',
  '_layouts/archive.html': '{{ page.type }}{% for p in page.posts %}{{ p.title }}{% endfor %}',
  '_includes/cached.html': '<nav>{{ page.url }} {{ include.of | join: "," }}</nav>',
  '_notes/one.md':
    '---\nlayout: default\nrank: 2\n---\n{{ page.date }} {{ site.notes.first.title }}\n',
  '_notes/two.md': '---\nlayout: default\nrank: 1\nredirect_from: /old/\n---\n# Two\n\nText.\n',
  '_parts/part.md': '---\ntitle: Part\n---\nA *part* {{ page.title }}.\n',
  'time.html': '---\n---\n{{ site.time }} {{ site.posts.size }}',
  'parts.html':
    '---\n---\n{% for p in site.parts %}{{ p.content }}{{ p.output }}{% endfor %}{{ site.posts.last }}',
  'excerpts.html':
    '---\n---\n{% for p in site.posts limit: 1 %}{{ p.excerpt | strip_html }}{% endfor %}',
  'related.md':
    '---\nlayout: default\n---\n{% link _posts/2020-01-01-a.md %} {{ site.related_posts.size }}\n',
}
