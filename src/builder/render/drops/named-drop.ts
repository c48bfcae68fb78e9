/** An object of Jekyll with a few fixed fields. */

import { Drop, type LiquidMap, type LiquidValue } from '../../../liquid/value.js'

/** A drop that prints the name of its class. */
export class NamedDrop extends Drop {
  constructor(
    private readonly name: string,
    private readonly fields: LiquidMap,
  ) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    return this.fields.get(key)
  }

  override keys(): Iterable<string> {
    return [...this.fields.keys()].map(String)
  }

  override toElements(): readonly LiquidValue[] {
    return []
  }

  // liquid/drop.rb: to_s
  override toLiquidString(): string {
    return `Jekyll::Drops::${this.name}`
  }
}
