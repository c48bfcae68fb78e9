/** A collection: its documents in order, its static files, its metadata from the configuration. */

import type { YamlMap } from '../../content/yaml/value.js'
import type { CollectionFacts } from './collection-facts.js'
import type { Document } from './document.js'
import type { StaticFile } from './static-file.js'

/** A collection of the site; `posts` is always there. */
export class Collection implements CollectionFacts {
  docs: Document[] = []
  files: StaticFile[] = []

  readonly label: string
  readonly metadata: YamlMap
  /** The template of its URLs. */
  readonly urlTemplate: string
  /** Folder from the source's root, `collections_dir` included. */
  readonly folder: string

  constructor(facts: Pick<Collection, 'label' | 'metadata' | 'urlTemplate' | 'folder'>) {
    this.label = facts.label
    this.metadata = facts.metadata
    this.urlTemplate = facts.urlTemplate
    this.folder = facts.folder
  }

  /** `_label`, as paths of its documents begin. */
  get relativeFolder(): string {
    return `_${this.label}`
  }

  get isWritten(): boolean {
    const output = this.metadata.get('output')
    return output !== undefined && output !== null && output !== false
  }

  /** Sets `previous` and `next` of each document by the order they have now. */
  linkNeighbours(): void {
    for (const [i, doc] of this.docs.entries()) {
      doc.previous = this.docs[i - 1] ?? null
      doc.next = this.docs[i + 1] ?? null
    }
  }
}
