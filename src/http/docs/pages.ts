/**
 * Makes the HTML documentation: an overview, the guides in `files/guides`, and the reference, made from the OpenAPI
 * document. Plain HTML with one style sheet; no scripts, nothing from elsewhere: the search is a form.
 */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject, type Json } from '../openapi/schemas.js'
import { bodyWithEtag, type BodyWithEtag } from '../body-with-etag.js'
import { publicPath } from '../middleware/public-path.js'
import { html, raw, type Html } from './html.js'
import { blocks, code, inline } from './markdown.js'
import { operationSection, operationsOf, tagOf } from './operation.js'
import { asObject, type Operation } from './parts.js'
import { fieldTable } from './schema.js'
import { createSearch, plain, sectionsIn, type FoundSections, type Section } from './search.js'

const FILES = fileURLToPath(new URL('files', import.meta.url))

interface Guide {
  readonly name: string
  readonly title: string
  readonly source: string
}

interface Docs {
  readonly document: Json
  readonly guides: readonly Guide[]
  readonly operations: readonly Operation[]
  /** URL path of the overview, without a trailing slash. */
  readonly base: string
  readonly url: string
}

/** Most characters of a query. */
export const MAX_QUERY = 200

/** Name of the page with what a search has found. */
const SEARCH = 'search'

/**
 * Finds pages by their path below `/v2/docs`: `''`, `style.css`, `guides/NAME`, `reference/TAG`, `schemas`, `search`. A
 * page is made when it is first requested.
 *
 * @param document makes the OpenAPI document, when the first page is requested
 * @returns a function of the path, and of the query for `search`; null if there is no such page
 */
export function createDocs(
  document: () => Promise<Json>,
  publicUrl: string,
): (name: string, q: string) => Promise<BodyWithEtag | null> {
  const made = new Map<string, BodyWithEtag | null>()
  let docs: Docs | undefined
  let search: ((q: string) => FoundSections) | undefined
  return async (name, q) => {
    const described = await document()
    docs ??= docsOf(described, publicUrl)
    if (name === SEARCH) {
      search ??= createSearch(sectionsOf(docs))
      const main = foundPart(search(q), q)
      return htmlPage(docs, { name, q, title: 'Search', main })
    }
    const known = made.get(name)
    if (known !== undefined) return known
    const page = makePage(docs, name)
    // Only existing pages are kept, else clients could fill the memory.
    if (page) made.set(name, page)
    return page
  }
}

function docsOf(document: Json, publicUrl: string): Docs {
  return {
    document,
    guides: readGuides(),
    operations: operationsOf(document),
    base: `${publicPath(publicUrl)}/v2/docs`,
    url: publicUrl,
  }
}

/** In the order of their file names, which begin with a number. */
function readGuides(): Guide[] {
  const folder = path.join(FILES, 'guides')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const source = readFileSync(path.join(folder, file), 'utf8')
      const name = file.replace(/^\d+-|\.md$/g, '')
      return { name, source, title: /^# (.+)$/m.exec(source)?.[1] ?? name }
    })
}

function makePage(docs: Docs, name: string): BodyWithEtag | null {
  if (name === 'style.css') {
    return bodyWithEtag('text/css; charset=utf-8', readFileSync(path.join(FILES, name), 'utf8'))
  }
  const found = contentOf(docs, name)
  if (!found) return null
  return htmlPage(docs, { name, ...found })
}

function htmlPage(docs: Docs, content: Shown): BodyWithEtag {
  return bodyWithEtag('text/html; charset=utf-8', layout(docs, content).html)
}

/** Everything that the search can find. */
function sectionsOf(docs: Docs): Section[] {
  const { base, operations, guides } = docs
  const ofOperations = operations.map((operation) => {
    const { id, method, path: place, about } = operation
    return {
      title: plain(inline(String(about['summary'])).html),
      place: `${tagOf(operation)}: ${method.toUpperCase()} ${place}`,
      href: `${base}/reference/${slug(tagOf(operation))}#${id}`,
      text: plain(`${blocks(String(about['description'])).html} ${id}`),
    }
  })
  const ofGuides = guides.flatMap(({ name, title, source }) =>
    sectionsIn(blocks(linked(source, docs)).html, { href: `${base}/guides/${name}`, title }),
  )
  const ofSchemas = Object.entries(schemasOf(docs)).map(([name, schema]) => ({
    title: name,
    place: 'Schema',
    href: `${base}/schemas#${name}`,
    text: `${String(asObject(schema)['description'])} ${Object.keys(asObject(asObject(schema)['properties'])).join(' ')}`,
  }))
  return [...ofOperations, ...ofGuides, ...ofSchemas]
}

/** Characters of a section that are shown with its title. */
const SHOWN = 200

/** The beginning, of whole words. */
function beginningOf(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, text.lastIndexOf(' ', SHOWN))} …` : text
}

function foundPart({ sections, total }: FoundSections, q: string): Html {
  const more = total > sections.length ? ` The first ${sections.length} are shown.` : ''
  const told =
    q.trim() === '' ? 'Type a word, or its beginning.' : `${total} found for “${q}”.${more}`
  return html`<h1>Search</h1>
    <p role="status">${told}</p>
    <ol class="found">
      ${sections.map(
        ({ title, place, href, text }) =>
          html`<li>
            <a href="${href}">${title}</a>
            <span class="facts">${place}</span>
            <p>${beginningOf(text)}</p>
          </li>`,
      )}
    </ol>`
}

interface Content {
  readonly title: string
  readonly main: Html
}

function contentOf(docs: Docs, name: string): Content | null {
  if (name === '') return { title: 'Overview', main: overview(docs) }
  if (name === 'schemas') return { title: 'Schemas', main: schemas(docs) }
  const guide = docs.guides.find((one) => name === `guides/${one.name}`)
  if (guide) return { title: guide.title, main: blocks(linked(guide.source, docs)) }
  const tag = tagsOf(docs).find((one) => name === `reference/${slug(one.name)}`)
  return tag ? { title: tag.name, main: reference(docs, tag) } : null
}

/**
 * Adapts links and addresses: in the files, guides link to each other as files, and example addresses name another
 * server.
 */
function linked(source: string, { base, url }: Docs): string {
  return source
    .replace(/https:\/\/(\S*@)?galley\.example\.org/g, (_, who: string | undefined) =>
      url.replace('//', `//${who ?? ''}`),
    )
    .replace(/\]\((?:\d+-)?([a-z-]+)\.md\)/g, `](${base}/guides/$1)`)
    .replace(/\]\(\/v2\/docs/g, `](${base}`)
}

interface Tag {
  readonly name: string
  readonly description: string
}

function tagsOf({ document }: Docs): Tag[] {
  return [document['tags']]
    .flat()
    .filter(isObject)
    .map(({ name, description }) => ({
      name: String(name),
      description: String(description),
    }))
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '-')
}

function overview(docs: Docs): Html {
  const { info } = docs.document
  const text = isObject(info) ? String(info['description']) : ''
  return html`<h1>The API of Galley</h1>
    ${blocks(text)}
    <p>With the key pair that the first start of the server printed, this lists your sites:</p>
    ${code(`curl -u "$KEY:$SECRET" ${docs.url}/v2/sites`, 'shell')}
    <p>
      Go on with the <a href="${docs.base}/guides/first-steps">first steps</a>: five commands to a
      published site.
    </p>
    <h2 id="guides">Guides</h2>
    <ul>
      ${docs.guides.map(({ name, title }) => html`<li><a href="${docs.base}/guides/${name}">${title}</a></li>`)}
    </ul>
    <h2 id="reference">Reference</h2>
    <p>
      Made from the same document that programs read:
      <a href="${docs.base.replace(/docs$/, 'openapi.json')}">openapi.json</a> (OpenAPI 3.1).
    </p>
    ${tagsOf(docs).map((tag) => contents(docs, tag))}`
}

/** The operations of a group as a list, one per line. */
function contents({ base, operations }: Docs, tag: Tag): Html {
  const page = `${base}/reference/${slug(tag.name)}`
  const rows = operations.filter((operation) => tagOf(operation) === tag.name)
  return html`<h3><a href="${page}">${tag.name}</a></h3>
    <p>${inline(tag.description)}</p>
    <ul class="operations">
      ${rows.map(
        ({ id, method, path: place, about }) =>
          html`<li>
            <b class="method">${method.toUpperCase()}</b>
            <a href="${page}#${id}"><code>${place}</code></a>
            <span>${inline(String(about['summary']))}</span>
          </li>`,
      )}
    </ul>`
}

function reference(docs: Docs, tag: Tag): Html {
  const { document, url, base } = docs
  const context = {
    document,
    url,
    link: (name: string) => `${base}/schemas#${name}`,
    errorLink: (code: string) => `${base}/guides/errors#${code}`,
  }
  const operations = docs.operations.filter((operation) => tagOf(operation) === tag.name)
  return html`<h1>${tag.name}</h1>
    ${blocks(tag.description)}
    ${operations.map((operation) => operationSection(operation, context))}`
}

function schemas(docs: Docs): Html {
  const sections = Object.entries(schemasOf(docs)).map(([name, schema]) => {
    const known = isObject(schema) ? schema : {}
    return html`<section id="${name}" aria-labelledby="${name}-title">
      <h2 id="${name}-title">${name}</h2>
      ${textOf(known['description'])} ${fieldTable(known, (other) => `#${other}`)}
    </section>`
  })
  return html`<h1>Schemas</h1>
    <p>What is sent and answered, by name.</p>
    ${sections}`
}

function schemasOf({ document }: Docs): Json {
  return asObject(asObject(document['components'])['schemas'])
}

function textOf(description: unknown): Html | null {
  return typeof description === 'string' ? blocks(description) : null
}

interface Shown extends Content {
  readonly name: string
  /** What was searched for. */
  readonly q?: string
}

function layout(docs: Docs, { name, title, main, q = '' }: Shown): Html {
  const { base } = docs
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Galley API</title>
        <link rel="stylesheet" href="${base}/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <nav aria-label="Documentation">
          <p class="name">${link(docs, name, ['', 'Galley API'])}</p>
          <form action="${base}/${SEARCH}" role="search">
            <label for="search">Search</label>
            <input type="search" id="search" name="q" value="${q}" maxlength="${MAX_QUERY}" />
            <button>Search</button>
          </form>
          <h2>Guides</h2>
          <ul>
            ${docs.guides.map((guide) => html`<li>${link(docs, name, [`guides/${guide.name}`, guide.title])}</li>`)}
          </ul>
          <h2>Reference</h2>
          <ul>
            ${tagsOf(docs).map((tag) => html`<li>${link(docs, name, [`reference/${slug(tag.name)}`, tag.name])}${inside(docs, name, tag)}</li>`)}
            <li>${link(docs, name, ['schemas', 'Schemas'])}</li>
          </ul>
        </nav>
        <main id="main">${main}</main>
      </body>
    </html>`
}

/** The operations of the current group; null for other groups. */
function inside({ operations }: Docs, current: string, tag: Tag): Html | null {
  if (current !== `reference/${slug(tag.name)}`) return null
  const rows = operations.filter((operation) => tagOf(operation) === tag.name)
  return html`<ul>
    ${rows.map(({ id, about }) => html`<li><a href="#${id}">${String(about['summary'])}</a></li>`)}
  </ul>`
}

function link({ base }: Docs, current: string, [to, text]: readonly [string, string]): Html {
  const href = to === '' ? base : `${base}/${to}`
  if (to !== current) return html`<a href="${href}">${text}</a>`
  return html`<a href="${href}" aria-current="page">${text}</a>`
}
