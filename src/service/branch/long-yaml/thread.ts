/** The thread of `long-yaml.ts`. */

import { parentPort } from 'node:worker_threads'
import { ContentError } from '../../../content/error.js'
import { packed, unpacked } from '../../../content/yaml/packing.js'
import type { YamlAnswer } from './long-yaml.js'
import { workOn, type YamlQuestion } from './work.js'

parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage(packed(answer(unpacked(message) as YamlQuestion)))
})

function answer(question: YamlQuestion): YamlAnswer {
  try {
    return { kind: 'done', result: workOn(question) }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { kind: 'refused', code: error.code, reason: error.reason }
  }
}
