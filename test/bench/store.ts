/** Times of the index at 1,000, 10,000 and 100,000 documents: `node --import tsx test/bench/store.ts [counts…]` */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Entry } from '../../src/model/entry.js'
import type { EntryQuery } from '../../src/store/index/site-index.js'
import { FACTS, id, makeEntry, makeStore } from '../store/make-store.js'

const COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
const WORDS =
  'amber birch cedar delta ember fjord grove haven inlet jetty knoll lagoon maple north ocean'.split(
    ' ',
  )

function benchEntry(number: number): Entry {
  const word = (step: number) => WORDS[Math.floor(number / step) % WORDS.length] ?? ''
  const entry = makeEntry(number)
  const title = `${word(1)} ${word(15)} ${word(225)} ${number % 100 === 0 ? 'quartz' : ''} ${number}`
  const visibility = number % 50 === 0 ? 'draft' : 'visible'
  const text =
    entry.text === null ? null : { ...entry.text, body: 'Lorem ipsum dolor. '.repeat(80) }
  return { ...entry, title, visibility, text, createdBy: `user${number % 10}@example.org` }
}

const LIST: EntryQuery = {
  siteId: 'site',
  kinds: ['document'],
  collection: 'posts',
  sort: { field: 'date', direction: 'desc' },
  limit: 30,
  offset: 0,
}

function questions(count: number): [string, Partial<EntryQuery>][] {
  return [
    ['list date-desc, first page', {}],
    ['list date-desc, last page', { offset: count - 30 }],
    ['list title-asc', { sort: { field: 'title', direction: 'asc' } }],
    ['list updated-desc', { sort: { field: 'updated_at', direction: 'desc' } }],
    ['drafts (2 %)', { visibilities: ['draft'] }],
    ['as a writer', { ownerKeys: ['user3@example.org'] }],
    ['q rare ("quartz", 1 %)', { q: 'quartz' }],
    ['q common ("amber")', { q: 'amber' }],
    ['q two words', { q: 'amber cedar' }],
    ['q two letters ("fj")', { q: 'fj' }],
    ['q one document', { q: `post-${String(count).padStart(6, '0')}` }],
  ]
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function timed(rounds: number, run: () => unknown): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return `first ${times[0]?.toFixed(2)}  median ${median(times).toFixed(3)} ms`
}

async function bench(count: number): Promise<void> {
  const { store, remove } = makeStore()
  const { index } = store
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  const rebuild = index.beginRebuild('site')
  for (let from = 1; from <= count; from += 500) {
    const length = Math.min(500, count - from + 1)
    await rebuild.putEntries(Array.from({ length }, (_, at) => benchEntry(from + at)))
  }
  await rebuild.finish({ commit: 'c', expected: null, facts: FACTS })
  const seconds = (performance.now() - start) / 1000
  console.log(
    `\n${count} documents, built in ${seconds.toFixed(1)} s; event loop worst ${(delay.max / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  )
  delay.reset()
  console.log(
    'get by id'.padEnd(30),
    await timed(2000, () => index.entryById(id(1 + Math.floor(count / 2)))),
  )
  for (const [name, query] of questions(count)) {
    console.log(name.padEnd(30), await timed(30, () => index.listEntries({ ...LIST, ...query })))
  }
  console.log(
    '10,000 rows in one page'.padEnd(30),
    await timed(2, () => index.listEntries({ ...LIST, limit: 10_000 })),
  )
  console.log(
    'children of one folder'.padEnd(30),
    await timed(2, () => index.childrenOf('site', '_posts')),
  )
  const change = { expected: 'c', facts: null, removes: [], commits: [] }
  console.log(
    'put one document'.padEnd(30),
    await timed(50, () =>
      index.applyChanges('site', {
        ...change,
        commit: 'c',
        upserts: [{ ...benchEntry(7), updatedAt: 5 }],
      }),
    ),
  )
  console.log(
    `event loop while asked: worst ${(delay.max / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  )
  await remove()
}

for (const count of COUNTS) await bench(count)
