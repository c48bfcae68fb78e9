/**
 * The blog in Eleventy's dialect, and Eleventy itself in a folder of the bench: it is no dependency.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { frontMatter, posts, writeFiles } from './posts.js'

const PACKAGES = ['@11ty/eleventy@3.1.2', '@11ty/eleventy-plugin-syntaxhighlight@5.0.1']

const CONFIG = `import highlight from '@11ty/eleventy-plugin-syntaxhighlight'
export default function (config) {
  config.addPlugin(highlight)
  config.addLayoutAlias('default', 'default.liquid')
  config.addCollection('blog', (all) => all.getFilteredByGlob('posts/*.md'))
  config.addCollection('newest', (all) => all.getFilteredByGlob('posts/*.md').reverse())
  config.addCollection('recent', (all) => all.getFilteredByGlob('posts/*.md').slice(-5).reverse())
}
`
const LAYOUT = `<!doctype html>
<title>{{ title }}</title>
<ul>{% for post in collections.recent %}<li><a href="{{ post.url }}">{{ post.data.title }}</a></li>{% endfor %}</ul>
{{ content }}
{% assign previous = collections.blog | getPreviousCollectionItem %}{% if previous %}<a href="{{ previous.url }}">{{ previous.data.title }}</a>{% endif %}
{% assign next = collections.blog | getNextCollectionItem %}{% if next %}<a href="{{ next.url }}">{{ next.data.title }}</a>{% endif %}
`
const ALL =
  '{% for post in collections.newest %}<a href="{{ post.url }}">{{ post.data.title }}</a>\n{% endfor %}'
// The permalink of the other generators: an address a post, its date in it.
const POSTS = `export default {
  layout: 'default',
  permalink: (data) => data.page.date.toISOString().slice(0, 10).replaceAll('-', '/') + '/' + data.page.fileSlug + '.html',
}
`

/** Installs Eleventy into a folder. Gives its command, null where it cannot be had. */
export function installEleventy(folder: string): string | null {
  mkdirSync(folder, { recursive: true })
  writeFiles(folder, { 'package.json': '{"private": true, "type": "module"}\n' })
  const args = ['install', '--no-audit', '--no-fund', '--silent', ...PACKAGES]
  const { status } = spawnSync('npm', args, { cwd: folder })
  return status === 0 ? join(folder, 'node_modules/@11ty/eleventy/cmd.cjs') : null
}

/** Writes the site; it has to lie below the folder where Eleventy is installed. */
export function writeEleventySite(folder: string, count: number): void {
  writeFiles(folder, {
    'package.json': '{"private": true, "type": "module"}\n',
    'eleventy.config.js': CONFIG,
    '_includes/default.liquid': LAYOUT,
    'posts/posts.11tydata.js': POSTS,
    'index.liquid': `---\nlayout: default\ntitle: All\n---\n${ALL}`,
  })
  for (const post of posts(count)) {
    const path = `posts/${post.day}-post-${post.number}.md`
    writeFiles(folder, { [path]: frontMatter(post, {}) + post.body })
  }
}
