/** A log in memory: the runner's own tests need no database; `test/store` proves that the real one fits. */

import { isOver, type JobLog, type RunnerEvent, type RunnerJob } from '../../src/jobs/job.js'

export type Kind = 'publish' | 'preview'

export interface MemoryLog extends JobLog<Kind> {
  readonly jobs: Map<string, RunnerJob<Kind>>
  readonly events: RunnerEvent[]
}

export function createMemoryLog(): MemoryLog {
  const jobs = new Map<string, RunnerJob<Kind>>()
  const events: RunnerEvent[] = []
  const unfinished = () => [...jobs.values()].filter(({ state }) => !isOver(state))
  const eventsAfter = (jobId: string, seq: number) =>
    events.filter((event) => event.jobId === jobId && event.seq > seq)
  const append = (event: Omit<RunnerEvent, 'seq'>) => {
    const job = jobs.get(event.jobId)
    if (job === undefined) throw new Error('no such job')
    const { state, message, at } = event
    jobs.set(job.id, { ...job, state, message, updatedAt: at })
    const stored = { ...event, seq: eventsAfter(job.id, 0).length + 1 }
    events.push(stored)
    return stored
  }
  return {
    jobs,
    events,
    create: (job) => {
      jobs.set(job.id, job)
      return append({ jobId: job.id, state: job.state, message: job.message, at: job.createdAt })
    },
    find: (id) => jobs.get(id) ?? null,
    append,
    eventsAfter,
    findUnfinished: ({ siteId, kind, state }) =>
      unfinished().find(
        (job) => job.siteId === siteId && job.kind === kind && job.state === state,
      ) ?? null,
    listUnfinished: unfinished,
  }
}
