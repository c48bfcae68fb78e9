/**
 * Limits the replies of an FTP server on the control connection. basic-ftp has no limits: it would send the password
 * after each "331", and wait as long as another "150" comes.
 */

import type { FTPContext, FTPError, FTPResponse } from 'basic-ftp'
import { DeployError } from '../network/deploy-error.js'
import { formatBytes } from '../network/remote-text.js'

/** Replies to one command. An upload has two (RFC 959 §5.4), and so has a login with password. */
const MAX_REPLIES = 16

/** Bytes between two commands. basic-ftp limits one reply to 64 KiB. */
const MAX_BYTES = 1024 * 1024

type Handler = Parameters<FTPContext['handle']>[1]

/** Closes the connection if the server exceeds a limit. */
export function limitReplies(context: FTPContext): void {
  const handle = context.handle.bind(context)
  let bytes = 0
  let watched: FTPContext['socket'] | null = null
  const watch = (socket: FTPContext['socket']) => {
    if (watched === socket) return
    watched = socket
    socket.on('data', (text: string | Buffer) => {
      bytes += text.length
      if (bytes > MAX_BYTES) context.closeWithError(tooMuch(formatBytes(MAX_BYTES)))
    })
  }
  context.handle = (command, handler) => {
    bytes = 0
    watch(context.socket)
    return handle(command, counted(handler))
  }
}

function counted(handler: Handler): Handler {
  let replies = 0
  return (reply: Error | FTPResponse | FTPError, task) => {
    if ('code' in reply) replies += 1
    // An exception here rejects the task and closes the connection.
    if (replies > MAX_REPLIES) throw tooMuch(`${MAX_REPLIES} replies`)
    handler(reply, task)
  }
}

function tooMuch(what: string): DeployError {
  return new DeployError('bad_remote', `the server sent more than ${what} to one command`)
}
