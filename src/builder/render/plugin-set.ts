/** The plugins of one build, as one. */

import type { Item } from '../items/item.js'
import type { LiquidMap } from '../../liquid/value.js'
import type { FilterDefinition, TagDefinition } from '../../liquid/definition.js'
import type { Host } from './host.js'
import type { GeneratorContext, Plugin } from './plugin.js'

/** Runs what the plugins add, in their order. */
export class PluginSet {
  readonly tags: readonly TagDefinition[]
  readonly filters: readonly FilterDefinition[]

  constructor(private readonly plugins: readonly Plugin[]) {
    this.tags = plugins.flatMap((plugin) => plugin.tags ?? [])
    this.filters = plugins.flatMap((plugin) => plugin.filters ?? [])
  }

  /** Names of the plugins that have generators. */
  get generating(): string[] {
    return this.plugins.filter(({ generators }) => generators).map(({ name }) => name)
  }

  /** Whether generators change items that were read. */
  get changeItems(): boolean {
    const all = this.plugins.flatMap((plugin) => plugin.generators ?? [])
    return all.some(({ isByItem, changesItems }) => isByItem === true || changesItems === true)
  }

  get names(): string[] {
    return this.plugins.map(({ name }) => name)
  }

  /** Whether Liquid's `blank` means something. */
  get knowBlank(): boolean {
    return this.plugins.some(({ knowsBlank }) => knowsBlank)
  }

  /** Whether what Markdown makes of a text is changed once more. */
  get areConverting(): boolean {
    return this.plugins.some(({ converted }) => converted)
  }

  /** Generators by priority; each sees what those before it added. Of `only` one item those that change items. */
  async generate(context: GeneratorContext): Promise<void> {
    const all = this.plugins.flatMap((plugin) => plugin.generators ?? [])
    const generators = context.only === undefined ? all : all.filter(({ isByItem }) => isByItem)
    for (const { run } of generators.toSorted((a, b) => b.priority - a.priority)) {
      await run(context)
      context.host.siteDrop.refresh()
    }
  }

  converted(host: Host, item: Item): void {
    for (const plugin of this.plugins) plugin.converted?.(host, item)
  }

  finished(environment: LiquidMap): void {
    for (const plugin of this.plugins) plugin.finished?.(environment)
  }

  rendered(host: Host, item: Item): void {
    for (const plugin of this.plugins) plugin.rendered?.(host, item)
  }
}
