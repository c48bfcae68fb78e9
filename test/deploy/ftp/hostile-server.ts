/** An FTP server that was built to hurt, on loopback: ordinary, but for the replies and listings that it is given. */

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Listing, OpenStore } from '../../../src/deploy/files/file-store.js'
import { ftpStore } from '../../../src/deploy/ftp/ftp.js'
import { localOutgoing } from '../settings.js'

const servers: Server[] = []

/** Ends every server that was opened. */
export function closeServers(): void {
  servers.splice(0).forEach((server) => server.close())
}

export async function opened(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

type Say = (line: string) => void

interface FtpLies {
  readonly welcome?: string
  /** What it answers to a command, by its first word; it may go on with the ordinary answer. */
  readonly replies?: Readonly<Record<string, (say: Say, answer: () => void) => void>>
  /** What it sends as the listing of a folder, or as a file. */
  readonly list?: (data: Socket, folder: string) => void
}

/** A server that takes every login, answers everything and notes the commands. */
export async function lyingFtp({ welcome = '220 ready', replies = {}, list }: FtpLies) {
  const commands: string[] = []
  const port = await opened(
    createServer((control) => {
      control.on('error', () => undefined)
      let data: Promise<Socket> | null = null
      const say: Say = (line) => void control.write(`${line}\r\n`)
      const send = async (folder: string) => {
        const socket = await data
        if (socket === null) return say('425 no data connection')
        if (list === undefined) socket.end()
        else list(socket, folder)
        // As real servers do: only when all has left.
        socket.once('finish', () => say('226 done'))
      }
      const ordinary: Record<string, (argument: string) => void> = {
        USER: () => say('331 password'),
        PASS: () => say('230 in'),
        PWD: () => say('257 "/"'),
        FEAT: () => say('211-Features\r\n MLST size*;type*;\r\n UTF8\r\n211 End'),
        SIZE: () => say('550 none'),
        EPSV: () => {
          let come: (socket: Socket) => void
          data = new Promise((resolve) => (come = resolve))
          const server = createServer((socket) => {
            socket.on('error', () => undefined)
            come(socket)
          })
          void opened(server).then((dataPort) => say(`229 Extended (|||${dataPort}|)`))
        },
        MLSD: (folder) => {
          say('150 here it comes')
          void send(folder)
        },
        RETR: (file) => ordinary['MLSD']?.(file),
      }
      say(welcome)
      control.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          commands.push(line)
          const [word = '', ...rest] = line.split(' ')
          const lie = replies[word]
          const reply = ordinary[word] ?? (() => say('200 fine'))
          const answer = () => reply(rest.join(' '))
          if (lie === undefined) answer()
          else lie(say, answer)
        }
      })
    }),
  )
  return { port, commands }
}

/** The store at a port. */
export function ftpAt(port: number): OpenStore {
  const account = { username: 'u', password: 'web-secret', path: '', security: 'none' } as const
  return ftpStore({ host: '127.0.0.1', port, ...account }, localOutgoing)
}

/** What came of listing a store. */
interface Outcome {
  readonly listing?: Listing
  readonly code?: string
  readonly message?: string
}

/** Lists the store at a port. */
export async function outcomeAt(port: number): Promise<Outcome> {
  try {
    const store = await ftpAt(port)(new AbortController().signal)
    try {
      return { listing: await store.list() }
    } finally {
      await store.close()
    }
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
}
