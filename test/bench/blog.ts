/** The blog that the benchmarks build. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LAYOUT = `<!doctype html>
<title>{{ page.title }}</title>
<ul>{% for post in site.posts limit: 5 %}<li><a href="{{ post.url | relative_url }}">{{ post.title }}</a></li>{% endfor %}</ul>
{{ content }}
{% if page.previous %}<a href="{{ page.previous.url }}">{{ page.previous.title | escape }}</a>{% endif %}
{% if page.next %}<a href="{{ page.next.url }}">{{ page.next.title | escape }}</a>{% endif %}
`

function post(i: number): string {
  const words = (from: number) =>
    Array.from({ length: 40 }, (_, n) => `word${(from * 31 + n * 7) % 997}`).join(' ')
  return `---
layout: default
title: "Post number ${i}"
tags: [tag${i % 10}, tag${i % 7}]
---
${words(i)} with *emphasis*, **strong**, \`code\` and a [link](https://example.org/${i}).

## Heading ${i}

* item ${words(i + 1)}
* item two
  * nested

| name | value |
|------|-------|
| a    | ${i}  |

\`\`\`ruby
def post_${i}(x)
  puts "number #{x}" if x > ${i}
end
\`\`\`

> ${words(i + 2)}
`
}

/** Writes a blog of so many posts: an index of all, five recent ones on every page, neighbours. */
export function writeBlog(folder: string, size: number): void {
  mkdirSync(join(folder, '_posts'), { recursive: true })
  mkdirSync(join(folder, '_layouts'))
  writeFileSync(join(folder, '_config.yml'), 'title: Bench\n')
  writeFileSync(join(folder, '_layouts/default.html'), LAYOUT)
  const index =
    '{% for post in site.posts %}<a href="{{ post.url }}">{{ post.title }}</a>\n{% endfor %}'
  writeFileSync(join(folder, 'index.html'), `---\nlayout: default\ntitle: All\n---\n${index}`)
  for (let i = 0; i < size; i++) {
    writeFileSync(join(folder, blogPost(i)), post(i))
  }
}

/** Path of a post. */
export function blogPost(i: number): string {
  const day = new Date(Date.UTC(1995, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
  return `_posts/${day}-post-${i}.md`
}
