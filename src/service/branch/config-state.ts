/** Reads `_config.yml` at a commit, and derives what the index stores of it. */

import {
  CONFIG_PATH,
  readSiteConfig,
  type CollectionConfig,
  type SiteConfig,
} from '../../content/site-config.js'
import { titleizeSlug } from '../../content/slug.js'
import { mapToJson, toJson, type JsonObject } from '../../content/yaml/value.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'
import type { AuthorKey } from '../../model/commit.js'
import type { CollectionFacts, SiteFacts } from '../../model/site.js'
import type { AuthoredStep } from './authorship.js'
import { ownWork, siteConfigIn } from './long-yaml/long-yaml.js'

/** A parsed configuration. */
export interface ConfigState {
  readonly config: SiteConfig
  /** Equal for configurations under which all other files give the same entries. */
  readonly meaning: string
}

/** The configuration at one commit of `main`, or who began the site if there is none. */
export interface ConfigStep {
  readonly config: SiteConfig
  /** Seconds since the Unix epoch. */
  readonly time: number
  readonly author: AuthorKey
}

/** Reads the configuration at a commit; for null, that of an empty site. */
export function configAt(repository: Repository, commit: string | null): Promise<ConfigState> {
  return configIn(repository, repository.snapshot(commit))
}

/** Reads the configuration of a snapshot of a repository. */
export async function configIn(
  repository: Repository,
  snapshot: Pick<Snapshot, 'entry'>,
): Promise<ConfigState> {
  const entry = await snapshot.entry(CONFIG_PATH)
  // A submodule has no content in this repository.
  if (!entry || entry.mode === '160000') return stateOf(readSiteConfig(null))
  const known = lastStates.get(repository)
  if (known?.oid === entry.oid) return known.state
  const text = (await repository.readBlob(entry.oid)).toString('utf8')
  const state = stateOf(await siteConfigIn(text, ownWork(repository)))
  lastStates.set(repository, { oid: entry.oid, state })
  return state
}

/** The last configuration of each repository: a write reads the same one several times. */
const lastStates = new WeakMap<Repository, { readonly oid: string; readonly state: ConfigState }>()

function stateOf(config: SiteConfig): ConfigState {
  const { collections, collectionsDir, defaults, permalink, timezone, markdownExtensions } = config
  const meaning = JSON.stringify([
    collections.map(({ label, output, permalink: own }) => [label, output, own]),
    collectionsDir,
    toJson(config.raw.get('defaults') ?? null),
    defaults.length,
    permalink,
    timezone,
    markdownExtensions,
  ])
  return { config, meaning }
}

/** The commits that changed the configuration, and the first commit of the site. */
export async function configStepsOf(
  repository: Repository,
  steps: readonly AuthoredStep[],
): Promise<ConfigStep[]> {
  const touching = steps.filter(
    ({ commit, changes }) =>
      commit.parents.length === 0 ||
      changes.some(({ path, renamedFrom }) => path === CONFIG_PATH || renamedFrom === CONFIG_PATH),
  )
  return Promise.all(
    touching.map(async ({ commit, authorKey }) => {
      const { config } = await configAt(repository, commit.oid)
      return { config, time: commit.author.time, author: authorKey }
    }),
  )
}

/** What the index stores, with the times at which collections were added and changed. */
export function siteFacts(
  { config }: ConfigState,
  before: readonly CollectionFacts[],
  steps: readonly ConfigStep[],
): SiteFacts {
  return {
    title: config.title,
    timezone: config.timezone,
    defaults: defaultsJson(config),
    metadata: safeJson(config.metadata),
    collections: trackCollections(config, before, steps),
    configError: config.error
      ? `_config.yml:${config.error.line}:${config.error.column}: ${config.error.reason}`
      : null,
  }
}

function defaultsJson(config: SiteConfig): readonly unknown[] {
  const defaults = toJson(config.raw.get('defaults') ?? null)
  return Array.isArray(defaults) ? defaults : []
}

/** A value that exceeds the limits of JSON is left out, so that the site can still be shown. */
function safeJson(map: SiteConfig['metadata']): JsonObject {
  try {
    return mapToJson(map)
  } catch {
    return {}
  }
}

type Times = Pick<CollectionFacts, 'createdAt' | 'createdBy' | 'updatedAt'>

function trackCollections(
  config: SiteConfig,
  before: readonly CollectionFacts[],
  steps: readonly ConfigStep[],
): CollectionFacts[] {
  let current = new Map<string, { text: string | null; times: Times }>(
    before.map((facts) => [facts.path, { text: textOfFacts(facts), times: facts }]),
  )
  for (const step of steps) {
    const next: typeof current = new Map()
    for (const collection of step.config.collections) {
      const known = current.get(collection.label)
      const text = textOfFacts(plainFacts(step.config, collection))
      const created = known?.times ?? { createdAt: step.time, createdBy: step.author }
      const updatedAt = known?.text === text ? known.times.updatedAt : step.time
      const { createdAt, createdBy } = created
      next.set(collection.label, { text, times: { createdAt, createdBy, updatedAt } })
    }
    current = next
  }
  const never: Times = { createdAt: 0, createdBy: '', updatedAt: 0 }
  return config.collections.map((collection) => ({
    ...plainFacts(config, collection),
    ...timesOf(current.get(collection.label)?.times ?? never),
  }))
}

function timesOf({ createdAt, createdBy, updatedAt }: Times): Times {
  return { createdAt, createdBy, updatedAt }
}

function plainFacts(
  config: SiteConfig,
  collection: CollectionConfig,
): Omit<CollectionFacts, keyof Times> {
  const permalink = collection.raw.get('permalink')
  return {
    path: collection.label,
    title: collection.title ?? titleizeSlug(collection.label),
    directory: config.collectionsDir === '' ? '.' : config.collectionsDir,
    output: collection.output,
    permalink: typeof permalink === 'string' ? permalink : null,
    metadata: safeJson(collection.metadata),
  }
}

function textOfFacts(facts: Omit<CollectionFacts, keyof Times>): string {
  const { path, title, directory, output, permalink, metadata } = facts
  return JSON.stringify([path, title, directory, output, permalink, metadata])
}
