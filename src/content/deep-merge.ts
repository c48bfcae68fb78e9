/** Merges maps as Jekyll merges data. */

import { isYamlMap } from './yaml/value.js'
import type { YamlKey, YamlMap, YamlValue } from './yaml/value.js'

/**
 * A new map of `under` and `over`: nested maps are merged, other values come from `over`, and a null in `over` replaces
 * no value. The keys of `under` come first.
 *
 * @see jekyll/utils.rb: deep_merge_hashes
 */
export function deepMerge(under: YamlMap, over: YamlMap): YamlMap {
  const merged: YamlMap = new Map(under)
  for (const [key, value] of over) {
    const old = merged.get(key)
    if (old === undefined || value !== null) {
      const isBoth = old !== undefined && isYamlMap(old) && isYamlMap(value)
      merged.set(key, isBoth ? deepMerge(old, value) : value)
    }
  }
  return merged
}

/** Maps that are merged one by one. */
interface Merging {
  /** Merges a map over what there is, as `deepMerge(soFar, map)`. */
  over(map: YamlMap): void
  /** Merges a map under what there is, as `deepMerge(map, soFar)`. */
  under(map: YamlMap): void
  result(): YamlMap
}

/**
 * Merges many maps; the cost of each is its own size, however much was merged before. The order matters: a text between
 * two maps hides the first.
 */
export function createMerging(): Merging {
  const growing = createGrowing()
  return {
    over: (map) => growOver(growing, map),
    under: (map) => growUnder(growing, map),
    result: () => finished(growing),
  }
}

/** A map that grows at both ends. Its keys are sorted at the end: those put in front have places below zero. */
interface Growing {
  readonly slots: Map<YamlKey, Slot>
  front: number
  end: number
}

interface Slot {
  place: number
  value: YamlValue | { readonly growing: Growing }
}

function createGrowing(): Growing {
  return { slots: new Map(), front: 0, end: 0 }
}

function growOver(growing: Growing, map: YamlMap): void {
  for (const [key, value] of map) {
    const slot = growing.slots.get(key)
    if (slot === undefined) growing.slots.set(key, { place: growing.end++, value })
    else if (value !== null && !growInside(slot, value, growOver)) slot.value = value
  }
}

function growUnder(growing: Growing, map: YamlMap): void {
  let place = (growing.front -= map.size)
  for (const [key, value] of map) {
    const slot = growing.slots.get(key)
    if (slot === undefined) growing.slots.set(key, { place, value })
    else {
      slot.place = place
      if (slot.value === null) slot.value = value
      else growInside(slot, value, growUnder)
    }
    place += 1
  }
}

/** Merges two maps in a slot. @returns false if one of the values is no map */
function growInside(slot: Slot, value: YamlValue, grow: typeof growOver): boolean {
  if (!isYamlMap(value)) return false
  const old = slot.value
  if (isYamlMap(old)) {
    const growing = createGrowing()
    growOver(growing, old)
    slot.value = { growing }
  } else if (!isGrowing(old)) return false
  if (isGrowing(slot.value)) grow(slot.value.growing, value)
  return true
}

function isGrowing(value: Slot['value']): value is { readonly growing: Growing } {
  return typeof value === 'object' && value !== null && 'growing' in value
}

function finished({ slots }: Growing): YamlMap {
  const sorted = [...slots].toSorted(([, a], [, b]) => a.place - b.place)
  return new Map(
    sorted.map(([key, { value }]) => [key, isGrowing(value) ? finished(value.growing) : value]),
  )
}
