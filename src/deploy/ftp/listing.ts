/** Lists all files below a folder of an FTP server. */

import { Writable } from 'node:stream'
import { FTPError } from 'basic-ftp'
import { listingLimits, type Listing, type Received } from '../files/file-store.js'
import { createListingBudget } from '../files/listing-budget.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'
import { DeployError } from '../network/deploy-error.js'
import { forEachYielding } from '../../system/yielding.js'
import type { FtpClient } from './connection.js'
import { createListLines } from './list-lines.js'
import type { FtpPool } from './pool.js'
import { ftpFailure, isMissing } from './replies.js'

interface Watching {
  /** Called for each folder, with its path below the base. */
  readonly onFolder: (path: string) => void
  readonly received: Received | undefined
}

/** Lists all files below a folder, over all connections. */
export function listFtp(
  pool: FtpPool,
  base: string,
  { onFolder, received }: Watching,
): Promise<Listing> {
  const reader = createReader(pool, received)
  return walkRemote({
    entriesOf: (folder) => reader.read(`${base}/${folder}`),
    atOnce: 4,
    onFolder,
  })
}

/** Sizes of the files in a folder (not below it), by name. */
export async function listSizes(
  pool: FtpPool,
  folder: string,
  received?: Received,
): Promise<Map<string, number | null>> {
  const sizes = new Map<string, number | null>()
  const entries = await createReader(pool, received).read(folder)
  await forEachYielding(entries, ({ name, kind, size }) => {
    if (kind === 'file') sizes.set(name, size)
  })
  return sizes
}

/** The names in a folder that are neither files nor folders, such as links. */
export async function listLinks(client: FtpClient, folder: string): Promise<ReadonlySet<string>> {
  const { takePiece, count } = createLimits()
  const links = new Set<string>()
  const entries = await readFolder(client, folder, () => createSink(takePiece, count))
  await forEachYielding(entries, ({ name, kind }) => {
    if (kind === 'other') links.add(name)
  })
  return links
}

/** The size of a file as the listing of its folder tells it; null if it does not, as for a hidden name. */
export async function sizeInFolder(client: FtpClient, path: string): Promise<number | null> {
  const { takePiece, count } = createLimits()
  const end = path.lastIndexOf('/')
  const entries = await readFolder(client, path.slice(0, end + 1), () =>
    createSink(takePiece, count),
  )
  let found: number | null = null
  await forEachYielding(entries, ({ name, kind, size }) => {
    if (kind === 'file' && name === path.slice(end + 1)) found = size
  })
  return found
}

interface Reader {
  read(folder: string): Promise<RemoteEntry[]>
}

/** Reads folders, several at a time, all within the limits of one listing. */
function createReader(pool: FtpPool, received: Received = () => undefined): Reader {
  const { takePiece, count } = createLimits(received)
  return {
    read: (folder) =>
      pool.use((client) => {
        received(0, 1)
        return readFolder(client, folder, () => createSink(takePiece, count))
      }),
  }
}

/** The entries of a folder; none if it does not exist. */
async function readFolder(
  client: FtpClient,
  folder: string,
  newSink: () => ListingSink,
): Promise<RemoteEntry[]> {
  let listing = newSink()
  try {
    await client.listTo(folder, () => {
      listing = newSink()
      return listing.sink
    })
    return listing.entries
  } catch (error) {
    if (error instanceof FTPError && (await isNoFolder(client, folder, error))) return []
    // basic-ftp says in the message where the error happened.
    throw listing.failure() ?? error
  }
}

/** Servers refuse to list a missing folder with many codes (501, 504, 553 …): then CWD tells whether it is there. */
async function isNoFolder(client: FtpClient, folder: string, refusal: FTPError): Promise<boolean> {
  if (isMissing(refusal.code)) return true
  if (refusal.code < 500 || refusal.code === 530) return false
  const entered = await client.sendIgnoringError(`CWD ${folder}`)
  return entered.code >= 500 && entered.code !== 530
}

/** Counts what comes of one listing. */
function createLimits(received: Received = () => undefined) {
  const budget = createListingBudget()
  let bytes = 0
  return {
    count: (name: string) => budget.count(name),
    takePiece: (piece: Buffer) => {
      bytes += piece.length
      if (bytes > listingLimits.bytes) throw tooLong()
      received(piece.length)
    },
  }
}

interface ListingSink {
  readonly sink: Writable
  readonly entries: RemoteEntry[]
  readonly failure: () => DeployError | null
}

/** Parses the bytes of one listing. `takePiece` and `count` are called for each piece and name; they may throw. */
function createSink(
  takePiece: (piece: Buffer) => void,
  count: (name: string) => void,
): ListingSink {
  const entries: RemoteEntry[] = []
  const lines = createListLines()
  let failure: DeployError | null = null
  const keep = (entry: RemoteEntry) => {
    count(entry.name)
    entries.push(entry)
  }
  const attempt = (done: (error?: Error) => void, work: () => void) => {
    try {
      work()
      done()
    } catch (error) {
      failure = ftpFailure(error)
      done(new Error(failure.message))
    }
  }
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      attempt(done, () => {
        takePiece(piece)
        lines.write(piece).forEach(keep)
      })
    },
    final: (done) => attempt(done, () => lines.end().forEach(keep)),
  })
  return { sink, entries, failure: () => failure }
}

function tooLong(): DeployError {
  return new DeployError('bad_remote', `the server lists more than ${listingLimits.bytes} bytes`)
}
