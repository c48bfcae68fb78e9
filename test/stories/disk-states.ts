/**
 * The states in which a power cut may leave a disk, from what was asked of it until then.
 *
 * Contents that were not made durable are there, not there, or in part; names that were not are
 * there up to some point: in the order in which they were given (as a journal keeps it), or in each
 * folder by itself, which is less than any journal promises.
 *
 * @see SECURITY.md, §3.2 (2)
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DiskEvent } from './disk-log.js'

/** A number from 0 up to 1, not 1 itself. */
export type Random = () => number

/** Reproducible numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface Write {
  readonly at: number
  /** Null cuts or lengthens the file to `at`. */
  readonly data: Buffer | null
  /** Place among the events. */
  readonly event: number
}

interface Inode {
  readonly isFolder: boolean
  /** As they are to whoever looks while there is power. */
  readonly names: Map<string, number>
  durable: Buffer
  pending: Write[]
  /** Where the next write goes on. */
  position: number
  /** Names of a folder that are durable: those given before this event. */
  syncedAt: number
}

interface Naming {
  readonly event: number
  /** Folder that decides; the others go with it. */
  readonly folder: number
  readonly steps: readonly {
    readonly folder: number
    readonly name: string
    readonly inode: number | null
  }[]
}

/** Which names are there after the cut. */
export type Order = 'journal' | 'folders'

/** A disk that can lose its power at any moment. */
export interface Disk {
  apply(event: DiskEvent, place: number): void
  /** Writes one of the states in which a cut of now may leave the disk into a new folder. */
  cut(target: string, order: Order, random: Random): void
}

/** A disk with what lies in a folder, all of it durable. */
export function openDisk(root: string): Disk {
  const inodes: Inode[] = []
  const namings: Naming[] = []
  // A journal is made durable as a whole by whoever changed a file and asks for that file.
  let journalAt = -1
  const make = (isFolder: boolean, durable = Buffer.alloc(0)): number =>
    inodes.push({
      isFolder,
      durable,
      names: new Map<string, number>(),
      pending: [],
      position: 0,
      syncedAt: -1,
    }) - 1
  const top = make(true)
  const load = (folder: string, into: number): void => {
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const full = path.join(folder, item.name)
      const inode = item.isDirectory() ? make(true) : make(false, readFileSync(full))
      at(into).names.set(item.name, inode)
      if (item.isDirectory()) load(full, inode)
    }
  }
  const at = (inode: number): Inode => {
    const found = inodes[inode]
    if (!found) throw new Error(`There is no inode ${inode}.`)
    return found
  }
  load(root, top)
  const start = new Map(inodes.map((inode, number) => [number, new Map(inode.names)]))
  const find = (file: string): number | null => {
    const below = path.relative(root, file)
    if (below.startsWith('..')) return null
    let inode: number | undefined = top
    for (const name of below === '' ? [] : below.split('/')) {
      inode = inode === undefined ? undefined : at(inode).names.get(name)
    }
    return inode ?? null
  }
  const name = (event: number, ...changes: readonly (readonly [string, number | null])[]): void => {
    const steps = changes.flatMap(([file, inode]) => {
      const folder = find(path.dirname(file))
      return folder === null ? [] : [{ folder, name: path.basename(file), inode }]
    })
    const [first] = steps
    if (!first || path.relative(root, changes[0]?.[0] ?? '').startsWith('..')) return
    for (const { folder, name: own, inode } of steps) {
      if (inode === null) at(folder).names.delete(own)
      else at(folder).names.set(own, inode)
    }
    namings.push({ event, folder: first.folder, steps })
  }
  const write = (
    file: string,
    change: { at: number | null; data: Buffer | null },
    event: number,
  ) => {
    const inode = find(file)
    if (inode === null) return
    const node = at(inode)
    const end = () => contentOf(node.durable, node.pending).length
    const begin = change.at === Number.POSITIVE_INFINITY ? end() : (change.at ?? node.position)
    if (change.at === null && change.data) node.position = begin + change.data.length
    node.pending.push({ at: begin, data: change.data, event })
  }
  const sync = (file: string, began: number): void => {
    const inode = find(file)
    if (inode === null) return
    const node = at(inode)
    node.syncedAt = Math.max(node.syncedAt, began)
    const done = node.pending.filter(({ event }) => event < began)
    if (done.length > 0) journalAt = Math.max(journalAt, began)
    node.durable = contentOf(node.durable, done)
    node.pending = node.pending.filter(({ event }) => event >= began)
  }
  const open = (file: string, flags: string, event: number): void => {
    if (find(file) === null && flags.includes('O_CREAT')) name(event, [file, make(false)])
    const inode = find(file)
    if (inode === null || /O_RDONLY/.test(flags)) return
    const node = at(inode)
    if (flags.includes('O_TRUNC')) node.pending.push({ at: 0, data: null, event })
    const isAppending = flags.includes('O_APPEND')
    node.position = isAppending ? contentOf(node.durable, node.pending).length : 0
  }
  const apply: Disk['apply'] = (event, place) => {
    switch (event.kind) {
      case 'open':
        return open(event.file, event.flags, place)
      case 'write':
        return write(event.file, event, place)
      case 'truncate':
        return write(event.file, { at: event.size, data: null }, place)
      case 'seek': {
        const inode = find(event.file)
        if (inode !== null) at(inode).position = event.at
        return
      }
      case 'sync':
        return sync(event.file, event.began)
      case 'mkdir':
        return find(event.file) === null ? name(place, [event.file, make(true)]) : undefined
      case 'rename': {
        const inode = find(event.from)
        return name(place, [event.to, inode], [event.from, null])
      }
      case 'link':
        return name(place, [event.to, find(event.from)])
      case 'unlink':
      case 'rmdir':
        return name(place, [event.file, null])
      case 'answer':
    }
  }
  const standing = (order: Order, random: Random): ((naming: Naming) => boolean) => {
    const upTo = (least: number): number => {
      const later = namings.filter(({ event }) => event >= least)
      const kind = random()
      if (kind < 0.35 || later.length === 0) return least
      if (kind < 0.5) return Number.POSITIVE_INFINITY
      return (later[Math.floor(random() * later.length)]?.event ?? least) + 1
    }
    if (order === 'journal') {
      const synced = namings.filter(({ event, steps }) =>
        steps.some(({ folder }) => at(folder).syncedAt > event),
      )
      const end = upTo(Math.max(journalAt, (synced.at(-1)?.event ?? -1) + 1))
      return ({ event }) => event < end
    }
    const ends = new Map<number, number>()
    return ({ event, folder, steps }) => {
      for (const step of steps) {
        if (!ends.has(step.folder)) ends.set(step.folder, upTo(at(step.folder).syncedAt))
      }
      // What goes in one folder as it comes into another, does so together.
      return (
        event < (ends.get(folder) ?? 0) || steps.some((step) => at(step.folder).syncedAt > event)
      )
    }
  }
  const cut: Disk['cut'] = (target, order, random) => {
    const names = new Map([...start].map(([inode, own]) => [inode, new Map(own)]))
    const isThere = standing(order, random)
    for (const naming of namings.filter(isThere)) {
      for (const { folder, name: own, inode } of naming.steps) {
        const all = names.get(folder) ?? new Map<string, number>()
        names.set(folder, all)
        if (inode === null) all.delete(own)
        else all.set(own, inode)
      }
    }
    const put = (folder: string, inode: number): void => {
      mkdirSync(folder)
      for (const [own, child] of names.get(inode) ?? []) {
        const full = path.join(folder, own)
        // What SQLite shares between processes is in no file after a start.
        if (own.endsWith('.db-shm')) continue
        if (at(child).isFolder) put(full, child)
        else writeFileSync(full, partOf(at(child), random))
      }
    }
    put(target, top)
  }
  return { apply, cut }
}

/** Nothing of what is not durable, all of it, or some, the last of that torn. */
function partOf({ durable, pending }: Inode, random: Random): Buffer {
  const kind = random()
  if (pending.length === 0 || kind < 0.35) return durable
  if (kind < 0.5) return contentOf(durable, pending)
  const some = pending.filter(() => random() < 0.6)
  const last = some.at(-1)
  if (!last?.data) return contentOf(durable, some)
  const torn = last.data.subarray(0, Math.floor(random() * last.data.length))
  return contentOf(durable, [...some.slice(0, -1), { ...last, data: torn }])
}

function contentOf(before: Buffer, writes: readonly Write[]): Buffer {
  let content = before
  for (const { at: begin, data } of writes) {
    const size = data ? Math.max(content.length, begin + data.length) : begin
    const next = Buffer.alloc(size)
    content.copy(next, 0, 0, Math.min(size, content.length))
    data?.copy(next, begin)
    content = next
  }
  return content
}
