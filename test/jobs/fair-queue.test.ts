import { expect } from 'chai'
import type { RunnerJob } from '../../src/jobs/job.js'
import { createRunner } from '../../src/jobs/runner.js'
import { createMemoryLog, type Kind } from './memory-log.js'

interface Started {
  readonly name: string
  readonly end: () => void
}

/** A runner whose jobs end when the test says so; they are called `user site`. */
function makeQueue(concurrency: number) {
  const started: Started[] = []
  let ids = 0
  const handler = (job: RunnerJob<Kind>) =>
    new Promise<void>((end) => started.push({ name: nameOf(job), end }))
  const runner = createRunner<Kind>({
    log: createMemoryLog(),
    handlers: { publish: handler, preview: handler },
    concurrency,
    now: () => 1,
    newId: () => `job${(ids += 1)}`,
    limits: { jobMs: 60_000 },
  })
  return {
    started,
    ask: (userId: string | null, siteId: string, kind: Kind = 'publish') =>
      runner.enqueue({ siteId, kind, userId }),
    names: () => started.map(({ name }) => name),
    /** Ends the job that began n-th, and lets what follows begin. */
    end: async (place: number) => {
      started[place]?.end()
      for (let k = 0; k < 5; k += 1) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const nameOf = ({ userId, siteId }: RunnerJob<Kind>) => `${userId ?? 'server'} ${siteId}`

describe('runner: fairness', () => {
  it('runs a job of another user next, however many one user has queued before', async () => {
    const { ask, names, end } = makeQueue(1)
    for (let k = 0; k < 8; k += 1) ask('eve', `e${k}`)
    ask('anna', 'a')
    expect(names()).to.deep.equal(['eve e0'])
    await end(0)
    expect(names().at(-1)).to.equal('anna a')
    await end(1)
    expect(names().at(-1)).to.equal('eve e1')
  })

  it('reserves one of several places for other users', async () => {
    const { ask, names, end } = makeQueue(3)
    for (let k = 0; k < 8; k += 1) ask('eve', `e${k}`)
    expect(names()).to.deep.equal(['eve e0', 'eve e1'])
    ask('anna', 'a')
    expect(names().at(-1), 'at once').to.equal('anna a')
    await end(0)
    expect(names().at(-1)).to.equal('eve e2')
  })

  it('takes turns between users, and between the sites of a user', async () => {
    const { ask, names, end } = makeQueue(1)
    ask('eve', 'e0')
    ask('eve', 'e0', 'preview')
    for (const site of ['e1', 'e2']) ask('eve', site)
    for (const site of ['a0', 'a1']) ask('anna', site)
    ask('bert', 'b')
    for (let k = 0; k < 6; k += 1) await end(k)
    const turns = 'eve e0,anna a0,bert b,eve e1,anna a1,eve e2,eve e0'
    expect(names()).to.deep.equal(turns.split(','))
  })

  it('counts jobs of the server itself for their site', async () => {
    const { ask, names, end } = makeQueue(1)
    for (const kind of ['publish', 'preview'] as const) ask(null, 'busy', kind)
    ask(null, 'other')
    await end(0)
    expect(names()).to.deep.equal(['server busy', 'server other'])
  })

  it('runs jobs of different users and sites in parallel, in every place', () => {
    const { ask, names } = makeQueue(2)
    ask('eve', 'shared')
    ask(null, 'shared', 'preview')
    expect(names()).to.deep.equal(['eve shared', 'server shared'])
  })
})
