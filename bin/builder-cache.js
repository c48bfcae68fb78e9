/**
 * `node bin/builder-cache.js BUNDLE`: keeps the code that V8 makes of the builder beside its bundle.
 *
 * A small blog is built, so that what a build needs is compiled by then; the rest is when it is called.
 */

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const POST = (number) => `---
layout: default
title: "Post ${number}"
tags: [one, "tag ${number % 3}"]
categories: news
---
# A heading {#first}

Some *text* with **words**, \`code\`, [a link](https://example.org/ "title"), ![a picture](/a.png), and a footnote[^1].
{% if page.title contains "1" %}{{ page.date | date: "%-d %B %Y" }}{% else %}{{ page.url | absolute_url }}{% endif %}

Another heading
---------------

* an item
* another
  1. below it

> A quote -- with "quotes" -- and &amp; an entity.

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
const value = [1, 'two', /three/].map((each) => each ?? null) // a comment
\`\`\`

{% highlight ruby %}
def hello(name) = puts "Hello, #{name}"
{% endhighlight %}

    plain: code

Term
: its meaning

<div markdown="1">*HTML*</div>

[^1]: The note.
`

const LAYOUT = `<!DOCTYPE html>
<html lang="{{ site.lang | default: 'en' }}"><head><title>{{ page.title | escape }}</title></head><body>
{% include nav.html name="x" %}{{ content }}
{% for post in site.posts limit: 5 %}<a href="{{ post.url | relative_url }}">{{ post.title }}</a>{{ post.excerpt | strip_html | truncate: 80 }}{% endfor %}
{% assign sorted = site.tags | sort %}{% for tag in sorted %}{{ tag[0] | slugify }}: {{ tag[1].size }}{% endfor %}
{% if page.previous %}{{ page.previous.title }}{% endif %}{% unless page.next %}last{% endunless %}</body></html>
`

function writeBlog(root) {
  for (const folder of ['_posts', '_layouts', '_includes', '_data']) mkdirSync(join(root, folder))
  for (let number = 0; number < 40; number += 1) {
    const day = String(1 + (number % 28)).padStart(2, '0')
    writeFileSync(join(root, `_posts/2024-01-${day}-post-${number}.md`), POST(number))
  }
  const files = {
    '_config.yml': 'title: A blog\nurl: https://example.org\npermalink: /:year/:title/\n',
    '_data/people.yml': '- name: Ada\n',
    '_includes/nav.html':
      '{{ include.name }}{% for one in site.data.people %}{{ one.name }}{% endfor %}',
    '_layouts/default.html': LAYOUT,
    'index.md':
      '---\nlayout: default\ntitle: Home\n---\n{% for post in site.posts %}\n* {{ post.title }}{% endfor %}\n',
    'about.html': '---\nlayout: default\n---\n<p>{{ "now" | date: "%Y" }}</p>\n',
    'robots.txt': 'User-agent: *\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
}

const bundle = process.argv[2] ?? ''
// Its own place is where it imports from.
const { cachePath, compile } = await import(new URL('builder-code.js', pathToFileURL(bundle)).href)
const root = mkdtempSync(join(tmpdir(), 'galley-code-'))
// Else what has not been called for a while is let go of, and would not be kept.
setFlagsFromString('--no-flush-bytecode')
try {
  const source = join(root, 'source')
  mkdirSync(source)
  writeBlog(source)
  const { script, load } = compile(bundle)
  const { main } = await load('main')
  const folders = ['-s', source, '-d', join(root, 'site')]
  await main(['build', '-q', ...folders])
  writeFileSync(join(source, '_posts/2024-01-05-post-4.md'), POST(400))
  await main(['build', '-q', ...folders])
  const { build } = await load('build')
  const cache = { folder: join(root, 'cache') }
  const limits = { milliseconds: 60_000 }
  const request = { source, now: Date.now(), safe: true, cache, limits, former: null }
  for (const name of ['one', 'two']) await build({ ...request, destination: join(root, name) })
  if (process.exitCode) throw new Error('The blog was not built')
  setFlagsFromString('--flush-bytecode')
  const file = cachePath(bundle)
  writeFileSync(`${file}.new`, script.createCachedData())
  renameSync(`${file}.new`, file)
} finally {
  rmSync(root, { recursive: true, force: true })
}
