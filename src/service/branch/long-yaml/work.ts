/** The tasks of the YAML thread. Pure: the results are the same in and outside of the thread. */

import {
  editDataFile,
  readDataFile,
  type DataEdit,
  type DataFormat,
  type DataReading,
} from '../../../content/data/data-file.js'
import { ContentError } from '../../../content/error.js'
import { createFrontMatter } from '../../../content/front-matter/create.js'
import { editFrontMatter, type FrontMatterEdit } from '../../../content/front-matter/edit.js'
import { mergeDocuments, mergeFiles, type MergedDocument } from '../../../content/merge.js'
import {
  editSiteConfig,
  removeCollection,
  renameCollection,
  setCollection,
  type CollectionEdit,
  type SiteConfigEdit,
} from '../../../content/site-config-edit.js'
import { pack, unpack } from '../../../content/yaml/packing.js'
import { parseYaml, type ParsedYaml, type YamlSource } from '../../../content/yaml/parse.js'
import type { YamlMap } from '../../../content/yaml/value.js'

/** A text, and a change of it. */
export type YamlChange =
  | { readonly kind: 'front matter'; readonly text: string; readonly edit: FrontMatterEdit }
  | { readonly kind: 'new'; readonly data: YamlMap; readonly body: string }
  | { readonly kind: 'site'; readonly text: string; readonly edit: SiteConfigEdit }
  | {
      readonly kind: 'data'
      readonly text: string
      readonly format: DataFormat
      readonly edits: readonly DataEdit[]
    }
  | CollectionChange

/** A data file to read. */
export interface DataSource {
  readonly kind: 'read data'
  readonly text: string
  readonly format: DataFormat
}

type CollectionChange =
  | {
      readonly kind: 'collection'
      readonly text: string
      readonly label: string
      readonly edit: CollectionEdit
    }
  | { readonly kind: 'removed'; readonly text: string; readonly label: string }
  | { readonly kind: 'renamed'; readonly text: string; readonly label: string; readonly to: string }

/** Three versions of a text to merge. */
export interface Sides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** What kind of files are merged. */
export interface YamlMerge extends Sides {
  readonly kind: 'merge documents' | 'merge files'
}

export type YamlQuestion =
  { readonly kind: 'read'; readonly read: YamlSource } | DataSource | YamlMerge | YamlChange

/** The result of a task; for a change, the new text. */
export type YamlResult = string | ParsedYaml | MergedDocument | DataReading

/** The answer of the thread. */
export type YamlAnswer =
  | { readonly kind: 'done'; readonly result: YamlResult }
  | {
      readonly kind: 'refused'
      readonly code: ContentError['code']
      readonly reason: string
    }
  /** A bug, with its stack trace. */
  | { readonly kind: 'failed'; readonly stack: string }

/** Handles a message and returns the answer. Never throws. */
export function answerTo(message: unknown): unknown {
  return pack(answer(unpack(message) as YamlQuestion))
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

/** Throws like the functions of `content/`. */
function workOn(question: YamlQuestion): YamlResult {
  if (question.kind === 'read') return parseYaml(question.read.source, question.read.limits)
  if (question.kind === 'read data') return readDataFile(question.text, question.format)
  return 'ours' in question ? mergedYaml(question) : changedYaml(question)
}

export function mergedYaml({ kind, base, ours, theirs }: YamlMerge): MergedDocument {
  return (kind === 'merge files' ? mergeFiles : mergeDocuments)(base, ours, theirs)
}

/** Applies a change. Throws like {@link workOn}. */
export function changedYaml(change: YamlChange): string {
  switch (change.kind) {
    case 'front matter':
      return editFrontMatter(change.text, change.edit)
    case 'new':
      return createFrontMatter(change.data, change.body)
    case 'site':
      return editSiteConfig(change.text, change.edit)
    case 'data':
      return editDataFile(change.text, change.format, change.edits)
    case 'collection':
      return setCollection(change.text, change.label, change.edit)
    case 'removed':
      return removeCollection(change.text, change.label)
    case 'renamed':
      return renameCollection(change.text, change.label, change.to)
  }
}
