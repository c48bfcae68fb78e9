/**
 * A small process that starts programs for the server. To start a program the system copies the
 * page tables of whoever starts it, which takes a large server tens of milliseconds, in which it
 * does nothing else.
 *
 * What comes over the IPC channel: `{ id, file, args, env, channel }` starts a program as the leader of a
 * process group, `{ kill: id }` ends such a group. What goes back: `{ id, status, stderr }` when one
 * has ended, `{ id, error }` when it could not be started; the
 * first word, of no program, says that this process is ready. Input and output of a program are sockets
 * between it and the server: they are opened here to the server's own socket, whose path is the
 * first argument, and say in their first 16 bytes which they are. Plain JavaScript, since it is
 * started before anything can be compiled, also by tests.
 */
import { spawn } from 'node:child_process'
import { rmSync, rmdirSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname } from 'node:path'

const HEADER_BYTES = 16
const STDERR_MAX = 65_536
const [path = ''] = process.argv.slice(2)
const running = new Map()

process.on('message', (message) => {
  if ('kill' in message) kill(running.get(message.kill))
  else start(message).catch((error) => tell({ id: message.id, error: error.message }))
})
// Signals of a terminal reach the whole group; the server decides when this ends: with itself.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The server has ended, however it did: what it started ends with it.
process.on('disconnect', () => {
  for (const child of running.values()) kill(child)
  removeSocket()
  process.exit()
})
tell({ id: 0 })

async function start({ id, file, args, env, channel }) {
  const kinds = channel ? ['input', 'output', 'channel'] : ['input', 'output']
  const [input, output, talk] = await Promise.all(kinds.map((kind) => open(`${kind} ${id}`)))
  const stdio = [input, output, 'pipe', talk ? 'pipe' : 'ignore']
  // Never inside a site's files: git looks for repositories and settings where it stands.
  let child
  try {
    child = spawn(file, args, { cwd: '/', env, stdio, detached: true })
  } finally {
    input.destroy()
    output.destroy()
    if (!child) talk?.destroy()
  }
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    if (stderr.length < STDERR_MAX) stderr += chunk
  })
  // The descriptors of a socket that Node has opened do not wait, which a shell script needs.
  if (talk) relay(talk, child.stdio[3])
  running.set(id, child)
  child.on('error', (error) => finish({ id, error: error.message }, talk))
  child.on('close', (status) => finish({ id, status, stderr }, talk))
}

function relay(talk, descriptor) {
  talk.on('error', () => descriptor.destroy())
  descriptor.on('error', () => talk.destroy())
  talk.pipe(descriptor).pipe(talk)
}

function finish(message, talk) {
  running.delete(message.id)
  talk?.destroy()
  tell(message)
}

/** Nothing is read here of what comes: it is for the program. */
function open(name) {
  const socket = new Socket({ allowHalfOpen: true })
  socket.pause()
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.connect({ path }, () => {
      socket.write(name.padEnd(HEADER_BYTES), () => resolve(socket))
    })
  })
}

/** The server may have been killed, so it is done here. */
function removeSocket() {
  try {
    rmSync(path, { force: true })
    rmdirSync(dirname(path))
  } catch {
    // The server does it at the same time if it can.
  }
}

function tell(message) {
  if (process.connected) process.send(message)
}

function kill(child) {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
