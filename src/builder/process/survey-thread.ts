/** The thread of `survey-in-thread.ts`: surveys one site, whose files it asks for by their paths. */

import { parentPort, workerData } from 'node:worker_threads'
import { SourceError, type Source } from '../base/source.js'
import { surveySite } from '../survey.js'
import type { FromSurvey, SurveyFile, SurveyStart } from './survey-in-thread.js'
import { limitDiagnostics } from './limit-diagnostics.js'

const { paths, now, ...surveyed }: SurveyStart = workerData

function send(message: FromSurvey): void {
  parentPort?.postMessage(message)
}

const waiting = new Map<number, (bytes: Uint8Array | null) => void>()
let last = 0

const source: Source = {
  list: async function* () {
    yield* paths
  },
  read: async (path) => {
    const id = (last += 1)
    const bytes = await new Promise<Uint8Array | null>((resolve) => {
      waiting.set(id, resolve)
      send({ kind: 'read', id, path })
    })
    if (bytes === null) throw new SourceError('missing', path)
    return bytes
  },
}

parentPort?.on('message', ({ id, bytes }: SurveyFile) => {
  waiting.get(id)?.(bytes)
  waiting.delete(id)
})

send({
  kind: 'done',
  diagnostics: limitDiagnostics(await surveySite(source, now, surveyed)),
})
