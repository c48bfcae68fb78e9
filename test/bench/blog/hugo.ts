/**
 * The blog in Hugo's dialect.
 */

import { frontMatter, posts, writeFiles } from './posts.js'

const CONFIG = `baseURL = "https://example.org/"
title = "Bench"
uglyURLs = true
disableKinds = ["taxonomy", "term", "section", "RSS", "sitemap", "404"]
[permalinks]
posts = "/:year/:month/:day/:slug"
[frontmatter]
date = [":filename", ":default"]
[markup.highlight]
noClasses = false
`
const PAGE = `<!doctype html>
<title>{{ .Title }}</title>
<ul>{{ range first 5 .Site.RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
`
const SINGLE = `${PAGE}{{ .Content }}
{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
`
const INDEX = `${PAGE}{{ range .Site.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>
{{ end }}`

/** Writes the site. */
export function writeHugoSite(folder: string, count: number): void {
  writeFiles(folder, {
    'config.toml': CONFIG,
    'content/_index.md': '---\ntitle: All\n---\n',
    'layouts/_default/single.html': SINGLE,
    'layouts/index.html': INDEX,
  })
  for (const post of posts(count)) {
    const path = `content/posts/${post.day}-post-${post.number}.md`
    writeFiles(folder, { [path]: frontMatter(post, {}) + post.body })
  }
}
