/**
 * Fetches the files of one commit of a remote, without its history, as a pack.
 *
 * @see gitprotocol-pack(5), shallow clones
 */
import { isOid } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { FLUSH, formatPacket, readPackets } from '../protocol/packet-line.js'
import { exchange, MAX_RESULT_MS, RemoteError, watched } from './http.js'
import type { Remote } from './http.js'
import { demultiplex, readAdvertisement, wished } from './refs.js'
import type { Advertisement } from './refs.js'

/** Which commit: a branch, a tag or a whole id; null for the default branch. */
interface TipOptions extends Remote {
  readonly name: string | null
}

/** The commit that a name stands for; null for none. @throws RemoteError, `aborted` */
export async function readTip(options: TipOptions): Promise<Oid | null> {
  return watched(options, async (watch) =>
    tipIn(await readAdvertisement(options, watch, 'upload-pack'), options.name),
  )
}

/**
 * Sends the pack of a commit to `take`.
 *
 * @param take must read all chunks
 * @throws RemoteError; `too_large` beyond `maxBytes`; `aborted`
 */
export async function fetchTip<T>(
  options: Remote & { readonly commit: Oid; readonly maxBytes: number },
  take: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  return watched(options, async (watch) => {
    const { capabilities } = await readAdvertisement(options, watch, 'upload-pack')
    if (!capabilities.has('side-band-64k'))
      throw new RemoteError('failed', 'the server speaks an older form of the protocol')
    const body = Buffer.concat([
      formatPacket(`want ${options.commit} ${wished(capabilities, WISHES)}\n`),
      ...(capabilities.has('shallow') ? [formatPacket('deepen 1\n')] : []),
      FLUSH,
      formatPacket('done\n'),
    ])
    const answer = await exchange(options, watch, {
      path: '/git-upload-pack',
      accept: 'application/x-git-upload-pack-result',
      answerMs: MAX_RESULT_MS,
      send: { type: 'application/x-git-upload-pack-request', body },
    })
    return take(limited(demultiplex(options, readPackets(answer)), options.maxBytes))
  })
}

const WISHES = ['side-band-64k', 'ofs-delta', 'no-progress']

function tipIn({ branches, tags, head }: Advertisement, name: string | null): Oid | null {
  if (name === null) return head
  const named = branches.get(`refs/heads/${name}`) ?? tags.get(`refs/tags/${name}`)
  return named ?? (isOid(name) ? name : null)
}

async function* limited(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new RemoteError('too_large', `the repository has more than ${maxBytes} bytes to fetch`)
    yield chunk
  }
}
