/** What the thread for long YAML can be asked. Pure: it gives the same there and here. */

import { ContentError } from '../../../content/error.js'
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
import { packed, unpacked } from '../../../content/yaml/packing.js'
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

/** What the thread answers. */
export type YamlAnswer =
  | { readonly kind: 'done'; readonly result: string | ParsedYaml }
  | {
      readonly kind: 'refused'
      readonly code: ContentError['code']
      readonly reason: string
    }
  /** A defect of ours, with its stack. */
  | { readonly kind: 'failed'; readonly stack: string }

/** From the message with a question to the one with its answer. Never throws. */
export function answerTo(message: unknown): unknown {
  return packed(answer(unpacked(message) as YamlQuestion))
}

function answer(question: YamlQuestion): YamlAnswer {
  try {
    return { kind: 'done', result: workOn(question) }
  } catch (error) {
    if (error instanceof ContentError)
      return { kind: 'refused', code: error.code, reason: error.reason }
    return { kind: 'failed', stack: error instanceof Error ? `${error.stack}` : String(error) }
  }
}

/** The text after a change, or what was read. Throws what the functions of `content/` throw. */
function workOn(question: YamlQuestion): string | ParsedYaml {
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
