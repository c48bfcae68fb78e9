/** Templates, with which new texts can begin. Admins make them, as files of the source. */

import { describeEntry, DOCUMENT_FIELDS } from '../../content/document.js'
import type { SiteConfig } from '../../content/site-config.js'
import { titleizeSlug } from '../../content/slug.js'
import { templateFolder } from '../../content/templates.js'
import { displayText, mapToJson, type JsonObject } from '../../content/yaml/value.js'
import type { Repository } from '../../git/repository.js'
import { MAX_FRONT_MATTER_BYTES, MAX_TEMPLATES } from '../../model/limits.js'
import type { Actor } from '../../model/user.js'
import type { EntryHead } from '../../store/index/site-index.js'
import { decodeYielding } from '../../system/long-text.js'
import { configAt } from '../branch/config-state.js'
import { frontMatterIn } from '../branch/long-yaml/long-yaml.js'
import type { EditableEntriesParts } from './editable-entries.js'

/** What a new text begins with. */
interface Template {
  readonly path: string
  /** Name for people, from that of the file. */
  readonly label: string
  readonly title: string
  readonly body: string
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  readonly metadata: JsonObject
}

export type Templates = ReturnType<typeof createTemplates>

export function createTemplates(parts: EditableEntriesParts) {
  return {
    /**
     * Those of a collection, or of pages, by path; at most 100. Files over 256 KB, and those whose front matter cannot be
     * read, are left out.
     */
    async list(actor: Actor, siteId: string, collection: string | null): Promise<Template[]> {
      const { site } = parts.access.onSite(actor, siteId, 'documents.create')
      const folder = templateFolder(collection)
      const heads = await parts.index.entriesBelow(site.id, folder)
      const own = heads.filter(({ path, size }) => {
        const isDirect = !path.slice(folder.length + 1).includes('/')
        return isDirect && size <= MAX_FRONT_MATTER_BYTES && !path.endsWith('/.gitkeep')
      })
      const repository = await parts.repositories.get(site.id)
      const { config } = await configAt(repository, await repository.head())
      const at = { siteId: site.id, repository, config, collection }
      const found: Template[] = []
      for (const head of own.slice(0, MAX_TEMPLATES)) {
        const template = await readTemplate(at, head)
        if (template !== null) found.push(template)
      }
      return found
    },
  }
}

interface At {
  readonly siteId: string
  readonly repository: Repository
  readonly config: SiteConfig
  readonly collection: string | null
}

async function readTemplate(
  { siteId, repository, config, collection }: At,
  head: EntryHead,
): Promise<Template | null> {
  const text = await decodeYielding(await repository.readBlob(head.oid))
  const front = await frontMatterIn(text, { siteId })
  if (!front.has || front.error !== null) return null
  const name = head.path.slice(head.path.lastIndexOf('/') + 1)
  const folder = collection === null ? '' : `_${collection === 'posts' ? 'drafts' : collection}/`
  const { text: facts } = describeEntry(`${folder}${name}`, front, config)
  const others = [...front.data].filter(([key]) => !DOCUMENT_FIELDS.includes(String(key)))
  return {
    path: head.path,
    label: titleizeSlug(name.replace(/\.[^.]*$/, '')),
    title: displayText(front.data.get('title') ?? null),
    body: facts?.body ?? '',
    tags: facts?.tags ?? [],
    categories: facts?.categories ?? [],
    metadata: mapToJson(new Map(others)),
  }
}
