/** Layouts, includes and data files that were changed, added and removed. */

import { readSiteData } from '../read/data-files.js'
import { readIncludes, readLayouts } from '../read/layouts.js'
import { DATA } from '../facts/read-log.js'
import type { Reached } from './reached.js'
import { isSame, isSameMap } from './same.js'
import type { State } from './state.js'

/** Reads all layouts and includes again: they are few. */
export async function readTemplates({ site, prepared }: State, reached: Reached): Promise<void> {
  const layouts = await readLayouts(prepared.reading)
  for (const name of new Set([...site.layouts.keys(), ...layouts.keys()])) {
    const [old, fresh] = [site.layouts.get(name), layouts.get(name)]
    const isSameText =
      fresh !== undefined &&
      old !== undefined &&
      fresh.content === old.content &&
      fresh.path === old.path &&
      fresh.lineOffset === old.lineOffset
    if (!isSameText || !isSameMap(fresh.data, old.data)) reached.changed('layout', name)
  }
  become(site.layouts, layouts)
  const includes = await readIncludes(prepared.reading)
  for (const name of new Set([...site.includes.keys(), ...includes.keys()])) {
    if (site.includes.get(name) !== includes.get(name)) reached.changed('include', name)
  }
  become(site.includes, includes)
}

function become<Key, Value>(map: Map<Key, Value>, other: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of other) map.set(key, value)
}

/** Reads all data files again. */
export async function readDataAgain({ site, prepared }: State, reached: Reached): Promise<void> {
  const before = site.data
  site.data = await readSiteData(prepared.reading)
  for (const key of new Set([...before.keys(), ...site.data.keys()])) {
    const [old, fresh] = [before.get(key), site.data.get(key)]
    if (isSame(old, fresh)) {
      // What did not change stays the same object, which templates can compare.
      if (old !== undefined) site.data.set(key, old)
    } else reached.changed(DATA, String(key))
  }
  const isSameList = [...before.keys()].join('\0') === [...site.data.keys()].join('\0')
  if (!isSameList) reached.changed(DATA, '*')
}
