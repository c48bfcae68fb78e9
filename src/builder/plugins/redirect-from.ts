/** jekyll-redirect-from 0.16: pages that lead from old URLs to new ones, and `redirects.json`. */

import type { YamlValue } from '../../content/yaml/value.js'
import { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import { section, texts } from '../base/settings.js'
import { documentsOf, isWritten, type Site } from '../items/site.js'
import { absoluteUrl } from '../render/filters/urls.js'
import { makePage } from './made-page.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

// The page as the plugin's own layout has it; a site may have a layout `redirect` of its own.
function redirectHtml(to: string): string {
  const lines = [
    '<!DOCTYPE html>',
    '<html lang="en-US">',
    '  <meta charset="utf-8">',
    '  <title>Redirecting&hellip;</title>',
    `  <link rel="canonical" href="${to}">`,
    `  <script>location="${to}"</script>`,
    `  <meta http-equiv="refresh" content="0; url=${to}">`,
    '  <meta name="robots" content="noindex">',
    '  <h1>Redirecting&hellip;</h1>',
    `  <a href="${to}">Click here if you are not redirected.</a>`,
    '</html>',
    '',
  ]
  return lines.join('\n')
}

function generate({ site, only }: GeneratorContext): void {
  if (!site.layouts.has('redirect')) {
    const content = redirectHtml('{{ page.redirect.to }}')
    site.layouts.set('redirect', {
      name: 'redirect',
      path: '_layouts/redirect.html',
      content,
      lineOffset: 0,
      data: new Map(),
    })
  }
  const redirects = new Map<string, string>()
  if (only !== undefined) return turnAway(site, redirects, only)
  const documents = documentsOf(site).filter((doc) => isWritten(site, doc))
  for (const item of [...documents, ...site.pages]) {
    for (const from of listOf(item, 'redirect_from'))
      addRedirect(site, redirects, { from, to: item.url })
    turnAway(site, redirects, item)
  }
  addJson(site, redirects)
}

function listOf(item: Page | Document, key: string): string[] {
  const value: YamlValue | undefined =
    item instanceof Document ? item.data.get(key) : item.dataOrDefault(key)
  return value === undefined || value === false ? [] : texts(value)
}

interface Redirect {
  readonly from: string
  readonly to: string
}

function redirectData(site: Site, { from, to }: Redirect) {
  const path = from.startsWith('/') || from === '' ? from : `/${from}`
  const target = /^https?:\/\//.test(to) ? to : absoluteUrl(site.settings.config, to)
  return { permalink: path, redirect: { from: path, to: target } }
}

function addRedirect(site: Site, redirects: Map<string, string>, redirect: Redirect): void {
  const data = redirectData(site, redirect)
  redirects.set(data.redirect.from, data.redirect.to)
  const page = makePage(site, 'redirect.html', {
    content: '',
    data: { sitemap: false, layout: 'redirect', ...data },
    defaultsType: 'pages',
  })
  site.pages.push(page)
}

/** An item that leads elsewhere becomes that redirect. */
function turnAway(site: Site, redirects: Map<string, string>, item: Page | Document): void {
  const [to] = listOf(item, 'redirect_to')
  if (to === undefined) return
  const data = redirectData(site, { from: item.url, to })
  redirects.set(data.redirect.from, data.redirect.to)
  item.data.set('sitemap', false).set('layout', 'redirect').set('permalink', data.permalink)
  item.data.set('redirect', new Map(Object.entries(data.redirect)))
  item.content = ''
}

function addJson(site: Site, redirects: Map<string, string>): void {
  if (section(site.settings.config, 'redirect_from').get('json') === false) return
  if (site.files.has('redirects.json')) return
  const content = JSON.stringify(Object.fromEntries(redirects))
  site.pages.push(
    makePage(site, 'redirects.json', {
      content,
      data: { layout: null },
      isFinal: true,
      defaultsType: 'pages',
    }),
  )
}

/** The plugin. */
export const REDIRECT_FROM: Plugin = {
  name: 'jekyll-redirect-from',
  generators: [{ priority: 0, isByItem: true, run: generate }],
}
