import { expect } from 'chai'
import { createJobEvents } from '../../src/jobs/events.js'
import type { RunnerEvent, RunState } from '../../src/jobs/job.js'

function event(seq: number, state: RunState = 'running', jobId = 'job'): RunnerEvent {
  return { jobId, seq, state, message: `event ${seq}`, at: seq }
}

function logOf(...events: RunnerEvent[]) {
  return {
    eventsAfter: (jobId: string, seq: number) =>
      events.filter((one) => one.jobId === jobId && one.seq > seq),
  }
}

async function collect(events: AsyncIterable<RunnerEvent>): Promise<number[]> {
  const seqs: number[] = []
  for await (const { seq } of events) seqs.push(seq)
  return seqs
}

describe('job events', () => {
  it('yields the last event, then live ones, and ends after the final one', async () => {
    const events = createJobEvents(logOf(event(1), event(2)))
    const read = collect(events.subscribe('job'))
    events.publish(event(3))
    events.publish(event(1, 'running', 'other'))
    events.publish(event(4, 'complete'))
    events.publish(event(5))
    expect(await read).to.deep.equal([2, 3, 4])
  })

  it('yields missed events', async () => {
    const events = createJobEvents(logOf(event(1), event(2), event(3, 'failed')))
    expect(await collect(events.subscribe('job', { afterSeq: 1 }))).to.deep.equal([2, 3])
  })

  it('yields nothing to a reader who has seen the final event', async () => {
    const events = createJobEvents(logOf(event(1), event(2, 'failed')))
    expect(await collect(events.subscribe('job', { afterSeq: 2 }))).to.deep.equal([])
  })

  it('is empty for an unknown job', async () => {
    expect(await collect(createJobEvents(logOf()).subscribe('job'))).to.deep.equal([])
  })

  it('ends when the signal aborts', async () => {
    const abort = new AbortController()
    const events = createJobEvents(logOf(event(1)))
    const read = collect(events.subscribe('job', { signal: abort.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    expect(await read).to.deep.equal([1])
  })

  it('ends at once when the signal has aborted already', async () => {
    const events = createJobEvents(logOf(event(1)))
    const read = collect(events.subscribe('job', { signal: AbortSignal.abort() }))
    expect(await read).to.deep.equal([1])
  })

  it('drops a reader that leaves too much unread', async () => {
    const events = createJobEvents(logOf(event(1)), 10)
    const slow = events.subscribe('job')
    for (let seq = 2; seq < 100; seq += 1) events.publish(event(seq))
    expect(await collect(slow)).to.deep.equal([])
  })

  it('ends all streams when it is closed', async () => {
    const events = createJobEvents(logOf(event(1)))
    const read = collect(events.subscribe('job'))
    events.close()
    expect(await read).to.deep.equal([1])
  })
})
