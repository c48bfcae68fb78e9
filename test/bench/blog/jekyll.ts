/**
 * The blog as Jekyll and Galley read it.
 */

import { appendFileSync } from 'node:fs'
import { dayOf, frontMatter, posts, writeFiles } from './posts.js'

const LAYOUT = `<!doctype html>
<title>{{ page.title }}</title>
<ul>{% for post in site.posts limit: 5 %}<li><a href="{{ post.url | relative_url }}">{{ post.title }}</a></li>{% endfor %}</ul>
{{ content }}
{% if page.previous %}<a href="{{ page.previous.url }}">{{ page.previous.title | escape }}</a>{% endif %}
{% if page.next %}<a href="{{ page.next.url }}">{{ page.next.title | escape }}</a>{% endif %}
`
const ALL =
  '{% for post in site.posts %}<a href="{{ post.url }}">{{ post.title }}</a>\n{% endfor %}'

/** Writes a blog of so many posts: an index of all, five recent ones on every page, neighbours. */
export function writeBlog(folder: string, count: number): void {
  writeFiles(folder, {
    '_config.yml': 'title: Bench\n',
    '_layouts/default.html': LAYOUT,
    'index.html': `---\nlayout: default\ntitle: All\n---\n${ALL}`,
  })
  for (const post of posts(count)) {
    const text = frontMatter(post, { layout: 'default' }) + post.body
    writeFiles(folder, { [blogPost(post.number, count)]: text })
  }
}

/** Path of a post among so many. */
export function blogPost(number: number, count: number): string {
  return `_posts/${dayOf(number, count)}-post-${number}.md`
}

/** One edit, of the kind that an author makes all day. */
export function editPost(path: string): void {
  appendFileSync(path, '\nEdited.\n')
}
