/** Asks for one thing over and over from a thread of its own, which nothing else here keeps waiting. */

import { Worker } from 'node:worker_threads'

/** Waits since the last time they were taken, in milliseconds. */
export interface Waits {
  readonly longest: number
  readonly p99: number
}

export interface Prober {
  readonly take: () => Promise<Waits>
  readonly stop: () => Promise<void>
}

// Plain JavaScript: a worker has no loader for anything else.
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads')
  const http = require('node:http')
  const agent = new http.Agent({ keepAlive: true })
  const headers = { Authorization: workerData.authorization }
  let waits = []
  let isAsked = false
  const ask = () => {
    const since = performance.now()
    http.get(workerData.url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        waits.push(performance.now() - since)
        if (isAsked) tell()
        setTimeout(ask, 3)
      })
      // The server closes connections that were idle for long, as they are on a busy machine.
    }).on('error', () => setTimeout(ask, 3))
  }
  // When the answer that is waited for has come.
  const tell = () => {
    const sorted = waits.sort((a, b) => a - b)
    parentPort.postMessage({
      longest: sorted.at(-1),
      p99: sorted[Math.floor((sorted.length - 1) * 0.99)],
    })
    waits = []
    isAsked = false
  }
  parentPort.on('message', () => (isAsked = true))
  ask()
`

/** Starts asking for `url`. */
export async function startProber(url: string, authorization: string): Promise<Prober> {
  const worker = new Worker(PROBE, { eval: true, workerData: { url, authorization } })
  await new Promise((resolve) => worker.once('online', resolve))
  return {
    take: () =>
      new Promise((resolve) => {
        worker.once('message', resolve)
        worker.postMessage('take')
      }),
    stop: async () => void (await worker.terminate()),
  }
}
