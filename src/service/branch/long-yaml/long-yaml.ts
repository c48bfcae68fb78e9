/**
 * Parses and edits long YAML in a worker thread, because it takes tens of milliseconds and would block the
 * event loop for all other requests. Short YAML is handled here at once. When the thread fails or times out,
 * the work is done here, too.
 *
 * There is one thread. It starts when it is first needed, works through its questions in order, and ends after
 * a minute without work.
 */

import type { Worker } from 'node:worker_threads'
import { ContentError } from '../../../content/error.js'
import { longFrontMatter } from '../../../content/front-matter/read.js'
import { longSiteConfig } from '../../../content/site-config.js'
import { packed, unpacked } from '../../../content/yaml/packing.js'
import { keepParsed, type ParsedYaml, type YamlSource } from '../../../content/yaml/parse.js'
import { createLimit } from '../../../system/parallel.js'
import { startThread } from '../../../system/threads.js'
import { changedYaml, type YamlChange, type YamlQuestion } from './work.js'

/** What the thread answers. */
export type YamlAnswer =
  | { readonly kind: 'done'; readonly result: string | ParsedYaml }
  | {
      readonly kind: 'refused'
      readonly code: ContentError['code']
      readonly reason: string
    }

/** Reads the front matter of a text ahead: whoever asks for it next has it at once. */
export async function readAhead(text: string): Promise<void> {
  const long = longFrontMatter(text)
  if (long !== null) await read(long)
}

/** As {@link readAhead}, of a `_config.yml`. */
export async function readConfigAhead(text: string): Promise<void> {
  const long = longSiteConfig(text)
  if (long !== null) await read(long)
}

/** The text after a change. @throws ContentError as the functions of `content/` do */
export async function changed(change: YamlChange): Promise<string> {
  const answer = isLong(change) ? await ask(bare(change)) : null
  if (answer?.kind === 'refused') throw new ContentError(answer.code, answer.reason)
  return typeof answer?.result === 'string' ? answer.result : changedYaml(change)
}

/** The thread reads the text itself: that is less than sending what was read. */
function bare(change: YamlChange): YamlChange {
  if (change.kind !== 'front matter') return change
  const { read: _, ...edit } = change.edit
  return { ...change, edit }
}

function isLong(change: YamlChange): boolean {
  switch (change.kind) {
    case 'new':
      return isMuch(change.data)
    case 'front matter':
      return isMuch(change.edit.set) || longFrontMatter(change.text) !== null
    case 'site':
    case 'collection':
      return isMuch(change.edit) || longSiteConfig(change.text) !== null
    case 'removed':
    case 'renamed':
      return longSiteConfig(change.text) !== null
  }
}

/** Characters of new values; one of any kind counts for some. */
const MUCH = 8000
const A_VALUE = 16

/** Whether values are long to write as YAML. */
function isMuch(values: unknown): boolean {
  const left = [values]
  let characters = 0
  while (left.length > 0) {
    const value = left.pop()
    characters += A_VALUE + (typeof value === 'string' ? value.length : 0)
    for (const one of insideOf(value)) left.push(one)
    if (characters + left.length * A_VALUE > MUCH) return true
  }
  return false
}

function insideOf(value: unknown): Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Map) return [...value].flat()
  return Array.isArray(value) ? value : Object.values(value)
}

async function read(source: YamlSource): Promise<void> {
  const answer = await ask({ kind: 'read', read: source })
  if (answer?.kind === 'done' && typeof answer.result !== 'string')
    keepParsed(source, answer.result)
}

const MEMORY_MB = 256
const TIME_MS = 30_000
const IDLE_MS = 60_000

const turn = createLimit(1)
let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined

/** Null where the thread did not answer; then it has ended. */
function ask(question: YamlQuestion): Promise<YamlAnswer | null> {
  const message = packed(question)
  return turn(async () => {
    clearTimeout(idle)
    thread ??= start()
    const asked = thread
    const answer = await answerOf(asked, message)
    if (answer === null) await end(asked)
    else idle = setTimeout(() => void end(asked), IDLE_MS).unref()
    return answer
  })
}

function start(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }
  const started = startThread({ name: './thread', from: import.meta.url }, { resourceLimits })
  started.unref()
  // Without a listener its failure would be the server's.
  started.on('error', () => undefined)
  started.on('exit', () => {
    if (thread === started) thread = null
  })
  return started
}

async function end(ended: Worker): Promise<void> {
  if (thread === ended) thread = null
  await ended.terminate()
}

function answerOf(asked: Worker, message: unknown): Promise<YamlAnswer | null> {
  asked.ref()
  return new Promise<YamlAnswer | null>((resolve) => {
    const done = (answer: YamlAnswer | null) => {
      clearTimeout(timer)
      asked.off('message', answered).off('exit', failed).unref()
      resolve(answer)
    }
    const answered = (answer: unknown) => done(unpacked(answer) as YamlAnswer)
    const failed = () => done(null)
    const timer = setTimeout(failed, TIME_MS)
    asked.on('message', answered).on('exit', failed)
    asked.postMessage(message)
  })
}
