/**
 * The beginning of a document or page: rendered through Liquid and Markdown, never in a layout.
 */

import type { YamlMap } from '../../content/yaml/value.js'
import type { Document } from './document.js'
import { Item } from './item.js'
import type { Page } from './page.js'

/** An excerpt of its owner, rendered when it is first read. */
export class Excerpt extends Item {
  constructor(
    readonly owner: Document | Page,
    content: string,
  ) {
    super({ content, lineOffset: owner.lineOffset, data: withoutOwnKeys(owner.data) })
  }

  get path(): string {
    return `${this.owner.path}/#excerpt`
  }

  get sourcePath(): string {
    return this.owner.sourcePath
  }

  get extension(): string {
    return this.owner.extension
  }

  get outputExtension(): string {
    return this.owner.outputExtension
  }

  override get isPlacedInLayout(): boolean {
    return false
  }

  protected makeUrl(): string {
    return this.owner.url
  }

  get outputPath(): string | null {
    return null
  }
}

function withoutOwnKeys(data: YamlMap): YamlMap {
  const copy: YamlMap = new Map(data)
  copy.delete('layout')
  copy.delete('excerpt')
  return copy
}
