/** Describes both sides of a conflict field by field, for the user who resolves it. Pure. */

import { mergeText } from '../../content/merge.js'
import type { ConflictFields } from '../../errors.js'
import type { Entry } from '../../model/entry.js'

/** The fields of a version, named as in the API. */
export function fieldsOf({
  title,
  date,
  visibility,
  text,
}: Pick<Entry, 'title' | 'date' | 'visibility' | 'text'>): ConflictFields {
  return {
    title: title ?? '',
    body: text?.body ?? '',
    date,
    visibility,
    permalink: text?.permalink ?? null,
    tags: [...(text?.tags ?? [])],
    categories: [...(text?.categories ?? [])],
    metadata: { ...text?.metadata },
  }
}

interface Versions {
  /** The common base. */
  readonly base: Entry
  /** The current version. */
  readonly current: Entry
  /** The version that was sent. */
  readonly own: Entry
}

/** The merged fields, without those that both sides changed differently. */
export function mergedFields({ base, current, own }: Versions): ConflictFields {
  const [before, theirs, ours] = [base, current, own].map(fieldsOf)
  if (!before || !theirs || !ours) return {}
  const merged: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(before)) {
    const result = mergedValue(name, [value, theirs[name], ours[name]])
    if (result !== undefined) merged[name] = result
  }
  return merged
}

/** Undefined if both sides changed it differently. */
function mergedValue(name: string, [before, theirs, ours]: readonly unknown[]): unknown {
  if (name === 'metadata') return mergedMetadata([before, theirs, ours].map(asRecord))
  if (name === 'body' && [before, theirs, ours].every((text) => typeof text === 'string')) {
    return mergeText(String(before), String(theirs), String(ours)).text ?? undefined
  }
  const [base, left, right] = [before, theirs, ours].map((value) => JSON.stringify(value))
  if (left === right || base === right) return theirs
  return base === left ? ours : undefined
}

function mergedMetadata([before = {}, theirs = {}, ours = {}]: readonly ConflictFields[]) {
  const names = new Set([before, theirs, ours].flatMap((one) => Object.keys(one)))
  const merged: [string, unknown][] = []
  for (const name of names) {
    const value = mergedValue('', [before[name], theirs[name], ours[name]])
    if (value !== undefined) merged.push([name, value])
  }
  return Object.fromEntries(merged)
}

function asRecord(value: unknown): ConflictFields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
