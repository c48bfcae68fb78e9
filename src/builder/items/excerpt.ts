/** The beginning of a document or page: rendered through Liquid and Markdown, never in a layout. */

import type { YamlMap } from '../../content/yaml/value.js'
import { Item } from './item.js'

/** An excerpt of its owner, a document or a page; rendered when it is first read. */
export class Excerpt extends Item {
  constructor(
    readonly owner: Item,
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

  protected makeOutputPath(): string | null {
    return null
  }
}

function withoutOwnKeys(data: YamlMap): YamlMap {
  const copy: YamlMap = new Map(data)
  copy.delete('layout')
  copy.delete('excerpt')
  return copy
}
