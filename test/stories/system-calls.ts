/**
 * What a program asks of the system, in order, as strace saw it: the one witness that cannot be
 * told by the program's own code that something was made durable.
 *
 * @see SECURITY.md
 */

import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Whether this machine lets us look at system calls. */
export function hasStrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** Calls that make, name and keep files, and those that answer. */
const TRACED =
  'openat,creat,mkdir,mkdirat,write,pwrite64,writev,pwritev,sendto,sendmsg,' +
  'fsync,fdatasync,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat'

/** Words in front of a command, that write its calls into a file. */
export function straced(file: string): string[] {
  return ['strace', '-f', '--seccomp-bpf', '-yy', '-s', '256', '-e', `trace=${TRACED}`, '-o', file]
}

/** One call that succeeded. */
export interface SystemCall {
  readonly name: string
  readonly args: string
  /** Places in the order of all beginnings and ends of calls. */
  readonly began: number
  readonly ended: number
}

interface Pending {
  readonly name: string
  readonly args: string
  readonly began: number
}

/** The calls that succeeded, by their ends. */
export async function readCalls(file: string): Promise<SystemCall[]> {
  const pending = new Map<string, Pending>()
  const calls: SystemCall[] = []
  const lines = (await readFile(file, 'utf8')).split('\n')
  for (const [at, line] of lines.entries()) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const cut = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest)
    const resumed = /^<\.\.\. \w+ resumed>(.*)\) += (-?\d+)/.exec(rest)
    const whole = /^(\w+)\((.*)\) += (-?\d+)/.exec(rest)
    if (cut) pending.set(pid, { name: cut[1] ?? '', args: cut[2] ?? '', began: at })
    else if (resumed) {
      const { name, args, began } = pending.get(pid) ?? { name: '', args: '', began: at }
      const [, more = '', result] = resumed
      if (Number(result) >= 0) calls.push({ name, args: args + more, began, ended: at })
    } else if (whole && Number(whole[3]) >= 0) {
      calls.push({ name: whole[1] ?? '', args: whole[2] ?? '', began: at, ended: at })
    }
  }
  return calls
}

/** Paths in quotes: what is renamed from and to, made or removed. */
export function quoted({ args }: SystemCall): string[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? '')
}

/** The file that a call works on by its number. */
export function fileOf({ args }: SystemCall): string {
  return /^\d+<([^>]*)>/.exec(args)?.[1] ?? ''
}

export function isSync({ name }: SystemCall): boolean {
  return name === 'fsync' || name === 'fdatasync'
}

export function isRename({ name }: SystemCall): boolean {
  return name.startsWith('rename') || name.startsWith('link')
}

export function isWrite({ name }: SystemCall): boolean {
  return /^p?write/.test(name)
}
