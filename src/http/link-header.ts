/**
 * Makes the `Link` header of lists. It repeats the query of the request, so its length is limited: some clients
 * accept no more than 16 kB of headers.
 *
 * @see src/http/README.md (Conventions), RFC 8288, `maxHeaderSize` of Node's `http`
 */

import { GalleyError } from '../errors.js'

/** Longest query in characters. */
const MAX_QUERY = 6000
/** Longest header in characters. One link always fits. */
const MAX_LINK = 8192

/** @throws GalleyError `validation_failed` for a longer query */
export function requireShortQuery(query: string): void {
  if (othersIn(query).length <= MAX_QUERY) return
  throw new GalleyError(
    'validation_failed',
    `The query of a list may have at most ${MAX_QUERY.toLocaleString('en')} characters, because its Link header repeats it.`,
  )
}

interface Pages {
  /** From 1. */
  readonly page: number
  readonly last: number
}

interface Target {
  /** Absolute, without a query. */
  readonly url: string
  /** As sent, without `?`. */
  readonly query: string
}

/** Links to other pages. If they are long, only those that fit: `next` first, then `prev`, `last` and `first`. */
export function linkHeader({ page, last }: Pages, { url, query }: Target): string {
  const others = othersIn(query)
  const link = (rel: string, number: number, isThere = true) =>
    isThere ? [`<${url}?${others}page=${number}>; rel="${rel}"`] : []
  const first = link('first', 1, page > 1)
  const prev = link('prev', Math.min(page - 1, last), page > 1)
  const next = link('next', page + 1, page < last)
  const end = link('last', last)
  const kept = new Set<string>()
  let length = 0
  for (const one of [...next, ...prev, ...end, ...first]) {
    length += one.length + 2
    if (length > MAX_LINK) break
    kept.add(one)
  }
  return [...first, ...prev, ...next, ...end].filter((one) => kept.has(one)).join(', ')
}

/** The link to the part after a cursor. */
export function nextLink(cursor: string, { url, query }: Target): string {
  return `<${url}?${othersIn(query)}after=${cursor}>; rel="next"`
}

/** The other parameters unchanged, each followed by `&`. */
function othersIn(query: string): string {
  const others = query.split('&').filter((part) => part !== '' && !/^(page|after)(=|$)/.test(part))
  return others.map((part) => `${part}&`.replace(/[<>"\s]/g, encodeURIComponent)).join('')
}
