/**
 * What a server and its children asked of the disk, with every byte, in order, as strace saw it: from
 * this the states can be made in which a power cut may leave the disk.
 *
 * @see SECURITY.md
 */

import { readFile } from 'node:fs/promises'
import path from 'node:path'

const TRACED =
  'execve,openat,creat,mkdir,mkdirat,write,pwrite64,writev,pwritev,ftruncate,truncate,lseek,' +
  'fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,sendto,sendmsg'

/** Words in front of a command, that write its calls into a file, whole and in hexadecimal. */
export function recorded(file: string): string[] {
  return ['strace', '-f', '-yy', '-xx', '-s', '2000000', '-e', `trace=${TRACED}`, '-o', file]
}

/** One thing that was done; paths are absolute. */
export type DiskEvent =
  | { readonly kind: 'open'; readonly file: string; readonly flags: string }
  | {
      readonly kind: 'write'
      readonly file: string
      readonly data: Buffer
      /** Null goes on where the write before ended; infinite is the end of the file. */
      readonly at: number | null
    }
  | { readonly kind: 'seek'; readonly file: string; readonly at: number }
  | { readonly kind: 'truncate'; readonly file: string; readonly size: number }
  | { readonly kind: 'sync'; readonly file: string; readonly began: number }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'mkdir' | 'unlink' | 'rmdir'; readonly file: string }
  | { readonly kind: 'answer'; readonly text: string }

interface Call {
  readonly pid: string
  readonly name: string
  readonly args: string
  readonly result: number
  /** Path of a descriptor that came back. */
  readonly opened: string
  /** Line where it began. */
  readonly began: number
}

/** The events of a record, by their ends; `began` of a sync is a place among them. */
export async function readDiskEvents(file: string, cwdOfGit: string): Promise<DiskEvent[]> {
  const events: DiskEvent[] = []
  const state: Paths = { cwdOfGit, folders: new Map(), programs: new Set(), first: null }
  // Where the events stood at each line, for calls that took a while.
  const places: number[] = []
  for (const call of calls((await readFile(file, 'latin1')).split('\n'), () =>
    places.push(events.length),
  )) {
    const event = eventOf(state, call, places[call.began] ?? 0)
    if (event) events.push(event)
  }
  return events
}

function* calls(lines: readonly string[], eachLine: () => void): Generator<Call> {
  const pending = new Map<string, { name: string; args: string; began: number }>()
  for (const [at, line] of lines.entries()) {
    eachLine()
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const cut = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest)
    if (cut) {
      pending.set(pid, { name: cut[1] ?? '', args: cut[2] ?? '', began: at })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)\) += (-?\d+)(?:<([^>]*)>)?/.exec(rest)
    const whole = resumed ? null : /^(\w+)\((.*)\) += (-?\d+)(?:<([^>]*)>)?/.exec(rest)
    const found = resumed ?? whole?.slice(1)
    if (!found) continue
    const before = resumed ? pending.get(pid) : null
    const [name, args, began] = before
      ? [before.name, before.args + (found[1] ?? ''), before.began]
      : [found[0] ?? '', found[1] ?? '', at]
    const result = Number(found[2])
    if (result >= 0) yield { pid, name, args, result, opened: text(found[3] ?? ''), began }
  }
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

function text(hex: string): string {
  return bytes(hex).toString('utf8')
}

interface Paths {
  readonly cwdOfGit: string
  /** Of descriptors of the server: it names files through them. */
  readonly folders: Map<string, string>
  /** Processes that run another program than the server. */
  readonly programs: Set<string>
  first: string | null
}

function resolve(state: Paths, name: string): string {
  const held = /^\/proc\/self\/fd\/(\d+)\/(.*)$/.exec(name)
  if (held) return path.join(state.folders.get(held[1] ?? '') ?? '/nowhere', held[2] ?? '')
  return path.resolve(state.cwdOfGit, name)
}

const SAYING = new Set(['write', 'writev', 'sendto', 'sendmsg'])

function eventOf(state: Paths, call: Call, began: number): DiskEvent | null {
  const { pid, name, args, result } = call
  if (name === 'execve') {
    state.first ??= pid
    if (pid !== state.first) state.programs.add(pid)
    return null
  }
  const quoted = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => hex ?? '')
  const paths = () => quoted.map((hex) => resolve(state, text(hex)))
  const [, hexOfFile = ''] = /^\d+<([^>]*)>/.exec(args) ?? []
  const file = text(hexOfFile)
  if (name === 'openat' || name === 'creat') {
    if (!state.programs.has(pid)) state.folders.set(String(result), call.opened)
    const flags = name === 'creat' ? 'O_CREAT|O_TRUNC|O_WRONLY' : args
    return { kind: 'open', file: call.opened, flags }
  }
  if (SAYING.has(name) && hexOfFile.startsWith('TCP')) {
    return { kind: 'answer', text: quoted.map((hex) => bytes(hex).toString('latin1')).join('') }
  }
  // Pipes and the like have no path.
  if (!file.startsWith('/') && hexOfFile !== '') return null
  const data = () => Buffer.concat(quoted.map(bytes)).subarray(0, result)
  if (name === 'write' || name === 'writev') {
    // Reads are not recorded; git has read a pack to its end when it writes the checksum there.
    const isChecksum = result === 20 && /\/tmp_pack_\w+$/.test(file)
    const at = isChecksum ? Number.POSITIVE_INFINITY : null
    return { kind: 'write', file, data: data(), at }
  }
  const last = Number(/(-?\d+)$/.exec(args)?.[1] ?? -1)
  if (name.startsWith('pwrite')) return { kind: 'write', file, data: data(), at: last }
  if (name === 'lseek') return { kind: 'seek', file, at: result }
  if (name === 'ftruncate') return { kind: 'truncate', file, size: last }
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', file, began }
  return namingOf(name, args, paths())
}

function namingOf(name: string, args: string, paths: readonly string[]): DiskEvent | null {
  const [from = '', to = ''] = paths
  if (name.startsWith('rename')) return { kind: 'rename', from, to }
  if (name.startsWith('link')) return { kind: 'link', from, to }
  if (name.startsWith('mkdir')) return { kind: 'mkdir', file: from }
  if (name === 'unlinkat' && args.includes('AT_REMOVEDIR')) return { kind: 'rmdir', file: from }
  if (name.startsWith('unlink')) return { kind: 'unlink', file: from }
  return name === 'rmdir' ? { kind: 'rmdir', file: from } : null
}
