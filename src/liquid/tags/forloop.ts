/** The drops by which a template knows where in a loop it is. */

import { Drop, type LiquidValue } from '../value.js'

/** `forloop`. */
export class ForLoop extends Drop {
  index = 0

  constructor(
    private readonly name: string,
    readonly length: number,
    private readonly parent: Drop | null,
  ) {
    super()
  }

  override get(key: string): LiquidValue | undefined {
    switch (key) {
      case 'index':
        return this.index + 1
      case 'index0':
        return this.index
      case 'rindex':
        return this.length - this.index
      case 'rindex0':
        return this.length - this.index - 1
      case 'first':
        return this.index === 0
      case 'last':
        return this.index === this.length - 1
      default:
        return this.describe(key)
    }
  }

  private describe(key: string): LiquidValue | undefined {
    if (key === 'length') return this.length
    if (key === 'name') return this.name
    return key === 'parentloop' ? this.parent : undefined
  }

  override describeMissing(key: string): string {
    return `undefined method ${key}`
  }

  override toLiquidString(): string {
    return 'Liquid::ForloopDrop'
  }
}

/** `tablerowloop`. */
export class TableRowLoop extends Drop {
  index = 0

  constructor(
    readonly length: number,
    readonly columns: number,
  ) {
    super()
  }

  get column(): number {
    return this.columns > 0 ? (this.index % this.columns) + 1 : this.index + 1
  }

  get row(): number {
    return this.columns > 0 ? Math.floor(this.index / this.columns) + 1 : 1
  }

  get isColumnLast(): boolean {
    return this.column === this.columns
  }

  override get(key: string): LiquidValue | undefined {
    return this.place(key) ?? new ForLoopFields(this.index, this.length).get(key)
  }

  private place(key: string): LiquidValue | undefined {
    switch (key) {
      case 'col':
        return this.column
      case 'col0':
        return this.column - 1
      case 'col_first':
        return this.column === 1
      case 'col_last':
        return this.isColumnLast
      case 'row':
        return this.row
      default:
        return undefined
    }
  }

  override describeMissing(key: string): string {
    return `undefined method ${key}`
  }

  override toLiquidString(): string {
    return 'Liquid::TablerowloopDrop'
  }
}

/** The fields that both loops have, at one index. */
class ForLoopFields extends ForLoop {
  constructor(index: number, length: number) {
    super('', length, null)
    this.index = index
  }

  override get(key: string): LiquidValue | undefined {
    return key === 'name' || key === 'parentloop' ? undefined : super.get(key)
  }
}
