/**
 * The layouts of the built-in minima: written anew from the pages that Jekyll 4.3.1 makes with minima 2.5
 * (recorded in fixtures/sites/minima). What those pages hold (elements, classes, white space) is kept;
 * the templates' own names and steps are ours.
 */

const DEFAULT = `<!DOCTYPE html>
<html lang="{{ page.lang | default: site.lang | default: 'en' }}">
{%- include head.html -%}
<body>
{%- include header.html -%}
<main class="page-content" aria-label="Content">
      <div class="wrapper">
        {{ content }}
      </div>
    </main>
{%- include footer.html -%}
</body>

</html>
`

const HOME = `---
layout: default
---
<div class="home">
{%- if page.title %}<h1 class="page-heading">{{ page.title }}</h1>{% endif -%}
{{ content }}
{%- unless site.posts.size == 0 -%}
<h2 class="post-list-heading">{{ page.list_title | default: 'Posts' }}</h2>
    <ul class="post-list">
{%- assign format = site.minima.date_format | default: '%b %-d, %Y' -%}
{%- for post in site.posts -%}
<li><span class="post-meta">{{ post.date | date: format }}</span>
        <h3>
          <a class="post-link" href="{{ post.url | relative_url }}">
            {{ post.title | escape }}
          </a>
        </h3>
{%- if site.show_excerpts %}{{ post.excerpt }}{% endif -%}
</li>
{%- endfor -%}
</ul>

    <p class="rss-subscribe">subscribe <a href="{{ 'feed.xml' | relative_url }}">via RSS</a></p>
{%- endunless -%}
</div>
`

const PAGE = `---
layout: default
---
<article class="post">

  <header class="post-header">
    <h1 class="post-title">{{ page.title | escape }}</h1>
  </header>

  <div class="post-content">
    {{ content }}
  </div>

</article>
`

const POST = `---
layout: default
---
{%- assign format = site.minima.date_format | default: '%b %-d, %Y' -%}
<article class="post h-entry" itemscope itemtype="http://schema.org/BlogPosting">

  <header class="post-header">
    <h1 class="post-title p-name" itemprop="name headline">{{ page.title | escape }}</h1>
    <p class="post-meta">
      <time class="dt-published" datetime="{{ page.date | date_to_xmlschema }}" itemprop="datePublished">
{{- page.date | date: format }}
      </time>
{%- if page.author -%}
• <span itemprop="author" itemscope itemtype="http://schema.org/Person"><span class="p-author h-card" itemprop="name">{{ page.author }}</span></span>
{%- endif -%}
</p>
  </header>

  <div class="post-content e-content" itemprop="articleBody">
    {{ content }}
  </div>
{%- if site.disqus.shortname %}{% include disqus_comments.html %}{% endif -%}
<a class="u-url" href="{{ page.url | relative_url }}" hidden></a>
</article>
`

/** Path in the theme -> text. */
export const MINIMA_LAYOUTS: readonly (readonly [string, string])[] = [
  ['_layouts/default.html', DEFAULT],
  ['_layouts/home.html', HOME],
  ['_layouts/page.html', PAGE],
  ['_layouts/post.html', POST],
]
