/** What the thread for long YAML can be asked. Pure: it gives the same there and here. */

import { createFrontMatter } from '../../../content/front-matter/create.js'
import { editFrontMatter, type FrontMatterEdit } from '../../../content/front-matter/edit.js'
import {
  editSiteConfig,
  removeCollection,
  renameCollection,
  setCollection,
  type CollectionEdit,
  type SiteConfigEdit,
} from '../../../content/site-config-edit.js'
import { parseYaml, type ParsedYaml, type YamlSource } from '../../../content/yaml/parse.js'
import type { YamlMap } from '../../../content/yaml/value.js'

/** A text, and what shall be done to it. */
export type YamlChange =
  | { readonly kind: 'front matter'; readonly text: string; readonly edit: FrontMatterEdit }
  | { readonly kind: 'new'; readonly data: YamlMap; readonly body: string }
  | { readonly kind: 'site'; readonly text: string; readonly edit: SiteConfigEdit }
  | CollectionChange

type CollectionChange =
  | {
      readonly kind: 'collection'
      readonly text: string
      readonly label: string
      readonly edit: CollectionEdit
    }
  | { readonly kind: 'removed'; readonly text: string; readonly label: string }
  | { readonly kind: 'renamed'; readonly text: string; readonly label: string; readonly to: string }

export type YamlQuestion = { readonly kind: 'read'; readonly read: YamlSource } | YamlChange

/** The text after a change, or what was read. Throws what the functions of `content/` throw. */
export function workOn(question: YamlQuestion): string | ParsedYaml {
  return question.kind === 'read'
    ? parseYaml(question.read.source, question.read.limits)
    : changedYaml(question)
}

/** The text after a change. Throws as {@link workOn}. */
export function changedYaml(change: YamlChange): string {
  switch (change.kind) {
    case 'front matter':
      return editFrontMatter(change.text, change.edit)
    case 'new':
      return createFrontMatter(change.data, change.body)
    case 'site':
      return editSiteConfig(change.text, change.edit)
    case 'collection':
      return setCollection(change.text, change.label, change.edit)
    case 'removed':
      return removeCollection(change.text, change.label)
    case 'renamed':
      return renameCollection(change.text, change.label, change.to)
  }
}
