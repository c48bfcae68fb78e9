/** What the answers for a file say of it, made once for each release. */

import { contentTypeHeader } from '../../system/media-type.js'
import type { Encoding } from './encoding.js'
import type { Headers } from './exchange.js'

export interface Facts {
  readonly sha256: string
  readonly size: number
}

/** A release that can be served. It does not change. */
export interface Served {
  /** Absolute path of a file of the manifest. */
  readonly fileOf: (name: string) => string
  readonly manifest: ReadonlyMap<string, Facts>
  readonly isPreview: boolean
}

/** A file of a release. */
export interface Prepared {
  readonly name: string
  readonly facts: Facts
  /** Media type, with `charset` where it has one. */
  readonly type: string
  /** Headers of all answers for it, by encoding. */
  readonly shared: Readonly<Record<Encoding, Headers>>
  /** Headers of an answer with it. */
  readonly whole: Readonly<Record<Encoding, Headers>>
}

/** The address of a preview is a secret: other sites that it links to or loads from, and search engines, do not get it. */
export const PREVIEW: Headers = ['X-Robots-Tag', 'noindex', 'Referrer-Policy', 'same-origin']

/** Files of one release that are kept; about 2 kB each. */
const MAX_KEPT = 200

/** Finds a file of a release, null for none. */
export type Prepare = (served: Served, name: string) => Prepared | null

export function createPrepare(): Prepare {
  const kept = [
    new WeakMap<object, Map<string, Prepared>>(),
    new WeakMap<object, Map<string, Prepared>>(),
  ]
  return (served, name) => {
    const facts = served.manifest.get(name)
    if (facts === undefined) return null
    // Nothing but this tells a live release from a preview.
    const releases = kept[served.isPreview ? 1 : 0]
    const files = releases?.get(served.manifest) ?? new Map<string, Prepared>()
    const known = files.get(name)
    if (known?.facts === facts) return known
    if (files.size >= MAX_KEPT) files.clear()
    const made = prepare(served, name, facts)
    files.set(name, made)
    releases?.set(served.manifest, files)
    return made
  }
}

function prepare({ isPreview }: Served, name: string, facts: Facts): Prepared {
  const type = contentTypeHeader(name)
  const cache = isPreview ? 'private, no-cache' : 'public, no-cache'
  const own = isPreview ? PREVIEW : []
  const sharedBy = (etag: string) => [
    'ETag',
    `"${etag}"`,
    'Vary',
    'Accept-Encoding',
    'Cache-Control',
    cache,
    ...own,
  ]
  const shared = {
    identity: sharedBy(facts.sha256),
    br: sharedBy(`${facts.sha256}-br`),
    gzip: sharedBy(`${facts.sha256}-gzip`),
  }
  const packed = (encoding: 'br' | 'gzip') => [
    ...shared[encoding],
    'Content-Type',
    type,
    'Content-Encoding',
    encoding,
  ]
  return {
    name,
    facts,
    type,
    shared,
    whole: {
      identity: [...shared.identity, 'Content-Type', type, 'Accept-Ranges', 'bytes'],
      br: packed('br'),
      gzip: packed('gzip'),
    },
  }
}
