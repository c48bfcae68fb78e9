/** What a plugin defines, as far as its text tells: nothing runs. */

import type { Plugin } from '../render/plugin.js'
import type { PluginFile } from './plugin-files.js'

const DEFINITION = /\bgalley\.(tag|block|filter|generator)\(\s*(?:["'`]([\w-]+)["'`])?/g

/** Names by kind. */
interface DefinedNames {
  readonly tags: readonly string[]
  readonly blocks: readonly string[]
  readonly filters: readonly string[]
  readonly hasGenerator: boolean
}

export function definedNames(text: string): DefinedNames {
  const found = [...text.matchAll(DEFINITION)]
  const of = (kind: string) =>
    found.flatMap(([, one, name]) => (one === kind && name !== undefined ? [name] : []))
  return {
    tags: of('tag'),
    blocks: of('block'),
    filters: of('filter'),
    hasGenerator: found.some(([, kind]) => kind === 'generator'),
  }
}

/** A plugin that has the names of all and does nothing. */
export function namedPlugin(files: readonly PluginFile[]): Plugin {
  const all = files.map(({ text }) => definedNames(text))
  const tag = (kind: 'inline' | 'block') => (name: string) => ({
    name,
    kind,
    parse: () => () => {},
  })
  return {
    name: '_plugins',
    tags: all.flatMap(({ tags, blocks }) => [
      ...tags.map(tag('inline')),
      ...blocks.map(tag('block')),
    ]),
    filters: all.flatMap(({ filters }) =>
      filters.map((name) => ({ name, arity: [0, 0] as const, apply: (input) => input })),
    ),
  }
}
