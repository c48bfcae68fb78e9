/**
 * Where the record of a build is, and what it is a record of: another version of the program, other
 * settings or other flags have a record of their own.
 */

import { cacheKey, type ContentCache } from '../cache/disk-cache.js'
import { builderVersion } from '../cache/code-version.js'
import type { YamlMap } from '../../content/yaml/value.js'
import type { BuildRequest } from '../base/request.js'
import { readRecord, type RecordData } from './record.js'

/** The record of the last build, if there is one, and where this build leaves its own. */
export interface RecordPlace {
  readonly folder: string
  readonly key: string
  readonly record: RecordData | null
  readonly cache: ContentCache
}

interface RecordParts {
  /** Where builds remember; null for nowhere. */
  readonly place: Pick<RecordPlace, 'folder' | 'cache'> | null
  readonly config: YamlMap
  readonly timezone: string
  /** Names of the plugins. */
  readonly plugins: readonly string[]
  /** Which theme, in which version. */
  readonly theme: string | null
  readonly jekyll: string
  /** Whether to begin with what there is, or only to leave something; null for neither. */
  readonly recording: 'begin' | 'leave' | null
}

/** Opens the record of a build; null where there is to be none. */
export function openRecord(request: BuildRequest, parts: RecordParts): RecordPlace | null {
  const { place, recording } = parts
  // Who names a folder builds into a new one each time, where nothing of an earlier build stands.
  const hasFormer = request.cache === 'site' || request.former !== undefined
  if (place === null || recording === null || !hasFormer) return null
  const key = keyOf(request, parts)
  return { ...place, key, record: recording === 'begin' ? readRecord(place.folder, key) : null }
}

// Where the site is and when it is built is read like any other fact.
const FACTS = new Set<unknown>(['source', 'destination', 'incremental'])

function keyOf(
  request: BuildRequest,
  { config, timezone, plugins, theme, jekyll }: RecordParts,
): string {
  const { environment, drafts, future, unpublished, limitPosts, baseurl, safe, limits } = request
  const flags = { environment, drafts, future, unpublished, limitPosts, baseurl, safe, limits }
  const { strictFrontMatter } = request
  const settings = [...config].filter(([key]) => !FACTS.has(key))
  const isBeside = request.former !== undefined
  const asked = {
    ...flags,
    strictFrontMatter,
    timezone,
    plugins,
    theme,
    jekyll,
    settings,
    isBeside,
  }
  return cacheKey(builderVersion(), JSON.stringify(asked, plain))
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] }
  if (typeof value === 'bigint') return { bigint: String(value) }
  // JSON has no way to write these.
  const isOdd = typeof value === 'number' && !Number.isFinite(value)
  return isOdd || Object.is(value, -0)
    ? { number: Object.is(value, -0) ? '-0' : String(value) }
    : value
}
