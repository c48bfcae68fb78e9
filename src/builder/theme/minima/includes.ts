/**
 * The includes of the built-in minima, written anew. Its icons are our own drawings.
 */

const HEAD = `<head>
  <meta charset="utf-8">
  <meta http-equiv="X-UA-Compatible" content="IE=edge">
  <meta name="viewport" content="width=device-width, initial-scale=1">
{%- seo -%}
<link rel="stylesheet" href="{{ 'assets/main.css' | relative_url }}">
{%- feed_meta -%}
{%- if site.google_analytics and jekyll.environment == 'production' %}{% include google-analytics.html %}{% endif -%}
</head>
`

const HEADER = `<header class="site-header" role="banner">

  <div class="wrapper">
{%- assign every_path = site.pages | map: 'path' -%}
{%- assign paths = site.header_pages | default: every_path -%}
<a class="site-title" rel="author" href="{{ '/' | relative_url }}">{{ site.title | escape }}</a>
{%- if paths -%}
<nav class="site-nav">
        <input type="checkbox" id="nav-trigger" class="nav-trigger" />
        <label for="nav-trigger">
          <span class="menu-icon">
            <svg viewBox="0 0 18 15" width="18px" height="15px">
              <path d="M0 0h18v3H0zM0 6h18v3H0zM0 12h18v3H0z"/>
            </svg>
          </span>
        </label>

        <div class="trigger">
{%- for path in paths -%}
{%- assign listed = site.pages | where: 'path', path | first -%}
{%- if listed.title -%}
<a class="page-link" href="{{ listed.url | relative_url }}">{{ listed.title | escape }}</a>
{%- endif -%}
{%- endfor -%}
</div>
      </nav>
{%- endif -%}
</div>
</header>
`

const FOOTER = `<footer class="site-footer h-card">
  <data class="u-url" href="{{ '/' | relative_url }}"></data>

  <div class="wrapper">

    <h2 class="footer-heading">{{ site.title | escape }}</h2>

    <div class="footer-col-wrapper">
      <div class="footer-col footer-col-1">
        <ul class="contact-list">
          <li class="p-name">
{%- assign name = site.title %}{% if site.author %}{% assign name = site.author %}{% endif -%}
{{ name | escape }}</li>
{%- if site.email -%}
<li><a class="u-email" href="mailto:{{ site.email }}">{{ site.email }}</a></li>
{%- endif -%}
</ul>
      </div>

      <div class="footer-col footer-col-2">
{%- include social.html -%}
</div>

      <div class="footer-col footer-col-3">
        <p>{{ site.description | escape }}</p>
      </div>
    </div>

  </div>

</footer>
`

/** Network -> start of its profiles' addresses, in the order of the footer. */
const PROFILES: readonly (readonly [string, string])[] = [
  ['dribbble', 'dribbble.com/'],
  ['facebook', 'www.facebook.com/'],
  ['flickr', 'www.flickr.com/photos/'],
  ['github', 'github.com/'],
  ['instagram', 'instagram.com/'],
  ['linkedin', 'www.linkedin.com/in/'],
  ['pinterest', 'www.pinterest.com/'],
]

const LATER_PROFILES: readonly (readonly [string, string])[] = [
  ['twitter', 'www.twitter.com/'],
  ['youtube', 'youtube.com/'],
]

function icon(network: string): string {
  const href = `{{ '/assets/minima-social-icons.svg#${network}' | relative_url }}`
  return `<svg class="svg-icon"><use xlink:href="${href}"></use></svg>`
}

function profile([network, address]: readonly [string, string]): string {
  const name = `site.${network}_username`
  return (
    `{%- if ${name} -%}` +
    `<li><a href="https://${address}{{ ${name} | cgi_escape | escape }}">${icon(network)} ` +
    `<span class="username">{{ ${name} | escape }}</span></a></li>{%- endif -%}`
  )
}

const MASTODON =
  '{%- for account in site.mastodon -%}{%- if account.username and account.instance -%}' +
  '<li><a href="https://{{ account.instance | cgi_escape | escape }}/@{{ account.username }}">' +
  `${icon('mastodon')} <span class="username">{{ account.username | escape }}</span></a></li>` +
  '{%- endif -%}{%- endfor -%}'

const FEED =
  `{%- if site.rss -%}<li><a href="{{ 'feed.xml' | relative_url }}">${icon('rss')} ` +
  '<span>{{ site.rss | escape }}</span></a></li>{%- endif -%}'

const OLD_PROFILE =
  `{%- if site.googleplus_username -%}<li><a href="https://plus.google.com/{{ site.googleplus_username | escape }}">` +
  `${icon('googleplus')} <span class="username">{{ site.googleplus_username | escape }}</span></a></li>{%- endif -%}`

const SOCIAL = [
  '<ul class="social-media-list">',
  ...PROFILES.map(profile),
  MASTODON,
  ...LATER_PROFILES.map(profile),
  OLD_PROFILE,
  FEED,
  '</ul>\n',
].join('')

/** What sites with a footer of their own include for one account. */
function account(network: string): string {
  return (
    `<a href="https://${network}.com/{{ include.username }}"><span class="icon icon--${network}">` +
    `{% include icon-${network}.svg %}</span><span class="username">{{ include.username }}</span></a>\n`
  )
}

const drawing = (path: string) =>
  `<svg viewBox="0 0 16 16" width="16px" height="16px"><path fill="#828282" d="${path}"/></svg>\n`

const COMMENTS = `{%- if jekyll.environment == 'production' and page.comments != false -%}
<div id="disqus_thread"></div>
<script>
  function disqus_config() {
    this.page.url = this.page.identifier = '{{ page.url | absolute_url }}'
  }
  const script = document.createElement('script')
  script.src = 'https://{{ site.disqus.shortname }}.disqus.com/embed.js'
  script.dataset.timestamp = String(Date.now())
  document.body.append(script)
</script>
<noscript>Please enable JavaScript to view the comments.</noscript>
{%- endif -%}
`

const ANALYTICS = `<script async src="https://www.googletagmanager.com/gtag/js?id={{ site.google_analytics }}"></script>
<script>
  window.dataLayer = window.dataLayer || []
  function gtag() { dataLayer.push(arguments) }
  if (navigator.doNotTrack !== '1') {
    gtag('js', new Date())
    gtag('config', '{{ site.google_analytics }}')
  }
</script>
`

/** Path in the theme -> text. */
export const MINIMA_INCLUDES: readonly (readonly [string, string])[] = [
  ['_includes/head.html', HEAD],
  ['_includes/header.html', HEADER],
  ['_includes/footer.html', FOOTER],
  ['_includes/social.html', SOCIAL],
  ['_includes/icon-github.html', account('github')],
  ['_includes/icon-github.svg', drawing('M5 3v10M5 9c4 0 6-1 6-4M11 3v2')],
  ['_includes/icon-twitter.html', account('twitter')],
  [
    '_includes/icon-twitter.svg',
    drawing('M2 12c7 3 11-2 11-8l1-1-3 0c-3-1-4 2-3 3-3 0-5-2-5-2 0 4 2 5 2 5l-3 3'),
  ],
  ['_includes/disqus_comments.html', COMMENTS],
  ['_includes/google-analytics.html', ANALYTICS],
]

const DOT = '<circle cx="8" cy="8" r="7"/>'

/** One plain symbol a network. */
export const MINIMA_ICONS = [
  '<svg xmlns="http://www.w3.org/2000/svg">',
  ...[...PROFILES, ...LATER_PROFILES, ['mastodon', ''], ['googleplus', ''], ['rss', '']].map(
    ([network]) => `<symbol id="${network}" viewBox="0 0 16 16">${DOT}</symbol>`,
  ),
  '</svg>\n',
].join('\n')
