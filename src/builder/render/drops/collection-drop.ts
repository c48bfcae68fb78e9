/** A collection as templates see it. */

import type { Collection } from '../../items/collection.js'
import { Drop, type LiquidValue } from '../../../liquid/value.js'
import type { DropHost } from './drop-host.js'

const FIELDS = ['label', 'output', 'files', 'docs', 'relative_directory', 'directory']

/** A collection: its documents and files over its metadata. */
export class CollectionDrop extends Drop {
  constructor(
    readonly collection: Collection,
    private readonly host: DropHost,
  ) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    const { collection, host } = this
    switch (key) {
      case 'label':
        return collection.label
      case 'output':
        return collection.isWritten
      case 'docs':
        return collection.docs.map((doc) => host.drops.document(doc))
      case 'files':
        return collection.files.map((file) => host.drops.staticFile(file))
      case 'relative_directory':
        return collection.relativeFolder
      case 'directory':
        return `/${collection.folder}`
      default:
        return collection.metadata.has(key)
          ? host.values.of(collection.metadata.get(key))
          : undefined
    }
  }

  override keys(): Iterable<string> {
    return new Set([...FIELDS, ...[...this.collection.metadata.keys()].map(String)])
  }

  // Ruby's list of its documents.
  override toLiquidString(): string {
    const { drops } = this.host
    return `[${this.collection.docs.map((doc) => drops.document(doc).inspect()).join(', ')}]`
  }
}
