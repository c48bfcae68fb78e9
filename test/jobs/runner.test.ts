import { expect } from 'chai'
import { GalleyError } from '../../src/errors.js'
import type { JobContext, RunnerEvent, RunnerJob } from '../../src/jobs/job.js'
import { createRunner, type Runner, type RunnerOptions } from '../../src/jobs/runner.js'
import { createMemoryLog, type Kind, type MemoryLog } from './memory-log.js'

interface Started {
  readonly job: RunnerJob<Kind>
  readonly context: JobContext
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
}

interface Bench {
  readonly log: MemoryLog
  readonly runner: Runner<Kind>
  readonly started: Started[]
  readonly errors: unknown[]
}

function makeBench(options: Partial<RunnerOptions<Kind>> = {}, log = createMemoryLog()): Bench {
  const started: Started[] = []
  const errors: unknown[] = []
  let ids = log.jobs.size
  const handler = (job: RunnerJob<Kind>, context: JobContext) =>
    new Promise<void>((succeed, fail) => started.push({ job, context, succeed, fail }))
  const runner = createRunner<Kind>({
    log,
    handlers: { publish: handler, preview: handler },
    concurrency: 10,
    now: () => 1,
    newId: () => `job${(ids += 1)}`,
    limits: { jobMs: 60_000 },
    onError: (error) => errors.push(error),
    ...options,
  })
  return { log, runner, started, errors }
}

const publish = { siteId: 'a', kind: 'publish', userId: null } as const

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function eventsOf(runner: Runner<Kind>, jobId: string): Promise<RunnerEvent[]> {
  const events: RunnerEvent[] = []
  for await (const event of runner.subscribe(jobId, { afterSeq: 0 })) events.push(event)
  return events
}

const statesOf = (log: MemoryLog) => [...log.jobs.values()].map(({ state }) => state)

describe('runner: queue', () => {
  it('runs a job and ends it as complete', async () => {
    const { runner, started, log } = makeBench()
    const job = runner.enqueue(publish)
    started[0]?.succeed()
    const events = await eventsOf(runner, job.id)
    expect(events.map(({ seq, state }) => [seq, state])).to.deep.equal([
      [1, 'queued'],
      [2, 'running'],
      [3, 'complete'],
    ])
    expect(log.find(job.id)?.state).to.equal('complete')
  })

  it('queues one more while one runs, and returns the waiting one if asked again', () => {
    const { runner, started } = makeBench()
    const first = runner.enqueue(publish)
    const second = runner.enqueue(publish)
    const third = runner.enqueue(publish)
    expect(second.id).not.to.equal(first.id)
    expect(third.id).to.equal(second.id)
    expect(started).to.have.length(1)
  })

  it('starts the waiting one when the running one has ended', async () => {
    const { runner, started } = makeBench()
    runner.enqueue(publish)
    const second = runner.enqueue(publish)
    started[0]?.succeed()
    await turn()
    expect(started[1]?.job.id).to.equal(second.id)
  })

  it('runs other kinds and other sites in parallel, up to the concurrency', () => {
    const { runner, started } = makeBench({ concurrency: 3 })
    runner.enqueue(publish)
    runner.enqueue({ ...publish, kind: 'preview' })
    runner.enqueue({ ...publish, siteId: 'b' })
    runner.enqueue({ ...publish, siteId: 'c' })
    expect(started.map(({ job }) => job.siteId)).to.deep.equal(['a', 'a', 'b'])
  })

  it('lets a job of another site pass one that waits for its site', () => {
    const { runner, started } = makeBench({ concurrency: 2 })
    runner.enqueue(publish)
    runner.enqueue(publish)
    runner.enqueue({ ...publish, siteId: 'b' })
    expect(started.map(({ job }) => job.siteId)).to.deep.equal(['a', 'b'])
  })

  it('leaves a job waiting when its start cannot be stored, and tries again later', async () => {
    const log = createMemoryLog()
    const append = log.append.bind(log)
    let isFull = true
    log.append = (event) => {
      if (isFull) throw new Error('disk full')
      return append(event)
    }
    const { runner, started, errors } = makeBench({}, log)
    runner.enqueue(publish)
    expect(started).to.have.length(0)
    expect(errors).to.have.length(1)
    isFull = false
    runner.enqueue({ ...publish, siteId: 'b' })
    expect(started).to.have.length(2)
  })
})

describe('runner: failures', () => {
  const table: [string, unknown, string][] = [
    ['a GalleyError', new GalleyError('conflict', 'The bucket is full.'), 'The bucket is full.'],
    ['an exposed error', Object.assign(new Error('No route'), { expose: true }), 'No route'],
    ['any other error', new Error('/secret/path'), 'Internal error'],
    ['what is no error', 'text', 'Internal error'],
  ]
  for (const [name, error, message] of table) {
    it(`reports ${name} as: ${message}`, async () => {
      const { runner, started } = makeBench()
      const job = runner.enqueue(publish)
      started[0]?.fail(error)
      expect((await eventsOf(runner, job.id)).at(-1)).to.include({ state: 'failed', message })
    })
  }

  it('fails a job whose handler throws before its first await', async () => {
    const handler = () => {
      throw new GalleyError('conflict', 'At once')
    }
    const { runner } = makeBench({ handlers: { publish: handler, preview: handler } })
    const job = runner.enqueue(publish)
    expect((await eventsOf(runner, job.id)).at(-1)).to.include({ message: 'At once' })
  })

  it('interrupts a job that takes longer than its limit', async () => {
    const told: string[] = []
    const onTimeout = ({ id }: RunnerJob<Kind>, limit: string) => void told.push(`${id}: ${limit}`)
    const { runner, started } = makeBench({ limits: { jobMs: 5 }, onTimeout })
    const job = runner.enqueue(publish)
    const [only] = started
    only?.context.signal.addEventListener('abort', () => only.fail(new Error('aborted')))
    const last = (await eventsOf(runner, job.id)).at(-1)
    expect(last?.state).to.equal('failed')
    expect(last?.message).to.contain('the limit of a job')
    expect(told).to.deep.equal([`${job.id}: ${last?.message}`])
  })
})

describe('runner: cancel', () => {
  it('ends a waiting job at once', () => {
    const { runner, log } = makeBench()
    runner.enqueue(publish)
    const waiting = runner.enqueue(publish)
    runner.cancel(waiting.id)
    expect(log.find(waiting.id)).to.include({ state: 'cancelled', message: 'Job cancelled' })
  })

  it('ends a running job whose handler reacts to the signal', async () => {
    const { runner, started } = makeBench()
    const job = runner.enqueue(publish)
    const [only] = started
    only?.context.signal.addEventListener('abort', () => only.fail(new Error('aborted')))
    runner.cancel(job.id)
    expect((await eventsOf(runner, job.id)).at(-1)).to.include({ message: 'Job cancelled' })
  })

  it('is complete if the work was done before the handler saw the signal', async () => {
    const { runner, started } = makeBench()
    const job = runner.enqueue(publish)
    runner.cancel(job.id)
    started[0]?.succeed()
    expect((await eventsOf(runner, job.id)).at(-1)).to.include({ state: 'complete' })
  })

  it('ends a running job whose handler ignores the signal, and ignores its result', async () => {
    const { runner, started, log } = makeBench({ concurrency: 1 })
    const job = runner.enqueue(publish)
    const next = runner.enqueue(publish)
    const other = runner.enqueue({ ...publish, siteId: 'b' })
    runner.cancel(job.id)
    expect((await eventsOf(runner, job.id)).at(-1)).to.include({ state: 'cancelled' })
    await turn()
    expect(log.find(other.id)?.state, 'its place is free').to.equal('running')
    expect(log.find(next.id)?.state, 'its site is not').to.equal('queued')
    started[0]?.context.report('still here')
    started[0]?.succeed()
    started[1]?.succeed()
    await turn()
    expect(log.find(job.id)?.state).to.equal('cancelled')
    expect(log.find(next.id)?.state).to.equal('running')
  })

  it('changes nothing about a finished or unknown job', async () => {
    const { runner, started, log } = makeBench()
    const job = runner.enqueue(publish)
    started[0]?.succeed()
    await turn()
    expect(runner.cancel(job.id)?.state).to.equal('complete')
    expect(log.find(job.id)?.state).to.equal('complete')
    expect(runner.cancel('nobody')).to.equal(null)
  })

  it('writes one final event, even if it is cancelled repeatedly or late', async () => {
    const { runner, started, log } = makeBench()
    const job = runner.enqueue(publish)
    runner.cancel(job.id)
    runner.cancel(job.id)
    started[0]?.fail(new Error('aborted'))
    await turn()
    runner.cancel(job.id)
    expect(log.eventsAfter(job.id, 2).map(({ state }) => state)).to.deep.equal(['cancelled'])
  })

  it('cancels all jobs of a site, waiting and running', async () => {
    const { runner, started, log } = makeBench()
    runner.enqueue(publish)
    runner.enqueue(publish)
    runner.enqueue({ ...publish, siteId: 'b' })
    const [first] = started
    first?.context.signal.addEventListener('abort', () => first.fail(new Error('aborted')))
    await runner.cancelAllOf('a')
    expect(statesOf(log)).to.deep.equal(['cancelled', 'cancelled', 'running'])
    // The site is being deleted.
    expect(() => runner.enqueue(publish)).to.throw(GalleyError, 'The site is being deleted.')
    runner.takeUp('a')
    expect(runner.enqueue(publish).state).to.equal('queued')
  })
})

describe('runner: restart', () => {
  it('fails running jobs, continues waiting ones, and can do so twice', () => {
    const before = makeBench()
    before.runner.enqueue(publish)
    before.runner.enqueue(publish)
    const { runner, started, log } = makeBench({}, before.log)
    runner.recover()
    runner.recover()
    expect(statesOf(log)).to.deep.equal(['failed', 'running'])
    expect(log.find('job1')?.message).to.equal('Interrupted by a server restart')
    expect(started.map(({ job }) => job.id)).to.deep.equal(['job2'])
  })

  it('leaves waiting jobs to the next start if it is on hold, except requested ones', () => {
    const before = makeBench()
    before.runner.enqueue(publish)
    const waiting = before.runner.enqueue(publish)
    const { runner, started, log } = makeBench({}, before.log)
    runner.recover({ hold: true })
    runner.enqueue({ ...publish, siteId: 'b' })
    expect(statesOf(log)).to.deep.equal(['failed', 'queued', 'running'])
    expect(runner.enqueue(publish).id).to.equal(waiting.id)
    expect(statesOf(log)).to.deep.equal(['failed', 'running', 'running'])
    expect(started.map(({ job }) => job.siteId)).to.deep.equal(['b', 'a'])
  })

  it('interrupts running jobs when it stops, keeps waiting ones, and accepts no more', async () => {
    const { runner, log } = makeBench()
    runner.enqueue(publish)
    runner.enqueue(publish)
    await runner.stop(5)
    expect(statesOf(log)).to.deep.equal(['failed', 'queued'])
    expect(log.find('job1')?.message).to.equal('Interrupted by a server restart')
    expect(() => runner.enqueue({ ...publish, siteId: 'b' })).to.throw(GalleyError, 'stopping')
  })
})

describe('runner: reports', () => {
  it('combines many reports and keeps the last, before the final event', async () => {
    const { runner, started, log } = makeBench()
    const job = runner.enqueue(publish)
    for (let page = 1; page <= 1000; page += 1) started[0]?.context.report(`Rendered ${page}`)
    started[0]?.succeed()
    await turn()
    expect(log.eventsAfter(job.id, 2).map(({ message }) => message)).to.deep.equal([
      'Rendered 1',
      'Rendered 1000',
      'Done',
    ])
  })

  it('passes on a delayed report even if no further one comes', async () => {
    const { runner, started, log } = makeBench()
    const job = runner.enqueue(publish)
    started[0]?.context.report('one')
    started[0]?.context.report('two')
    while (log.find(job.id)?.message === 'one') await turn()
    expect(log.find(job.id)?.message).to.equal('two')
  })
})
