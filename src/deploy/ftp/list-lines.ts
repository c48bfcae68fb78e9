/** Parses the listing of a folder piece by piece, as it comes. */

import { FileType, type FileInfo, parseList } from 'basic-ftp'
import type { RemoteEntry } from '../files/walk-remote.js'
import { DeployError } from '../network/deploy-error.js'

/** Longer than any real line: a name of 255 characters, owner, group and some facts. */
const MAX_LINE_BYTES = 8192

const NEWLINE = 0x0a

/** The last lines of a piece, in which a line in a known format is looked for. */
const LINES_LOOKED_AT = 20

/** Parses one listing piece by piece. */
interface ListLines {
  /** The entries of the lines that end in this piece. @throws DeployError `bad_remote` */
  write(piece: Buffer): RemoteEntry[]
  /** The entry of the last line if it has no line break. */
  end(): RemoteEntry[]
}

export function createListLines(): ListLines {
  let rest: Buffer = Buffer.alloc(0)
  /** A line in a format that basic-ftp recognized: it detects the format by the last line that it gets. */
  let known = ''
  const parse = (text: string): FileInfo[] => {
    const lines = text.split('\n')
    const isKnown = lines.slice(-LINES_LOOKED_AT).findLast(isOfKnownForm)
    known = isKnown ?? known
    return known === '' ? parseList(text) : parseList(`${text}\n${known}`).slice(0, -1)
  }
  return {
    write(piece) {
      const end = piece.lastIndexOf(NEWLINE) + 1
      const lines = end === 0 ? '' : Buffer.concat([rest, piece.subarray(0, end)]).toString('utf8')
      rest = end === 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.subarray(end))
      if (rest.length > MAX_LINE_BYTES) {
        const clause = `a line of its listing is longer than ${MAX_LINE_BYTES} bytes`
        throw new DeployError('bad_remote', clause)
      }
      return parse(lines).map(entryOf)
    },
    end: () => parse(rest.toString('utf8')).map(entryOf),
  }
}

function isOfKnownForm(line: string): boolean {
  try {
    return parseList(line).length === 1
  } catch {
    return false
  }
}

function entryOf({ name, type, size }: FileInfo): RemoteEntry {
  return { name, kind: kindOf(type), size }
}

function kindOf(type: FileType): RemoteEntry['kind'] {
  if (type === FileType.File) return 'file'
  return type === FileType.Directory ? 'folder' : 'other'
}
