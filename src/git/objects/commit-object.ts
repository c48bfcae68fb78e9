/** Parses and formats commit objects as git does. Pure. */
import { GitError } from '../program/git-error.js'
import { isOid } from './oid.js'
import type { Oid } from './oid.js'

/** Who did something and when. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since the Unix epoch; in a parsed commit at most the year 9999. */
  readonly time: number
  /** Minutes east of UTC: 120 for +0200; 0 if left out. */
  readonly offset?: number
}

/** A commit as read. */
export interface Commit {
  readonly oid: Oid
  readonly tree: Oid
  /** Ids of the parents, first parent first; empty for a first commit. */
  readonly parents: readonly Oid[]
  readonly author: Signature
  readonly committer: Signature
  /** The message as stored, with its final newline if it has one. */
  readonly message: string
}

const SIGNATURE = /^(.*?) ?<([^>]*)> (-?\d+) ([+-])(\d\d)(\d\d)$/

/** @throws GitError `corrupt` if it is not a commit */
export function parseCommit(oid: Oid, data: Buffer): Commit {
  const text = data.toString('utf8')
  const split = text.indexOf('\n\n')
  const head = split < 0 ? text : text.slice(0, split)
  const lines = head.split('\n')
  const values = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1))
  const tree = values('tree')[0]
  if (tree === undefined || !isOid(tree)) throw new GitError('corrupt', `${oid} is no commit.`)
  return {
    oid,
    tree,
    parents: values('parent'),
    author: parseSignature(values('author')[0] ?? ''),
    committer: parseSignature(values('committer')[0] ?? ''),
    message: split < 0 ? '' : text.slice(split + 2),
  }
}

/** Only the tree of a commit, from its first line. @throws GitError `corrupt` */
export function treeInCommit(oid: Oid, data: Buffer): Oid {
  const line = data.toString('latin1', 0, TREE_END)
  const tree = line.slice('tree '.length, -1)
  if (!line.startsWith('tree ') || !line.endsWith('\n') || !isOid(tree)) {
    throw new GitError('corrupt', `${oid} is no commit.`)
  }
  return tree
}

const TREE_END = 'tree \n'.length + 40

/** Longer signatures are nobody's: only the beginning of the name is kept. */
const MAX_SIGNATURE = 4096
const MAX_NAME = 1000

/** Lenient: other tools write odd lines. Missing parts are empty or 0. */
function parseSignature(line: string): Signature {
  if (line.length > MAX_SIGNATURE) {
    return { name: line.slice(0, MAX_NAME), email: '', time: 0, offset: 0 }
  }
  const match = SIGNATURE.exec(line)
  if (!match) return { name: line, email: '', time: 0, offset: 0 }
  const [, name = '', email = '', time = '0', sign, hours, minutes] = match
  const offset = Number(hours) * 60 + Number(minutes)
  return { name, email, time: knownTime(Number(time)), offset: sign === '-' ? -offset : offset }
}

/** The last whole day of the year 9999 in every zone. */
const LATEST = Date.UTC(9999, 11, 30) / 1000

/** Limits a time to what calendars can represent; other values would fail wherever they are shown. */
function knownTime(seconds: number): number {
  return Math.min(Math.max(seconds, 0), LATEST)
}

/** Content of a new commit. */
interface CommitFields {
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

/** Formats a commit. Names and messages are cleaned so that `git fsck --strict` accepts it. */
export function formatCommit(fields: CommitFields): Buffer {
  const message = fields.message.replaceAll('\0', '').replace(/\r\n?/g, '\n').trimEnd()
  const lines = [
    `tree ${fields.tree}`,
    ...fields.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(fields.author)}`,
    `committer ${formatSignature(fields.committer)}`,
    '',
    `${message}\n`,
  ]
  return Buffer.from(lines.join('\n'))
}

function formatSignature(who: Signature): string {
  const minutes = Math.abs(who.offset ?? 0)
  const pad = (number: number): string => String(number).padStart(2, '0')
  const zone = `${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`
  const sign = (who.offset ?? 0) < 0 ? '-' : '+'
  const time = Math.max(0, Math.floor(who.time))
  return `${clean(who.name) || 'unknown'} <${clean(who.email)}> ${time} ${sign}${zone}`
}

// git/ident.c refuses these characters inside, and strips punctuation at the ends.
function clean(text: string): string {
  return text
    .replace(/[\x00-\x1f\x7f<>]+/g, ' ')
    .replace(/^[\s.,:;"'\\]+|(?<![\s.,:;"'\\])[\s.,:;"'\\]+$/g, '')
}
