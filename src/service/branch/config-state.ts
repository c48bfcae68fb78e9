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
import type { CollectionFacts, SiteFacts } from '../../model/site.js'
import { createYielder } from '../../system/yielding.js'
import type { AuthoredStep } from './authorship.js'
import { ownWork, siteConfigIn } from './long-yaml/long-yaml.js'

/** A parsed configuration. */
export interface ConfigState {
  readonly config: SiteConfig
  /** Equal for configurations under which all other files give the same entries. */
  readonly meaning: string
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
  const { reader } = repository
  const known = lastStates.get(reader) ?? []
  const found = known.find(({ oid }) => oid === entry.oid)
  if (found) return found.state
  const text = (await repository.readBlob(entry.oid)).toString('utf8')
  const state = stateOf(await siteConfigIn(text, ownWork(repository)))
  lastStates.set(reader, [{ oid: entry.oid, state }, ...known.slice(0, MAX_KEPT - 1)])
  return state
}

/** That of `main`, and another one of a change set. */
const MAX_KEPT = 2

/** The last configurations of each repository, of all its branches: a write reads the same one several times. */
const lastStates = new WeakMap<
  Repository['reader'],
  readonly { readonly oid: string; readonly state: ConfigState }[]
>()

function stateOf(config: SiteConfig): ConfigState {
  const { collections, collectionsDir, defaults, permalink, timezone } = config
  const meaning = JSON.stringify([
    collections.map(({ label, output, permalink: own }) => [label, output, own]),
    collectionsDir,
    ...['defaults', 'future', 'time'].map((key) => toJson(config.raw.get(key) ?? null)),
    defaults.length,
    permalink,
    timezone,
    config.markdownExtensions,
    config.languages,
  ])
  return { config, meaning }
}

/** Collections with the times at which they were added and changed, as commits are read. */
interface CollectionHistory {
  /** Reads the configurations of commits, oldest first, one at a time: a push may have thousands. */
  add(repository: Repository, steps: readonly AuthoredStep[]): Promise<void>
  /** True if a commit changed the configuration, or began the site. */
  readonly isChanged: boolean
  /** What the index stores. */
  facts(state: ConfigState): SiteFacts
}

/** @param before the collections before the first commit */
export function followCollections(before: readonly CollectionFacts[]): CollectionHistory {
  let isChanged = false
  let current: Tracked = new Map(
    before.map((facts) => [facts.path, { text: textOfFacts(facts), times: facts }]),
  )
  return {
    get isChanged() {
      return isChanged
    },
    async add(repository, steps) {
      const yieldIfDue = createYielder()
      for (const step of steps.filter(touchesConfig)) {
        isChanged = true
        const { config } = await configAt(repository, step.commit.oid)
        const next: Tracked = new Map()
        for (const collection of config.collections) {
          await yieldIfDue()
          next.set(collection.label, trackedAt(step, plainFacts(config, collection), current))
        }
        current = next
      }
    },
    facts: ({ config }) => ({
      title: config.title,
      timezone: config.timezone,
      jekyll_version: config.jekyllVersion,
      defaults: defaultsJson(config),
      metadata: safeJson(config.metadata),
      collections: config.collections.map((collection) => ({
        ...plainFacts(config, collection),
        ...timesOf(current.get(collection.label)?.times ?? NEVER),
      })),
      configError: config.error
        ? `_config.yml:${config.error.line}:${config.error.column}: ${config.error.reason}`
        : null,
    }),
  }
}

function touchesConfig({ commit, changes }: AuthoredStep): boolean {
  return (
    commit.parents.length === 0 ||
    changes.some(({ path, renamedFrom }) => path === CONFIG_PATH || renamedFrom === CONFIG_PATH)
  )
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

type PlainFacts = Omit<CollectionFacts, keyof Times>

type Times = Pick<CollectionFacts, 'createdAt' | 'createdBy' | 'updatedAt'>

type Tracked = Map<string, { readonly text: string; readonly times: Times }>

const NEVER: Times = { createdAt: 0, createdBy: '', updatedAt: 0 }

function trackedAt(
  { commit, authorKey }: AuthoredStep,
  facts: PlainFacts,
  before: Tracked,
): { text: string; times: Times } {
  const { time } = commit.author
  const known = before.get(facts.path)
  const text = textOfFacts(facts)
  const { createdAt, createdBy } = known?.times ?? { createdAt: time, createdBy: authorKey }
  const updatedAt = known?.text === text ? known.times.updatedAt : time
  return { text, times: { createdAt, createdBy, updatedAt } }
}

function timesOf({ createdAt, createdBy, updatedAt }: Times): Times {
  return { createdAt, createdBy, updatedAt }
}

function plainFacts(config: SiteConfig, collection: CollectionConfig): PlainFacts {
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

function textOfFacts(facts: PlainFacts): string {
  const { path, title, directory, output, permalink, metadata } = facts
  return JSON.stringify([path, title, directory, output, permalink, metadata])
}
