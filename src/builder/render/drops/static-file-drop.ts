/** A static file as templates see it. */

import type { StaticFile } from '../../items/static-file.js'
import { inspectString } from '../../../liquid/text.js'
import { Drop, type LiquidValue } from '../../../liquid/value.js'
import type { DropHost } from './drop-host.js'

const FIELDS = ['name', 'collection', 'modified_time', 'basename', 'extname', 'path']

/** A static file, with the defaults of its path as data. */
export class StaticFileDrop extends Drop {
  constructor(
    readonly file: StaticFile,
    private readonly host: DropHost,
  ) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    const { file } = this
    switch (key) {
      case 'name':
        return file.name
      case 'basename':
        return file.basename
      case 'extname':
        return file.extension
      case 'collection':
        return file.collection?.label ?? null
      case 'path':
        return file.path
      case 'modified_time':
        return this.host.values.localTime(file.modifiedAt)
      default:
        return file.data.has(key) ? this.host.values.of(file.data.get(key)) : undefined
    }
  }

  override keys(): Iterable<string> {
    return new Set([...FIELDS, ...[...this.file.data.keys()].map(String)])
  }

  override toLiquidString(): string {
    return 'Jekyll::Drops::StaticFileDrop'
  }

  // Lists of a site hold the files themselves (jekyll/static_file.rb: inspect).
  override inspect(): string {
    return `#<Jekyll::StaticFile @relative_path=${inspectString(this.file.path)}>`
  }
}
